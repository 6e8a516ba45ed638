import { compare, isoCurrency, type Money, money } from '../../../../shared/money/index.ts';

/** Notes that people hand over, in whole units. */
const NOTES: Readonly<Record<string, readonly number[]>> = {
  MXN: [20, 50, 100, 200, 500, 1000],
  COP: [2000, 5000, 10_000, 20_000, 50_000, 100_000],
  USD: [5, 10, 20, 50, 100],
};
const OTHER_NOTES = [5, 10, 20, 50, 100, 500, 1000];
const MOST_BUTTONS = 4;

/**
 * The sums that a customer is likely to hand over for `due`: the next multiple of each note, the
 * smallest first. The exact sum is not among them; it has a button of its own.
 */
export function likelyCash(due: Money): readonly Money[] {
  const notes = NOTES[isoCurrency(due.currency)] ?? OTHER_NOTES;
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
  // With many notes the small steps above a large sum are the least likely.
  return sorted.slice(Math.max(0, sorted.length - MOST_BUTTONS));
}
