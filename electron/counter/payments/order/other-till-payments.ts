import type {
  OrderWarning,
  PaymentAtOtherTill,
  PaymentKind,
} from '../../../../shared/contract/index.ts';
import { isSameCurrency, type Money } from '../../../../shared/money/index.ts';
import {
  IDENTICAL_PAYMENT_BLOCK_MS,
  OTHER_PAYMENT_WINDOW_MS,
  SAME_AMOUNT_BLOCK_MS,
} from '../../../../shared/rules/index.ts';
import type { Database, PaymentRecord } from '../../../ledger/index.ts';
import { hasPaymentToBiller } from '../rows/index.ts';
import type { OtherTillPayment, PaymentPorts } from '../types.ts';

/**
 * The guard against paying twice in two shops of a chain. It only warns: the chain's database may
 * be offline, late or wrong, and the cashier can ask the customer. A bill is rarely paid twice in a
 * day, so any payment of the last day causes a warning. A repeated top-up is normal, so other kinds
 * cause one only within the time in which the service would block them.
 */

/**
 * Returns a warning about the most similar payment: the first of the same amount, or else the
 * first. Empty if there is none. `now` is in milliseconds since the epoch.
 */
export function findOtherTillWarning(
  payments: readonly OtherTillPayment[],
  candidate: {
    readonly kind: PaymentKind;
    readonly billerId: number;
    readonly amount: Money;
  },
  { database, now }: { readonly database: Database; readonly now: number },
): Extract<OrderWarning, { kind: 'paid-elsewhere' }>[] {
  const others = payments
    // The other guard warns of what the ledger has, unless it was given back.
    .filter(
      ({ isOfThisTill, at }) =>
        !isOfThisTill || !hasPaymentToBiller(database, candidate.billerId, at),
    )
    .map((payment) => toPaymentAtOtherTill(payment, candidate.amount))
    .filter(({ at, isSameAmount }) => {
      const age = now - Date.parse(at);
      if (candidate.kind === 'bill') return age < OTHER_PAYMENT_WINDOW_MS;
      return age < (isSameAmount ? SAME_AMOUNT_BLOCK_MS : IDENTICAL_PAYMENT_BLOCK_MS);
    });
  const mostSimilar = others.find(({ isSameAmount }) => isSameAmount) ?? others[0];
  return mostSimilar === undefined ? [] : [{ kind: 'paid-elsewhere', ...mostSimilar }];
}

export function toPaymentAtOtherTill(payment: OtherTillPayment, amount: Money): PaymentAtOtherTill {
  const { shop, posNumber, at, isPaid } = payment;
  const isSameAmount =
    payment.amount.amount === amount.amount &&
    isSameCurrency(payment.amount.currency, amount.currency);
  return { shop, posNumber, at, isPaid, amount: payment.amount, isSameAmount };
}

/** How far the clocks of two tills may differ, although the service's time corrects both. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/**
 * Finds the payments of other tills that explain the service's R36 to this payment: paid, the same
 * amount, the same account, and at most an hour before the request that was answered with R36, plus
 * or minus the clock skew. Empty if no request was answered with R36, or the chain did not answer
 * in time.
 */
export async function findBlockingOtherTillPayments(
  { otherTillPayments }: Pick<PaymentPorts, 'otherTillPayments'>,
  { intent, sends }: Pick<PaymentRecord, 'intent' | 'sends'>,
): Promise<readonly PaymentAtOtherTill[]> {
  const answered = sends.findLast(({ code }) => code === 'R36');
  if (answered === undefined) return [];
  const payments = await otherTillPayments.listPaymentsOfLastDay(intent);
  const requestDate = Date.parse(answered.requestDate);
  return payments
    .filter(({ isOfThisTill }) => !isOfThisTill)
    .map((payment) => toPaymentAtOtherTill(payment, intent.amount))
    .filter(({ at, isSameAmount, isPaid }) => {
      const age = requestDate - Date.parse(at);
      return (
        isPaid &&
        isSameAmount &&
        age <= SAME_AMOUNT_BLOCK_MS + MAX_CLOCK_SKEW_MS &&
        age >= -MAX_CLOCK_SKEW_MS
      );
    });
}
