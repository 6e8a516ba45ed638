import { z } from 'zod';
import { call } from './define.ts';
import { LEAST_REASON } from './limits.ts';
import { payment } from './payments/index.ts';
import { anyTextOrNull, approval, identifier, nothing } from './values.ts';

/**
 * Payments that the service gave back after it had said that they were paid, and the money that is
 * owed because of it. `payment.refund` says what is owed, to whom, and how it was settled.
 */

/**
 * What the row of a paid payment says now. `stands`: it was not given back. `given-back`: it was,
 * or it was never performed. `undecided`: the service does not say yet, or in a word that nobody
 * knows. `no-status`: this service gives no status, so that a refund cannot be seen. `not-there`:
 * it lists no such payment. `differs`: its row is not this payment's.
 */
export const ROW_SAYS = [
  'stands',
  'given-back',
  'undecided',
  'no-status',
  'not-there',
  'differs',
] as const;
export type RowSays = (typeof ROW_SAYS)[number];

export const refundCalls = {
  /** Reads the payment's row at the service now. A read: no money moves. */
  'refunds.readNow': call(
    'cashier',
    z.strictObject({ paymentId: identifier }),
    z.strictObject({ says: z.enum(ROW_SAYS), status: anyTextOrNull, payment }),
  ),
  /** What is owed because of refunds and not settled, the oldest first. */
  'refunds.owed': call('cashier', nothing, z.array(payment)),
  /**
   * The money changes hands now: it is handed back to the customer or, of a cash-out, received back
   * from him. Once for each payment; from the drawer of this moment, with a slip. The row is read
   * again first: `stands` refuses it, and without the service's word a supervisor answers for it.
   */
  'refunds.settle': call(
    'cashier',
    z.strictObject({ paymentId: identifier, approval: approval.nullable() }),
    z.strictObject({ jobId: identifier, payment }),
  ),
  /** A supervisor decides that no cash changes hands: it is owed no longer. Once, like `settle`. */
  'refunds.decide': call(
    'cashier',
    z.strictObject({
      paymentId: identifier,
      reason: z.string().trim().min(LEAST_REASON).max(300),
      approval,
    }),
    z.strictObject({ jobId: identifier, payment }),
  ),
};
