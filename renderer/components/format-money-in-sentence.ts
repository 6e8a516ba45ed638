import { formatDenomination, formatMoney, type Money } from '../../shared/money/index.ts';
import { getShopCurrency } from './shop-currency.ts';

/**
 * Formats an amount within a sentence, without line breaks between its sign, digits and currency.
 */
export function formatMoneyInSentence(value: Money, locale: string): string {
  return toNonBreaking(formatMoney(value, locale, getShopCurrency()));
}

/** Formats amounts, of one currency each, joined by "+". */
export function formatMoneyList(values: readonly Money[], locale: string): string {
  return values.map((value) => formatMoneyInSentence(value, locale)).join(' + ');
}

/** Formats a note, a coin, or a sum of notes: `$1,000`. */
export function formatDenominationInSentence(value: Money, locale: string): string {
  return toNonBreaking(formatDenomination(value, locale, getShopCurrency()));
}

function toNonBreaking(text: string): string {
  return text.replaceAll(' ', '\u00a0');
}
