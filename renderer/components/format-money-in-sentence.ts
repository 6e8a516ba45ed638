import { formatDenomination, formatMoney, type Money } from '../../shared/money/index.ts';
import { getShopCurrency } from './shop-currency.ts';

/** An amount within a sentence. No line breaks between its sign, figures and currency. */
export function formatMoneyInSentence(value: Money, locale: string): string {
  return toNonBreaking(formatMoney(value, locale, getShopCurrency()));
}

/** A note, a coin, or a sum of notes: `$1,000`. */
export function formatDenominationInSentence(value: Money, locale: string): string {
  return toNonBreaking(formatDenomination(value, locale, getShopCurrency()));
}

function toNonBreaking(words: string): string {
  return words.replaceAll(' ', '\u00a0');
}
