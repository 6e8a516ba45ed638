import { toSearchText } from '../../../../shared/text/index.ts';
import type { Cashiers } from './sample-pins.ts';

/**
 * Returns the number before a name: one digit, or as many digits as the count has if there are more
 * than nine names.
 */
export function formatRowNumber(index: number, count: number): string {
  return String(index + 1).padStart(count > 9 ? String(count).length : 1, '0');
}

export interface TypedName {
  readonly typedText: string;
  /** The id of the matching cashier; null while several match. */
  readonly chosenId: string | null;
}

/**
 * Handles another typed character, and returns the cashier that it selects, by the first letters of
 * the name (without accents) or by its number. A name is selected as soon as only one matches. A
 * number is selected only once it is complete; otherwise its last digit would be typed into the
 * PIN. A character that matches no one restarts the input. Pure.
 */
export function updateTypedName(cashiers: Cashiers, typedBefore: string, key: string): TypedName {
  for (const typed of [typedBefore + toSearchText(key), toSearchText(key)]) {
    const numbers = cashiers.map((_cashier, index) => formatRowNumber(index, cashiers.length));
    const matches = cashiers.filter(
      (cashier, index) =>
        toSearchText(cashier.name).startsWith(typed) || numbers[index]?.startsWith(typed),
    );
    const isNumberIncomplete = numbers.some(
      (number) => number !== typed && number.startsWith(typed),
    );
    if (matches.length === 1 && !isNumberIncomplete) {
      return { typedText: '', chosenId: matches[0]?.id ?? null };
    }
    if (matches.length > 0) return { typedText: typed, chosenId: null };
  }
  return { typedText: '', chosenId: null };
}
