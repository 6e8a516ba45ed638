import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { MIN_REASON_LENGTH } from './limits.ts';
import { paymentSchema } from './payments/index.ts';
import { anyTextOrNull, approvalSchema, emptyObjectSchema, identifierSchema } from './values.ts';

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
export const PAYMENT_ROW_STATUSES = [
  'stands',
  'given-back',
  'undecided',
  'no-status',
  'not-there',
  'differs',
] as const;
export type PaymentRowStatus = (typeof PAYMENT_ROW_STATUSES)[number];

export const refundCalls = {
  /** Reads the payment's row at the service now. A read: no money moves. */
  'refunds.readNow': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    z.strictObject({
      says: z.enum(PAYMENT_ROW_STATUSES),
      status: anyTextOrNull,
      payment: paymentSchema,
    }),
  ),
  /** What is owed because of refunds and not settled, the oldest first. */
  'refunds.owed': defineCall('cashier', emptyObjectSchema, z.array(paymentSchema)),
  /**
   * The money changes hands now: it is handed back to the customer or, of a cash-out, received back
   * from him. Once for each payment; from the drawer of this moment, with a slip. The row is read
   * again first: `stands` refuses it, and without the service's word a supervisor answers for it.
   */
  'refunds.settle': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema, approval: approvalSchema.nullable() }),
    z.strictObject({ jobId: identifierSchema, payment: paymentSchema }),
  ),
  /** A supervisor decides that no cash changes hands: it is owed no longer. Once, like `settle`. */
  'refunds.decide': defineCall(
    'cashier',
    z.strictObject({
      paymentId: identifierSchema,
      reason: z.string().trim().min(MIN_REASON_LENGTH).max(300),
      approval: approvalSchema,
    }),
    z.strictObject({ jobId: identifierSchema, payment: paymentSchema }),
  ),
};
