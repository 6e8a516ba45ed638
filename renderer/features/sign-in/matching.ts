import { plain } from '../../../shared/text/index.ts';
import type { Cashiers } from './sample-pins.ts';

/** The number that stands before a name: one digit, or two where there are more than nine. */
export function numberOf(index: number, count: number): string {
  return String(index + 1).padStart(count > 9 ? String(count).length : 1, '0');
}

export interface TypedName {
  readonly typed: string;
  /** The one who is meant; null while it may still be several. */
  readonly chosenId: string | null;
}

/**
 * What a key more says about who is meant: by the first letters of the name, without its accents,
 * or by its number. As soon as it can be one alone, it is that one; by a number only once all of it
 * was typed, or its last digit would begin the PIN. A key that fits nobody begins anew. Pure.
 */
export function typeMore(cashiers: Cashiers, before: string, key: string): TypedName {
  for (const typed of [before + plain(key), plain(key)]) {
    const numbers = cashiers.map((_one, index) => numberOf(index, cashiers.length));
    const fitting = cashiers.filter(
      (one, index) => plain(one.name).startsWith(typed) || numbers[index]?.startsWith(typed),
    );
    const isHalfNumber = numbers.some((one) => one !== typed && one.startsWith(typed));
    if (fitting.length === 1 && !isHalfNumber) {
      return { typed: '', chosenId: fitting[0]?.id ?? null };
    }
    if (fitting.length > 0) return { typed, chosenId: null };
  }
  return { typed: '', chosenId: null };
}
