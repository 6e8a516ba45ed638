import { type CashWords, cashWords } from '../../shared/i18n/index.ts';
import { formatMoney, type Money } from '../../shared/money/index.ts';
import { shopTime } from '../printing/index.ts';
import type { DrawerPaperSettings } from './types.ts';

/** How the drawer's papers say things: in the shop's language and zone at their moment. */

export interface Style {
  readonly words: CashWords;
  readonly time: (iso: string) => string;
  readonly show: (amount: Money) => string;
}

export function styleOf(settings: DrawerPaperSettings): Style {
  return {
    words: cashWords(settings.language),
    time: (iso) => shopTime(iso, settings),
    show: (amount) => formatMoney(amount, settings.language, settings.shopCurrency),
  };
}
