import { compare, type Money, money, notesOf } from '../../../../shared/money/index.ts';

/** In steps of these where the notes of a currency are not known. */
const OTHER_STEPS = ['5', '10', '20', '50', '100', '500', '1000'];
const MOST_BUTTONS = 4;

/**
 * The sums that a customer is likely to hand over for `due`: the next multiple of each note,
 * smallest first. The exact sum has its own button.
 */
export function likelyCash(due: Money): readonly Money[] {
  const known = notesOf(due.currency);
  const notes = known.length > 0 ? known : OTHER_STEPS;
  const [whole = '0', fraction = ''] = due.amount.split('.');
  const least = BigInt(whole) + (/[1-9]/.test(fraction) ? 1n : 0n);
  const sums = new Map<string, Money>();
  for (const note of notes) {
    const size = BigInt(note);
    const sum = ((least + size - 1n) / size) * size;
    const value = money(sum.toString(), due.currency);
    if (compare(value, due) > 0) sums.set(value.amount, value);
  }
  const sorted = [...sums.values()].sort(compare);
  // If there are too many, the smallest steps above a large sum are the least likely.
  return sorted.slice(Math.max(0, sorted.length - MOST_BUTTONS));
}
