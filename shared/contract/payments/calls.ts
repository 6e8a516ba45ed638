import { z } from 'zod';
import { defineCall, defineEvent } from '../define-call.ts';
import { MIN_REASON_LENGTH } from '../limits.ts';
import {
  anyText,
  approvalSchema,
  emptyObjectSchema,
  flag,
  identifierSchema,
  integer,
  moneySchema,
} from '../values.ts';
import {
  balanceSchema,
  orderSchema,
  paymentAtOtherTillSchema,
  topUpCheckSchema,
} from './orders.ts';
import { paymentSchema } from './payment.ts';

export const accountNumberSchema = z.string().max(64);
export const nameOnAccountSchema = z.string().max(120).nullable();
/** The warnings of an order that the cashier has seen and decided on. */
export const acknowledgedWarningsSchema = z
  .array(
    z.enum(['large-amount', 'stale-rate', 'looks-like-earlier', 'paid-elsewhere', 'in-basket']),
  )
  .max(8);
export const reasonSchema = z.string().trim().min(MIN_REASON_LENGTH).max(300);

export const paymentCalls = {
  /** Looks up what is owed. A read: it may be repeated, and no money moves. */
  'payments.consult': defineCall(
    'cashier',
    z.strictObject({
      billerId: integer,
      accountNumber: accountNumberSchema,
      nameOnAccount: nameOnAccountSchema,
    }),
    balanceSchema,
  ),
  /** Checks an account number against digits and mask without asking the service. */
  'payments.checkAccount': defineCall(
    'cashier',
    z.strictObject({
      billerId: integer,
      accountNumber: accountNumberSchema,
      nameOnAccount: nameOnAccountSchema,
    }),
    z.strictObject({ accountNumber: anyText }),
  ),
  /** What a top-up would bring; `not-offered` where `capabilities.topUpCheck` is false. A read. */
  'payments.checkTopUp': defineCall(
    'cashier',
    z.strictObject({
      billerId: integer,
      accountNumber: accountNumberSchema,
      nameOnAccount: nameOnAccountSchema,
      amount: moneySchema,
    }),
    topUpCheckSchema,
  ),
  /**
   * Works out an order: rules of the biller, limits, fee, rate, warnings. A `bill` is for utilities
   * and partners; a `cash-out` only for the billers of the settings, and only while the printer is
   * ready. `balanceId` is the look-up that the amount was chosen by: for a bill that the shop keeps
   * the one of `bills.balance`; null for the other kinds.
   */
  'payments.prepare': defineCall(
    'cashier',
    z.strictObject({
      kind: z.enum(['bill', 'top-up', 'gift-card', 'cash-out']),
      billerId: integer,
      accountNumber: accountNumberSchema,
      nameOnAccount: nameOnAccountSchema,
      amount: moneySchema,
      balanceId: identifierSchema.nullable(),
    }),
    orderSchema,
  ),
  /**
   * Pays an order. Answers as soon as the intent is on disk, with the payment in `sending`; what
   * follows is read with `payments.get`. The same order again returns the same payment. Where the
   * service could not be reached before, it is asked first: if it still cannot be, the answer is
   * `service-unreachable`, there is no intent, and the order can be paid later.
   */
  'payments.pay': defineCall(
    'cashier',
    z.strictObject({
      orderId: identifierSchema,
      /** What the customer handed over, in the shop's currency; null exactly for a cash-out. */
      cash: moneySchema.nullable(),
      acknowledged: acknowledgedWarningsSchema,
    }),
    paymentSchema,
  ),
  'payments.get': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    paymentSchema,
  ),
  /** The newest first. */
  'payments.recent': defineCall(
    'cashier',
    z.strictObject({ limit: z.number().int().min(1).max(100) }),
    z.array(paymentSchema),
  ),
  /** This cashier's current payment: one being sent, or one whose result she has not seen. */
  'payments.inHand': defineCall('cashier', emptyObjectSchema, paymentSchema.nullable()),
  /** The cashier has seen the result: the counter is free for the next customer. */
  'payments.seen': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    emptyObjectSchema,
  ),
  'payments.unresolved': defineCall('cashier', emptyObjectSchema, z.array(paymentSchema)),
  /**
   * The payments of other tills of the chain by which a service's R36 to this one is explained; empty
   * without a chain, and where it does not answer at once.
   */
  'payments.paidElsewhere': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    z.array(paymentAtOtherTillSchema).max(3),
  ),
  'payments.lookUpNow': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    paymentSchema,
  ),
  /** The same external_id, key and bytes again; only if `maySendAgain`. */
  'payments.sendAgain': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    paymentSchema,
  ),
  /**
   * Takes a payment back at the service; answers the cancel, itself a payment that may become
   * unknown. Once for each payment, unless an earlier cancel was refused or not performed.
   */
  'payments.cancel': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema, reason: reasonSchema, approval: approvalSchema }),
    paymentSchema,
  ),
  /** A supervisor decides what look-ups cannot; only if `mayCloseByHand`. */
  'payments.closeByHand': defineCall(
    'cashier',
    z.strictObject({
      paymentId: identifierSchema,
      isPaid: flag,
      /** As the help line named it; only with `isPaid`. */
      authorization: z.string().trim().max(64).nullable(),
      reason: reasonSchema,
      approval: approvalSchema,
    }),
    paymentSchema,
  ),
  /** The slip of a confirmed cash-out did not come out: a supervisor lets the money go. */
  'payments.releaseCash': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema, reason: reasonSchema, approval: approvalSchema }),
    paymentSchema,
  ),
  /** The cashier confirms that the money was handed over; only if `handOver` is `now`. */
  'payments.handedOver': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    paymentSchema,
  ),
};

export const paymentEvents = {
  /** With the payment as it is now, where somebody is signed in: no screen has to ask for it then. */
  'payments.changed': defineEvent(
    z.strictObject({ paymentId: identifierSchema, payment: paymentSchema.nullable() }),
  ),
};
