import { type CashTexts, getCashTexts } from '../../../shared/i18n/index.ts';
import { formatMoney, type Money } from '../../../shared/money/index.ts';
import { formatShopDay, formatShopTime } from '../../printing/index.ts';
import type { DrawerPaperSettings } from './types.ts';

/** Texts and formats of the drawer's papers, in the shop's present language and time zone. */

export interface PaperStyle {
  readonly texts: CashTexts;
  readonly formatTime: (iso: string) => string;
  /** A day such as `2026-11-21`. */
  readonly formatDay: (day: string) => string;
  readonly formatMoney: (amount: Money) => string;
}

export function toPaperStyle(settings: DrawerPaperSettings): PaperStyle {
  return {
    texts: getCashTexts(settings.language),
    formatTime: (iso) => formatShopTime(iso, settings),
    formatDay: (day) => formatShopDay(day, settings.language),
    formatMoney: (amount) => formatMoney(amount, settings.language, settings.shopCurrency),
  };
}
