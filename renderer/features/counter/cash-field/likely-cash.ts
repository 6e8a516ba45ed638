import { compare, createMoney, getNotes, type Money } from '../../../../shared/money/index.ts';

/** Used if the notes of a currency are unknown, largest first. */
const DEFAULT_NOTE_STEPS = ['1000', '500', '100', '50', '20', '10', '5'];
const MAX_BUTTONS = 4;

/**
 * Returns the sums that a customer is likely to hand over for `due`: single notes that exceed it,
 * smallest first, and then the next multiples of the smaller notes, starting with the largest note.
 * The result has at most `MAX_BUTTONS` sums, in ascending order. The exact sum is excluded, because
 * it has its own button.
 */
export function computeLikelyCashAmounts(due: Money): readonly Money[] {
  const knownNotes = getNotes(due.currency);
  const notes = knownNotes.length > 0 ? knownNotes : DEFAULT_NOTE_STEPS;
  const exceedsDue = (note: string): boolean => compare(createMoney(note, due.currency), due) > 0;
  const candidates = [
    ...notes.filter(exceedsDue).reverse(),
    ...notes.filter((note) => !exceedsDue(note)).map((note) => computeNextMultiple(due, note)),
  ].map((sum) => createMoney(sum, due.currency));
  const sums = new Map(
    candidates.filter((sum) => compare(sum, due) > 0).map((sum) => [sum.amount, sum]),
  );
  return [...sums.values()].slice(0, MAX_BUTTONS).sort(compare);
}

function computeNextMultiple(due: Money, note: string): string {
  const [whole = '0', fraction = ''] = due.amount.split('.');
  const roundedUp = BigInt(whole) + (/[1-9]/.test(fraction) ? 1n : 0n);
  const noteValue = BigInt(note);
  return (((roundedUp + noteValue - 1n) / noteValue) * noteValue).toString();
}
