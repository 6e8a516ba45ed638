import { z } from 'zod';
import { defineCall, defineEvent } from '../define-call.ts';
import { MIN_REASON_LENGTH } from '../text-lengths.ts';
import {
  anyTextSchema,
  approvalSchema,
  booleanSchema,
  emptyObjectSchema,
  identifierSchema,
  integerSchema,
  moneySchema,
} from '../value-schemas.ts';
import {
  balanceSchema,
  orderSchema,
  paymentAtOtherTillSchema,
  topUpCheckSchema,
} from './orders.ts';
import { paymentSchema, paymentStateSchema } from './payment.ts';

export const accountNumberSchema = z.string().max(64);
export const nameOnAccountSchema = z.string().max(120).nullable();
/** The warnings of an order that the cashier has seen and accepted. */
export const acknowledgedWarningsSchema = z
  .array(
    z.enum([
      'large-amount',
      'stale-rate',
      'looks-like-earlier',
      'paid-elsewhere',
      'in-basket',
      'drawer-short',
      'code-on-screen',
    ]),
  )
  .max(8);
export const reasonTextSchema = z.string().trim().min(MIN_REASON_LENGTH).max(300);

export const paymentCalls = {
  /** Requests the balance that is owed. Read-only: it may be repeated, and no money moves. */
  'payments.consult': defineCall(
    'cashier',
    z.strictObject({
      billerId: integerSchema,
      accountNumber: accountNumberSchema,
      nameOnAccount: nameOnAccountSchema,
    }),
    balanceSchema,
  ),
  /** Checks an account number against digits and mask, without a request to the service. */
  'payments.checkAccount': defineCall(
    'cashier',
    z.strictObject({
      billerId: integerSchema,
      accountNumber: accountNumberSchema,
      nameOnAccount: nameOnAccountSchema,
    }),
    z.strictObject({ accountNumber: anyTextSchema }),
  ),
  /** The value of a top-up; `not-offered` if `capabilities.topUpCheck` is false. Read-only. */
  'payments.checkTopUp': defineCall(
    'cashier',
    z.strictObject({
      billerId: integerSchema,
      accountNumber: accountNumberSchema,
      nameOnAccount: nameOnAccountSchema,
      amount: moneySchema,
    }),
    topUpCheckSchema,
  ),
  /**
   * Computes an order: rules of the biller, limits, fee, rate, warnings. A `bill` is for utilities and
   * partners; a `cash-out` only for the billers in the settings, and only while the printer is ready.
   * `balanceId` is the `id` of the balance that the amount is based on: from `payments.consult`, or
   * for a saved bill from `bills.balance`; null for the other kinds.
   */
  'payments.prepare': defineCall(
    'cashier',
    z.strictObject({
      kind: z.enum(['bill', 'top-up', 'gift-card', 'cash-out']),
      billerId: integerSchema,
      accountNumber: accountNumberSchema,
      nameOnAccount: nameOnAccountSchema,
      amount: moneySchema,
      balanceId: identifierSchema.nullable(),
    }),
    orderSchema,
  ),
  /**
   * A supervisor approves a cash-out with the warning `drawer-short`. The approval ends with the
   * order, and also if the drawer holds less when it is paid.
   */
  'payments.approveShortDrawer': defineCall(
    'cashier',
    z.strictObject({
      orderId: identifierSchema,
      reason: reasonTextSchema,
      approval: approvalSchema,
    }),
    orderSchema,
  ),
  /**
   * Pays an order. Returns as soon as the intent is on disk, with the payment in `sending`; read its
   * progress with `payments.get`. Idempotent: the same order returns the same payment. If the service
   * was unreachable before, it is probed first; if it still is, returns `service-unreachable` without
   * an intent, and the order can be paid later.
   */
  'payments.pay': defineCall(
    'cashier',
    z.strictObject({
      orderId: identifierSchema,
      /** Cash received, in the shop's currency; null only for a cash-out. */
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
  /** Newest first. */
  'payments.recent': defineCall(
    'cashier',
    z.strictObject({ limit: z.number().int().min(1).max(100) }),
    z.array(paymentSchema),
  ),
  /** This cashier's current payment: being sent, or its result was not seen yet. */
  'payments.current': defineCall('cashier', emptyObjectSchema, paymentSchema.nullable()),
  /**
   * The cashier leaves the payment, which frees the counter for the next customer. `state` is what
   * the screen showed: a certain outcome counts as seen only if the screen showed it. An outcome
   * that arrives later is to be confirmed. A payment that is being sent stays in hand.
   */
  'payments.acknowledge': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema, state: paymentStateSchema }),
    emptyObjectSchema,
  ),
  /**
   * A person has acted on a certain outcome that nobody had seen (`toConfirm`): what the customer
   * gets is given. Any cashier may confirm it. Only now its paper is printed, and the drawer opens if
   * money goes out. Confirming it again changes nothing.
   */
  'payments.confirm': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    paymentSchema,
  ),
  /**
   * Payments that need a person: with an unknown outcome, with money to hand over, or with an
   * outcome to confirm.
   */
  'payments.unresolved': defineCall('cashier', emptyObjectSchema, z.array(paymentSchema)),
  /**
   * Payments of other tills of the chain that explain the service's code R36 for this payment. Empty
   * without a chain, or if the chain does not respond at once.
   */
  'payments.paidAtOtherTills': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    z.array(paymentAtOtherTillSchema).max(3),
  ),
  'payments.lookUpNow': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    paymentSchema,
  ),
  /** Sends the same external_id, key and bytes again; only if `canResend`. */
  'payments.sendAgain': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    paymentSchema,
  ),
  /**
   * Cancels a payment at the service; `approval` is a supervisor's PIN. Returns the cancel, which is itself a payment whose outcome may
   * become unknown. Once per payment, unless an earlier cancel was refused or not performed.
   */
  'payments.cancel': defineCall(
    'cashier',
    z.strictObject({
      paymentId: identifierSchema,
      reason: reasonTextSchema,
      approval: approvalSchema,
    }),
    paymentSchema,
  ),
  /** A supervisor decides an outcome that look-ups cannot resolve; only if `canCloseByHand`. */
  'payments.closeByHand': defineCall(
    'cashier',
    z.strictObject({
      paymentId: identifierSchema,
      isPaid: booleanSchema,
      /** The authorization from the help line; only with `isPaid`. */
      authorization: z.string().trim().max(64).nullable(),
      reason: reasonTextSchema,
      approval: approvalSchema,
    }),
    paymentSchema,
  ),
  /** A supervisor releases the cash of a confirmed cash-out whose slip was not printed. */
  'payments.releaseCash': defineCall(
    'cashier',
    z.strictObject({
      paymentId: identifierSchema,
      reason: reasonTextSchema,
      approval: approvalSchema,
    }),
    paymentSchema,
  ),
  /**
   * Confirms that the cash was handed over; only if `handOver` is `now`. Returns `drawer-short` if
   * the drawer cannot hold the money of a cash-out that no supervisor approved.
   */
  'payments.confirmHandOver': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    paymentSchema,
  ),
};

export const paymentEvents = {
  /** Includes the current payment if a person is signed in, so that screens need no further call. */
  'payments.changed': defineEvent(
    z.strictObject({ paymentId: identifierSchema, payment: paymentSchema.nullable() }),
  ),
};
