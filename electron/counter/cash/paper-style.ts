import { type CashTexts, getCashTexts } from '../../../shared/i18n/index.ts';
import { formatMoney, type Money } from '../../../shared/money/index.ts';
import {
  centeredLine,
  createLabelValueLine,
  formatShopDay,
  formatShopTime,
  type ReportLine,
} from '../../printing/index.ts';
import type { DrawerPaperSettings } from './types.ts';

/** Texts and formats of the drawer's papers, in the shop's present language and time zone. */

export interface PaperStyle {
  readonly texts: CashTexts;
  readonly formatTime: (iso: string) => string;
  /** A day such as `2026-11-21`. */
  readonly formatDay: (day: string) => string;
  readonly formatMoney: (amount: Money) => string;
}

/** The line of a value, or none for null. */
export const renderOptionalValue = (
  label: string,
  value: string | null,
  isBold = false,
): ReportLine[] => (value === null ? [] : [createLabelValueLine(label, value, isBold)]);

/** The title of a list, unless the list is empty. */
export const renderListTitle = (title: string, list: readonly unknown[]): ReportLine[] =>
  list.length === 0 ? [] : [centeredLine(title, 'bold')];

/** Who did it, and who approved it. */
export const formatPeople = (
  { by, approvedBy }: { readonly by: string; readonly approvedBy: string | null },
  texts: CashTexts,
): string => (approvedBy === null ? by : `${by} · ${texts.approvedBy}: ${approvedBy}`);

export function toPaperStyle(settings: DrawerPaperSettings): PaperStyle {
  return {
    texts: getCashTexts(settings.language),
    formatTime: (iso) => formatShopTime(iso, settings),
    formatDay: (day) => formatShopDay(day, settings.language),
    formatMoney: (amount) => formatMoney(amount, settings.language, settings.shopCurrency),
  };
}
