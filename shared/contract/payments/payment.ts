import { z } from 'zod';
import { ACCOUNT_IS, PAYMENT_STATES } from '../../rules/index.ts';
import {
  anyText,
  anyTextOrNull,
  flag,
  identifier,
  instant,
  integer,
  integerOrNull,
  moneyValue,
} from '../values.ts';

export const paymentKind = z.enum(['bill', 'top-up', 'gift-card', 'cash-out', 'cancel']);
export type PaymentKind = z.infer<typeof paymentKind>;

/**
 * The state of a payment. `sending` covers INTENT and SENT while this run of the program waits for
 * the answer; `unknown` and `unclear` are never failures; `by-hand` was decided by a supervisor.
 */
export const paymentState = z.enum(PAYMENT_STATES);
export type PaymentState = z.infer<typeof paymentState>;

export const unknownBecause = z.enum([
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
export type UnknownBecause = z.infer<typeof unknownBecause>;

/**
 * Whether money goes from the drawer to the customer, for a cash-out and for a cancel.
 * `not-yet`: the outcome is not known. `paper-first`: confirmed, and the slip is not known to have
 * come out. `now`: hand it over. `done`: the cashier has. `never`: nothing is handed over.
 */
export const handOver = z.enum(['none', 'not-yet', 'paper-first', 'now', 'done', 'never']);
export type HandOver = z.infer<typeof handOver>;

/**
 * The service gave a paid payment back later, or never performed it. `amount` is in the shop's
 * currency, with the shop's fee.
 */
export const refund = z.strictObject({
  /** The service's own word. */
  serviceStatus: anyText,
  foundAt: instant,
  /** `customer`: he paid, and the biller was not paid. `shop`: he was given cash by no bank. */
  owedTo: z.enum(['customer', 'shop']),
  /** Of a cash-out: its cash had been handed over by then. */
  isHandedOver: flag,
  amount: moneyValue,
  /** Null as long as it is owed. */
  settled: z
    .strictObject({
      how: z.enum(['handed-back', 'taken-in', 'decided']),
      at: instant,
      by: anyText,
      approvedBy: anyTextOrNull,
      reason: anyTextOrNull,
    })
    .nullable(),
});
export type Refund = z.infer<typeof refund>;

export const payment = z.strictObject({
  id: identifier,
  /** The order that it was made of, by which the page knows its own. */
  orderId: identifier,
  kind: paymentKind,
  state: paymentState,
  createdAt: instant,
  resolvedAt: instant.nullable(),
  billerId: integer,
  billerName: anyText,
  accountNumber: anyText,
  /** With the literals of the biller's mask, as it is shown. */
  accountShown: anyText,
  accountIs: z.enum(ACCOUNT_IS),
  amount: moneyValue,
  fee: moneyValue.nullable(),
  due: moneyValue,
  cash: moneyValue.nullable(),
  change: moneyValue.nullable(),
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
  unknownBecause: unknownBecause.nullable(),
  sends: integer,
  lookUps: integer,
  lastLookUpAt: instant.nullable(),
  nextLookUpAt: instant.nullable(),
  /** After this the request's signature has expired, so that an empty look-up is certain. */
  certainAt: instant.nullable(),
  /** Sending the same request again is safe now and may be offered. */
  maySendAgain: flag,
  /** A supervisor may close it by hand: time and look-ups will not conclude it. */
  mayCloseByHand: flag,
  /** It may be taken back now: paid today, in a version that cancels, and not taken back yet. */
  mayCancel: flag,
  /** The payment that this cancel takes back. */
  cancels: identifier.nullable(),
  /** The newest cancel of this payment. */
  cancelledBy: z.strictObject({ paymentId: identifier, state: paymentState }).nullable(),
  /** To be reconciled directly with the biller as well. */
  isDrp: flag,
  /** What the service later did with it; null as long as it stands. */
  refund: refund.nullable(),
  /** The till reads its row again until then, for a refund; null if it does not. */
  watchedUntil: instant.nullable(),
  handOver,
  /** Paid together with others, of one tender: `basket.get` has its money. */
  basket: z
    .strictObject({ id: identifier, number: z.number().int(), of: z.number().int() })
    .nullable(),
  paper: z.enum(['none', 'waiting', 'printing', 'printed', 'unconfirmed', 'refused', 'failed']),
});
export type Payment = z.infer<typeof payment>;
