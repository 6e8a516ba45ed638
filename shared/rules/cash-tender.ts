import {
  compare,
  createMoney,
  getLargestNote,
  type InvalidAmountReason,
  type Money,
  multiplyBy,
  parseAmount,
} from '../money/index.ts';

/** `not-confirmed`: F12 was pressed too early, because the payment must be read once more. */
export type InvalidCashReason =
  | InvalidAmountReason
  | 'too-little'
  | 'too-much'
  | 'not-confirmed'
  | null;

const MAX_CASH_MULTIPLE = 10;
/** Used for a currency whose notes are unknown. */
const DEFAULT_LARGEST_NOTE = '1000';

/**
 * Whether a sum of cash is implausible, as from a scanned code or a finger resting on a key. A
 * single note of the currency is always plausible.
 */
export function isImplausibleCash(cash: Money, due: Money): boolean {
  return compare(cash, getMaxPlausibleCash(due)) > 0;
}

/** Returns the largest plausible sum of cash, in the currency of `due`. */
export function getMaxPlausibleCash(due: Money): Money {
  const { currency } = due;
  const largestNote = createMoney(
    getLargestNote(currency)?.amount ?? DEFAULT_LARGEST_NOTE,
    currency,
  );
  const maxAmount = multiplyBy(due, MAX_CASH_MULTIPLE);
  return compare(maxAmount, largestNote) > 0 ? maxAmount : largestNote;
}

/**
 * Returns why the cash is invalid, or null. `isConfirmed`: the cashier entered the implausible sum
 * again, unchanged.
 */
export function getInvalidCashReason(
  cash: Money,
  due: Money,
  isConfirmed: boolean,
): InvalidCashReason {
  if (compare(cash, due) < 0) return 'too-little';
  return isImplausibleCash(cash, due) && !isConfirmed ? 'too-much' : null;
}

/**
 * Returns what is missing before F12 can pay: enough cash, or the confirmation, which is the next
 * step.
 */
export function getCannotPayReason(
  cashText: string,
  due: Money,
  locale: string,
): Exclude<InvalidCashReason, null> {
  if (cashText.trim() === '') return 'not-confirmed';
  const parsed = parseAmount(cashText, due.currency, locale);
  if (!parsed.ok) return parsed.reason;
  return getInvalidCashReason(parsed.value, due, false) ?? 'not-confirmed';
}
