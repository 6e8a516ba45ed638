import { compare, type Money, money, notesOf } from '../../../../shared/money/index.ts';

/** In steps of these where the notes of a currency are not known, the largest first. */
const OTHER_STEPS = ['1000', '500', '100', '50', '20', '10', '5'];
const MOST_BUTTONS = 4;

/**
 * The sums that a customer is likely to hand over for `due`: one note that is more, the smallest of
 * them before the others; if few are, the next multiples of the notes below, of the largest first.
 * Smallest sum first. The exact sum has its own button.
 */
export function likelyCash(due: Money): readonly Money[] {
  const known = notesOf(due.currency);
  const notes = known.length > 0 ? known : OTHER_STEPS;
  const isMore = (note: string): boolean => compare(money(note, due.currency), due) > 0;
  const likeliest = [
    ...notes.filter(isMore).reverse(),
    ...notes.filter((note) => !isMore(note)).map((note) => nextMultiple(due, note)),
  ].map((sum) => money(sum, due.currency));
  const sums = new Map(
    likeliest.filter((sum) => compare(sum, due) > 0).map((sum) => [sum.amount, sum]),
  );
  return [...sums.values()].slice(0, MOST_BUTTONS).sort(compare);
}

function nextMultiple(due: Money, note: string): string {
  const [whole = '0', fraction = ''] = due.amount.split('.');
  const least = BigInt(whole) + (/[1-9]/.test(fraction) ? 1n : 0n);
  const size = BigInt(note);
  return (((least + size - 1n) / size) * size).toString();
}
