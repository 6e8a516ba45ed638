import { z } from 'zod';
import { biller } from './catalog.ts';
import { call, event } from './define.ts';
import { LEAST_REASON } from './limits.ts';
import { approval, decimalText, identifier, instant, moneyValue, nothing } from './values.ts';

export const paymentKind = z.enum(['bill', 'top-up', 'gift-card', 'cash-out', 'cancel']);
export type PaymentKind = z.infer<typeof paymentKind>;

/**
 * The state of a payment. `sending` covers INTENT and SENT while this run of the program waits for
 * the answer; `unknown` and `unclear` are never failures; `by-hand` was decided by a supervisor.
 */
export const paymentState = z.enum([
  'sending',
  'unknown',
  'unclear',
  'paid',
  'rejected',
  'not-performed',
  'by-hand-paid',
  'by-hand-not-paid',
]);
export type PaymentState = z.infer<typeof paymentState>;

/** The sum that the customer owes the biller, as the service gave it; main keeps it under `id`. */
export const balance = z.strictObject({
  id: identifier,
  billerId: z.number().int(),
  accountNumber: z.string(),
  /** Null if the biller gave none. May be zero or negative. */
  amount: moneyValue.nullable(),
  nameOnAccount: z.string().nullable(),
  dueDate: z.string().nullable(),
  /** The fee that the service names for the customer, in the shop's currency. */
  serviceFee: moneyValue.nullable(),
});
export type Balance = z.infer<typeof balance>;

/** The value of a top-up to its receiver, as the service gave it before anything was paid. */
export const topUpCheck = z.strictObject({
  /** In the receiver's currency, as are `bonus` and `total`. */
  received: moneyValue,
  bonus: moneyValue,
  total: moneyValue.nullable(),
  promotions: z.array(z.string()),
});
export type TopUpCheck = z.infer<typeof topUpCheck>;

/** Our own facts about the customer's data and amount that the cashier must see before paying. */
export const orderWarning = z.discriminatedUnion('kind', [
  /** Above 1500 USD at the cached rate (R14). */
  z.strictObject({ kind: z.literal('large-amount'), usd: moneyValue }),
  z.strictObject({ kind: z.literal('stale-rate'), fetchedAt: instant }),
  /** Same biller, account and amount within the hour, or same account within five minutes. */
  z.strictObject({
    kind: z.literal('looks-like-earlier'),
    paymentId: identifier,
    at: instant,
    amount: moneyValue,
    isSameAmount: z.boolean(),
  }),
]);
export type OrderWarning = z.infer<typeof orderWarning>;

/**
 * What would be paid, worked out by main and held there under `id`. Paying takes this id, and one
 * order is paid at most once, however often and from wherever it is asked.
 */
export const order = z.strictObject({
  id: identifier,
  kind: paymentKind,
  biller,
  accountNumber: z.string(),
  nameOnAccount: z.string().nullable(),
  /** Goes to the service. In the biller's currency. */
  amount: moneyValue,
  /** On top, for the shop; in the shop's currency. Null if there is none. */
  fee: moneyValue.nullable(),
  /** `amount` in the shop's currency; equal to it if both currencies are the same. */
  amountInShopCurrency: moneyValue,
  /**
   * What the customer hands over: amount and fee, in the shop's currency. Of a cash-out, what the
   * customer is handed.
   */
  due: moneyValue,
  /** One of the two billers that take any amount, and are reconciled directly as well. */
  isDrp: z.boolean(),
  rate: z.strictObject({ from: decimalText, to: decimalText, fetchedAt: instant }).nullable(),
  /** The sum that the customer still owes the biller afterwards, if the balance is known. */
  remains: moneyValue.nullable(),
  warnings: z.array(orderWarning),
});
export type Order = z.infer<typeof order>;

/**
 * Whether money goes from the drawer to the customer, for a cash-out and for a cancel.
 * `not-yet`: the outcome is not known. `paper-first`: confirmed, and the slip is not known to have
 * come out. `now`: hand it over. `done`: the cashier has. `never`: nothing is handed over.
 */
export const handOver = z.enum(['none', 'not-yet', 'paper-first', 'now', 'done', 'never']);
export type HandOver = z.infer<typeof handOver>;

export const payment = z.strictObject({
  id: identifier,
  /** The order that it was made of, by which the page knows its own. */
  orderId: identifier,
  kind: paymentKind,
  state: paymentState,
  createdAt: instant,
  resolvedAt: instant.nullable(),
  billerId: z.number().int(),
  billerName: z.string(),
  accountNumber: z.string(),
  amount: moneyValue,
  fee: moneyValue.nullable(),
  due: moneyValue,
  cash: moneyValue.nullable(),
  change: moneyValue.nullable(),
  cashierId: z.string(),
  cashierName: z.string(),
  posNumber: z.string(),
  externalId: z.string(),
  /** The service's transaction id: the authorization. */
  authorization: z.string().nullable(),
  hasTicketText: z.boolean(),
  /** The service's own status word of the transaction, if it gave one. */
  serviceStatus: z.string().nullable(),
  /** The R code and the message of a refusal, or of the answer that left it open. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  httpStatus: z.number().int().nullable(),
  /** Why the outcome is not known; null unless it is or was unknown. */
  unknownBecause: z
    .enum([
      'timed-out',
      'connection-lost',
      'server-error',
      'unreadable-answer',
      'open-code',
      'till-stopped',
      'evidence-of-earlier',
    ])
    .nullable(),
  sends: z.number().int(),
  lookUps: z.number().int(),
  lastLookUpAt: instant.nullable(),
  nextLookUpAt: instant.nullable(),
  /** After this the request's signature has expired, so that an empty look-up is certain. */
  certainAt: instant.nullable(),
  /** Sending the same request again is safe now and may be offered. */
  maySendAgain: z.boolean(),
  /** A supervisor may close it by hand: time and look-ups will not conclude it. */
  mayCloseByHand: z.boolean(),
  /** It may be taken back now: paid today, in a version that cancels, and not taken back yet. */
  mayCancel: z.boolean(),
  /** The payment that this cancel takes back. */
  cancels: identifier.nullable(),
  /** The newest cancel of this payment. */
  cancelledBy: z.strictObject({ paymentId: identifier, state: paymentState }).nullable(),
  /** To be reconciled directly with the biller as well. */
  isDrp: z.boolean(),
  handOver,
  paper: z.enum(['none', 'waiting', 'printing', 'printed', 'unconfirmed', 'refused', 'failed']),
});
export type Payment = z.infer<typeof payment>;

