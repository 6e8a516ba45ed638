import { toSearchText } from '../../../../shared/text/index.ts';
import type { Cashiers } from './sample-pins.ts';

/** The number before a name: one digit, or two if there are more than nine names. */
export function formatRowNumber(index: number, count: number): string {
  return String(index + 1).padStart(count > 9 ? String(count).length : 1, '0');
}

export interface TypedName {
  readonly typed: string;
  /** The cashier who is meant; null while several match. */
  readonly chosenId: string | null;
}

/**
 * What another key says about who is meant: by the first letters of the name, without accents, or
 * by its number. A name is chosen as soon as only one matches. A number is chosen only once it is
 * complete, or its last digit would begin the PIN. A key that matches nobody starts again. Pure.
 */
export function updateTypedName(cashiers: Cashiers, before: string, key: string): TypedName {
  for (const typed of [before + toSearchText(key), toSearchText(key)]) {
    const numbers = cashiers.map((_one, index) => formatRowNumber(index, cashiers.length));
    const fitting = cashiers.filter(
      (one, index) => toSearchText(one.name).startsWith(typed) || numbers[index]?.startsWith(typed),
    );
    const isHalfNumber = numbers.some((one) => one !== typed && one.startsWith(typed));
    if (fitting.length === 1 && !isHalfNumber) {
      return { typed: '', chosenId: fitting[0]?.id ?? null };
    }
    if (fitting.length > 0) return { typed, chosenId: null };
  }
  return { typed: '', chosenId: null };
}
