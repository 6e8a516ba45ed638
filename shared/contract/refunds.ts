import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { paymentSchema } from './payments/index.ts';
import { MIN_REASON_LENGTH } from './text-lengths.ts';
import {
  approvalSchema,
  emptyObjectSchema,
  identifierSchema,
  nullableTextSchema,
} from './value-schemas.ts';

/**
 * Payments that the service refunded after it had confirmed them, and the money owed because of that.
 * `payment.refund` contains what is owed, to whom, and how it was settled.
 */

/**
 * The present status of a paid payment's row at the service. `stands`: not refunded. `given-back`:
 * refunded or never performed. `undecided`: the status is not final, or is unknown to this version.
 * `no-status`: this service returns no status, so a refund cannot be detected. `not-there`: the
 * service lists no such payment. `differs`: the row belongs to another payment.
 */
export const REFUND_CHECK_STATUSES = [
  'stands',
  'given-back',
  'undecided',
  'no-status',
  'not-there',
  'differs',
] as const;
export type RefundCheckStatus = (typeof REFUND_CHECK_STATUSES)[number];

export const refundCalls = {
  /** Reads the payment's row at the service now. Read-only: no money moves. */
  'refunds.checkNow': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    z.strictObject({
      kind: z.enum(REFUND_CHECK_STATUSES),
      status: nullableTextSchema,
      payment: paymentSchema,
    }),
  ),
  /** Payments with an unsettled refund, oldest first. */
  'refunds.unsettled': defineCall('cashier', emptyObjectSchema, z.array(paymentSchema)),
  /**
   * Settles a refund in cash: hands the money back to the customer or, for a cash-out, receives it
   * from the customer. Once per payment; uses the current drawer, and prints a slip. Reads the row
   * again first: rejects `stands`, and needs a supervisor's approval if the service does not confirm
   * the refund.
   */
  'refunds.settle': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema, approval: approvalSchema.nullable() }),
    z.strictObject({ jobId: identifierSchema, payment: paymentSchema }),
  ),
  /** Settles a refund without cash, by a supervisor's decision. Once per payment, like `settle`. */
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
