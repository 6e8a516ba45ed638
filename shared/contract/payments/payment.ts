import { z } from 'zod';
import { ACCOUNT_KINDS, PAYMENT_STATES } from '../../rules/index.ts';
import {
  anyText,
  anyTextOrNull,
  flag,
  identifierSchema,
  instantSchema,
  integer,
  integerOrNull,
  moneySchema,
} from '../values.ts';

export const paymentKindSchema = z.enum(['bill', 'top-up', 'gift-card', 'cash-out', 'cancel']);
export type PaymentKind = z.infer<typeof paymentKindSchema>;

/**
 * The state of a payment. `sending` covers INTENT and SENT while this run of the program waits for
 * the answer; `unknown` and `unclear` are never failures; `by-hand` was decided by a supervisor.
 */
export const paymentStateSchema = z.enum(PAYMENT_STATES);
export type PaymentState = z.infer<typeof paymentStateSchema>;

export const unknownReasonSchema = z.enum([
  'timed-out',
  'connection-lost',
  'server-error',
  'unreadable-answer',
  'open-code',
  'till-stopped',
  'evidence-of-earlier',
  /** A refusal that one answered look-up has to confirm. */
  'checking-refusal',
]);
export type UnknownReason = z.infer<typeof unknownReasonSchema>;

/**
 * Whether money goes from the drawer to the customer, for a cash-out and for a cancel.
 * `not-yet`: the outcome is not known. `paper-first`: confirmed, and the slip is not known to have
 * come out. `now`: hand it over. `done`: the cashier has. `never`: nothing is handed over.
 */
export const handOverSchema = z.enum(['none', 'not-yet', 'paper-first', 'now', 'done', 'never']);
export type HandOver = z.infer<typeof handOverSchema>;

/**
 * The service gave a paid payment back later, or never performed it. `amount` is in the shop's
 * currency, with the shop's fee.
 */
export const refundSchema = z.strictObject({
  /** The service's own word. */
  serviceStatus: anyText,
  foundAt: instantSchema,
  /** `customer`: he paid, and the biller was not paid. `shop`: he was given cash by no bank. */
  owedTo: z.enum(['customer', 'shop']),
  /** Of a cash-out: its cash had been handed over by then. */
  isHandedOver: flag,
  amount: moneySchema,
  /** Null as long as it is owed. */
  settled: z
    .strictObject({
      how: z.enum(['handed-back', 'taken-in', 'decided']),
      at: instantSchema,
      by: anyText,
      approvedBy: anyTextOrNull,
      reason: anyTextOrNull,
    })
    .nullable(),
});
export type Refund = z.infer<typeof refundSchema>;

export const paymentSchema = z.strictObject({
  id: identifierSchema,
  /** The order that it was made of, by which the page knows its own. */
  orderId: identifierSchema,
  kind: paymentKindSchema,
  state: paymentStateSchema,
  createdAt: instantSchema,
  resolvedAt: instantSchema.nullable(),
  billerId: integer,
  billerName: anyText,
  accountNumber: anyText,
  /** With the literals of the biller's mask, as it is shown. */
  accountShown: anyText,
  accountIs: z.enum(ACCOUNT_KINDS),
  amount: moneySchema,
  fee: moneySchema.nullable(),
  due: moneySchema,
  cash: moneySchema.nullable(),
  change: moneySchema.nullable(),
  cashierId: anyText,
  cashierName: anyText,
  posNumber: anyText,
  externalId: anyText,
  /** The service's transaction id: the authorization. */
  authorization: anyTextOrNull,
  hasTicketText: flag,
  /** The service's own status word of the transaction, if it gave one. */
  serviceStatus: anyTextOrNull,
  /** The R code and the message of a refusal, or of the answer that left it open. */
  code: anyTextOrNull,
  message: anyTextOrNull,
  httpStatus: integerOrNull,
  /** It is certain that not a byte left the till: its connection never opened. `state` is `rejected`. */
  isNotSent: flag,
  /** How long the service asked to wait when it refused the last request (429). */
  retryAfterSeconds: integerOrNull,
  /** Why the outcome is not known; null unless it is or was unknown. */
  unknownBecause: unknownReasonSchema.nullable(),
  sends: integer,
  lookUps: integer,
  lastLookUpAt: instantSchema.nullable(),
  nextLookUpAt: instantSchema.nullable(),
  /** After this the request's signature has expired, so that an empty look-up is certain. */
  certainAt: instantSchema.nullable(),
  /** Sending the same request again is safe now and may be offered. */
  maySendAgain: flag,
  /** A supervisor may close it by hand: time and look-ups will not conclude it. */
  mayCloseByHand: flag,
  /** It may be taken back now: paid today, in a version that cancels, and not taken back yet. */
  mayCancel: flag,
  /** The payment that this cancel takes back. */
  cancels: identifierSchema.nullable(),
  /** The newest cancel of this payment. */
  cancelledBy: z
    .strictObject({ paymentId: identifierSchema, state: paymentStateSchema })
    .nullable(),
  /** To be reconciled directly with the biller as well. */
  isDrp: flag,
  /** What the service later did with it; null as long as it stands. */
  refund: refundSchema.nullable(),
  /** The till reads its row again until then, for a refund; null if it does not. */
  watchedUntil: instantSchema.nullable(),
  handOver: handOverSchema,
  /** Paid together with others, of one tender: `basket.get` has its money. */
  basket: z
    .strictObject({ id: identifierSchema, number: z.number().int(), of: z.number().int() })
    .nullable(),
  paper: z.enum(['none', 'waiting', 'printing', 'printed', 'unconfirmed', 'refused', 'failed']),
});
export type Payment = z.infer<typeof paymentSchema>;
