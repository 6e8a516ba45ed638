import { formatMoney, type Money } from '../../shared/money/index.ts';

/** An amount within a sentence: no line ends between its sign, its figures and its currency. */
export function moneyWords(value: Money, locale: string): string {
  return formatMoney(value, locale).replaceAll(' ', '\u00a0');
}
