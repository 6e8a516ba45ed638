import { z } from 'zod';
import { ACCOUNT_KINDS, PAYMENT_STATES } from '../../rules/index.ts';
import {
  anyTextSchema,
  booleanSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  moneySchema,
  nullableIntegerSchema,
  nullableTextSchema,
} from '../value-schemas.ts';

export const paymentKindSchema = z.enum(['bill', 'top-up', 'gift-card', 'cash-out', 'cancel']);
export type PaymentKind = z.infer<typeof paymentKindSchema>;

/**
 * The state of a payment. `sending` covers INTENT and SENT while this process waits for the response;
 * `unknown` and `unclear` are never failures; `by-hand` was decided by a supervisor.
 */
export const paymentStateSchema = z.enum(PAYMENT_STATES);
export type PaymentState = z.infer<typeof paymentStateSchema>;

export const unknownOutcomeReasonSchema = z.enum([
  'timed-out',
  'connection-lost',
  'server-error',
  'unreadable-answer',
  'open-code',
  'till-stopped',
  'evidence-of-earlier',
  /** A refusal that one answered look-up must confirm. */
  'checking-refusal',
]);
export type UnknownOutcomeReason = z.infer<typeof unknownOutcomeReasonSchema>;

/**
 * Whether the cashier hands money to the customer, for a cash-out or a cancel. `not-yet`: the outcome
 * is unknown. `paper-first`: confirmed, but the slip is not known to be printed, or the service's text
 * did not come (`hasTicketText`), so that only a supervisor can release it. `now`: the cashier must hand
 * it over. `done`: it was handed over. `never`: nothing is handed over.
 */
export const handOverStateSchema = z.enum([
  'none',
  'not-yet',
  'paper-first',
  'now',
  'done',
  'never',
]);
export type HandOverState = z.infer<typeof handOverStateSchema>;

/**
 * A certain outcome that no person has acted on yet, because it arrived after the cashier had left
 * the payment, or was left by a lock, a sign-out or a restart. The customer may still have to get
 * the change (`paid`) or the cash back (`not-paid`). `none`: nothing is to confirm. Always `none`
 * for a payment of a basket: `basket.end` confirms the basket. `no-code`: the
 * outcome was seen, and the code of the gift card did not come; also in a basket. It stays until a
 * person closes it.
 */
export const outcomeToConfirmSchema = z.enum(['none', 'paid', 'not-paid', 'no-code']);
export type OutcomeToConfirm = z.infer<typeof outcomeToConfirmSchema>;

/**
 * The service refunded a paid payment later, or never performed it. `amount` is in the shop's
 * currency, with the shop's fee.
 */
export const refundSchema = z.strictObject({
  /** The status in the service's row. */
  serviceStatus: anyTextSchema,
  foundAt: instantSchema,
  /** `customer`: paid, but the biller got nothing. `shop`: handed out cash that no bank pays. */
  owedTo: z.enum(['customer', 'shop']),
  /** For a cash-out: its cash was handed over before the refund was found. */
  isHandedOver: booleanSchema,
  amount: moneySchema,
  /** Null while it is owed. */
  settled: z
    .strictObject({
      how: z.enum(['handed-back', 'taken-in', 'decided']),
      at: instantSchema,
      by: anyTextSchema,
      approvedBy: nullableTextSchema,
      reason: nullableTextSchema,
    })
    .nullable(),
});
export type Refund = z.infer<typeof refundSchema>;

export const paymentSchema = z.strictObject({
  id: identifierSchema,
  /** The order that was paid; the page recognizes its own payment by it. */
  orderId: identifierSchema,
  kind: paymentKindSchema,
  state: paymentStateSchema,
  createdAt: instantSchema,
  resolvedAt: instantSchema.nullable(),
  billerId: integerSchema,
  billerName: anyTextSchema,
  accountNumber: anyTextSchema,
  /** Formatted for display, with the literals of the biller's mask. */
  accountShown: anyTextSchema,
  accountIs: z.enum(ACCOUNT_KINDS),
  amount: moneySchema,
  fee: moneySchema.nullable(),
  due: moneySchema,
  cash: moneySchema.nullable(),
  change: moneySchema.nullable(),
  cashierId: anyTextSchema,
  cashierName: anyTextSchema,
  posNumber: anyTextSchema,
  externalId: anyTextSchema,
  /** The service's transaction id: the authorization. */
  authorization: nullableTextSchema,
  hasTicketText: booleanSchema,
  /** The status of the transaction at the service; null if it returned none. */
  serviceStatus: nullableTextSchema,
  /** The R code and the message of the refusal, or of the response that left the payment open. */
  code: nullableTextSchema,
  message: nullableTextSchema,
  httpStatus: nullableIntegerSchema,
  /** No byte left the till, because the connection never opened. `state` is `rejected`. */
  isNotSent: booleanSchema,
  /** The delay that the service requested when it refused the last request (429). */
  retryAfterSeconds: nullableIntegerSchema,
  /** Why the outcome is or was unknown; null if it never was. */
  unknownBecause: unknownOutcomeReasonSchema.nullable(),
  sends: integerSchema,
  lookUps: integerSchema,
  lastLookUpAt: instantSchema.nullable(),
  nextLookUpAt: instantSchema.nullable(),
  /** When the request's signature expires; an empty look-up after that is conclusive. */
  certainAt: instantSchema.nullable(),
  /** The same request can be sent again safely now. */
  canResend: booleanSchema,
  /** A supervisor may close it by hand, because time and look-ups cannot resolve it. */
  canCloseByHand: booleanSchema,
  /** It can be cancelled now: paid today, not cancelled yet, and the service version has cancels. */
  canCancel: booleanSchema,
  /** For a cancel: the payment that it cancels. */
  cancels: identifierSchema.nullable(),
  /** The newest cancel of this payment; null if there is none. */
  cancelledBy: z
    .strictObject({ paymentId: identifierSchema, state: paymentStateSchema })
    .nullable(),
  /** It is also reconciled directly with the biller. */
  isDrp: booleanSchema,
  /** Set if the service refunded it later; otherwise null. */
  refund: refundSchema.nullable(),
  /** Until then the till polls its row for a refund; null if it does not poll. */
  watchedUntil: instantSchema.nullable(),
  handOver: handOverStateSchema,
  /** `payments.confirm` confirms it. */
  toConfirm: outcomeToConfirmSchema,
  /** The basket that paid it together with others; `basket.get` returns the money. */
  basket: z
    .strictObject({ id: identifierSchema, number: z.number().int(), of: z.number().int() })
    .nullable(),
  paper: z.enum(['none', 'waiting', 'printing', 'printed', 'unconfirmed', 'refused', 'failed']),
});
export type Payment = z.infer<typeof paymentSchema>;
