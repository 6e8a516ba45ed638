import { formatMoney, formatPiece, type Money } from '../../shared/money/index.ts';
import { keptShopCurrency } from './shop-currency.ts';

/** An amount within a sentence. No line breaks between its sign, figures and currency. */
export function moneyWords(value: Money, locale: string): string {
  return unbroken(formatMoney(value, locale, keptShopCurrency()));
}

/** A note, a coin, or a sum of notes: `$1,000`. */
export function pieceWords(value: Money, locale: string): string {
  return unbroken(formatPiece(value, locale, keptShopCurrency()));
}

function unbroken(words: string): string {
  return words.replaceAll(' ', '\u00a0');
}
