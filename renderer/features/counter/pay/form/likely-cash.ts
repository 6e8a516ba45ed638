import { compare, createMoney, getNotes, type Money } from '../../../../../shared/money/index.ts';

/** In steps of these where the notes of a currency are not known, the largest first. */
const DEFAULT_NOTE_STEPS = ['1000', '500', '100', '50', '20', '10', '5'];
const MAX_BUTTONS = 4;

/**
 * The sums that a customer is likely to hand over for `due`: one note that is more, the smallest of
 * them before the others; if few are, the next multiples of the notes below, of the largest first.
 * Smallest sum first. The exact sum has its own button.
 */
export function computeLikelyCash(due: Money): readonly Money[] {
  const known = getNotes(due.currency);
  const notes = known.length > 0 ? known : DEFAULT_NOTE_STEPS;
  const isMore = (note: string): boolean => compare(createMoney(note, due.currency), due) > 0;
  const likeliest = [
    ...notes.filter(isMore).reverse(),
    ...notes.filter((note) => !isMore(note)).map((note) => computeNextMultiple(due, note)),
  ].map((sum) => createMoney(sum, due.currency));
  const sums = new Map(
    likeliest.filter((sum) => compare(sum, due) > 0).map((sum) => [sum.amount, sum]),
  );
  return [...sums.values()].slice(0, MAX_BUTTONS).sort(compare);
}

function computeNextMultiple(due: Money, note: string): string {
  const [whole = '0', fraction = ''] = due.amount.split('.');
  const least = BigInt(whole) + (/[1-9]/.test(fraction) ? 1n : 0n);
  const size = BigInt(note);
  return (((least + size - 1n) / size) * size).toString();
}