const accountNumber = z.string().max(64);
const nameOnAccount = z.string().max(120).nullable();
const reason = z.string().trim().min(LEAST_REASON).max(300);

export const paymentCalls = {
  /** Looks up what is owed. A read: it may be repeated, and no money moves. */
  'payments.consult': call(
    'cashier',
    z.strictObject({ billerId: z.number().int(), accountNumber, nameOnAccount }),
    balance,
  ),
  /** Checks an account number against digits and mask without asking the service. */
  'payments.checkAccount': call(
    'cashier',
    z.strictObject({ billerId: z.number().int(), accountNumber, nameOnAccount }),
    z.strictObject({ accountNumber: z.string() }),
  ),
  /** What a top-up would bring; `not-offered` where `capabilities.topUpCheck` is false. A read. */
  'payments.checkTopUp': call(
    'cashier',
    z.strictObject({
      billerId: z.number().int(),
      accountNumber,
      nameOnAccount,
      amount: moneyValue,
    }),
    topUpCheck,
  ),
  /**
   * Works out an order: rules of the biller, limits, fee, rate, warnings. A `bill` is for utilities
   * and partners; a `cash-out` only for the billers of the settings, and only while the printer is
   * ready. `balanceId` is the look-up that the amount was chosen by: for a bill that the shop keeps
   * the one of `bills.balance`; null for the other kinds.
   */
  'payments.prepare': call(
    'cashier',
    z.strictObject({
      kind: z.enum(['bill', 'top-up', 'gift-card', 'cash-out']),
      billerId: z.number().int(),
      accountNumber,
      nameOnAccount,
      amount: moneyValue,
      balanceId: identifier.nullable(),
    }),
    order,
  ),
  /**
   * Pays an order. Answers as soon as the intent is on disk, with the payment in `sending`; what
   * follows is read with `payments.get`. The same order again returns the same payment.
   */
  'payments.pay': call(
    'cashier',
    z.strictObject({
      orderId: identifier,
      /** What the customer handed over, in the shop's currency; null exactly for a cash-out. */
      cash: moneyValue.nullable(),
      /** The warnings that the cashier has seen and decided on. */
      acknowledged: z.array(z.enum(['large-amount', 'stale-rate', 'looks-like-earlier'])).max(8),
    }),
    payment,
  ),
  'payments.get': call('cashier', z.strictObject({ paymentId: identifier }), payment),
  /** The newest first. */
  'payments.recent': call(
    'cashier',
    z.strictObject({ limit: z.number().int().min(1).max(100) }),
    z.array(payment),
  ),
  /** This cashier's current payment: one being sent, or one whose result she has not seen. */
  'payments.inHand': call('cashier', nothing, payment.nullable()),
  /** The cashier has seen the result: the counter is free for the next customer. */
  'payments.seen': call('cashier', z.strictObject({ paymentId: identifier }), nothing),
  'payments.unresolved': call('cashier', nothing, z.array(payment)),
  'payments.lookUpNow': call('cashier', z.strictObject({ paymentId: identifier }), payment),
  /** The same external_id, key and bytes again; only if `maySendAgain`. */
  'payments.sendAgain': call('cashier', z.strictObject({ paymentId: identifier }), payment),
  /**
   * Takes a payment back at the service; answers the cancel, itself a payment that may become
   * unknown. Once for each payment, unless an earlier cancel was refused or not performed.
   */
  'payments.cancel': call(
    'cashier',
    z.strictObject({ paymentId: identifier, reason, approval }),
    payment,
  ),
  /** A supervisor decides what look-ups cannot; only if `mayCloseByHand`. */
  'payments.closeByHand': call(
    'cashier',
    z.strictObject({
      paymentId: identifier,
      isPaid: z.boolean(),
      /** As the help line named it; only with `isPaid`. */
      authorization: z.string().trim().max(64).nullable(),
      reason,
      approval,
    }),
    payment,
  ),
  /** The slip of a confirmed cash-out did not come out: a supervisor lets the money go. */
  'payments.releaseCash': call(
    'cashier',
    z.strictObject({ paymentId: identifier, reason, approval }),
    payment,
  ),
  /** The cashier confirms that the money was handed over; only if `handOver` is `now`. */
  'payments.handedOver': call('cashier', z.strictObject({ paymentId: identifier }), payment),
};

export const paymentEvents = {
  'payments.changed': event(z.strictObject({ paymentId: identifier })),
};
