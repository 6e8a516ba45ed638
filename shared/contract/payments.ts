import { z } from 'zod';
import { biller } from './catalog.ts';
import { call, event } from './define.ts';
import { decimalText, identifier, instant, moneyValue, nothing } from './values.ts';

export const paymentKind = z.enum(['bill', 'top-up', 'gift-card', 'cash-out', 'cancel']);
export type PaymentKind = z.infer<typeof paymentKind>;

/**
 * Where a payment stands. `sending` covers INTENT and SENT while this run of the program waits for
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

/** What the customer owes at the biller, as the service told it; kept by main under `id`. */
export const balance = z.strictObject({
  id: identifier,
  billerId: z.number().int(),
  accountNumber: z.string(),
  /** Null where the biller gave none. May be zero or negative. */
  amount: moneyValue.nullable(),
  nameOnAccount: z.string().nullable(),
  dueDate: z.string().nullable(),
  /** The fee that the service names for the customer, in the shop's currency. */
  serviceFee: moneyValue.nullable(),
});
export type Balance = z.infer<typeof balance>;

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
  /** On top, for the shop; in the shop's currency. Null where there is none. */
  fee: moneyValue.nullable(),
  /** `amount` in the shop's currency; equal to it where the currencies are one. */
  amountInShopCurrency: moneyValue,
  /** What the customer hands over: amount and fee, in the shop's currency. */
  due: moneyValue,
  rate: z.strictObject({ from: decimalText, to: decimalText, fetchedAt: instant }).nullable(),
  /** What the customer leaves owing at the biller, where the balance is known. */
  remains: moneyValue.nullable(),
  warnings: z.array(orderWarning),
});
export type Order = z.infer<typeof order>;

export const payment = z.strictObject({
  id: identifier,
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
  /** The service's own status word of the transaction, where it gave one. */
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
  /** After this the request's signature has died: an empty look-up makes it certain. */
  certainAt: instant.nullable(),
  /** Sending the same request again is safe now and may be offered. */
  maySendAgain: z.boolean(),
  paper: z.enum(['none', 'waiting', 'printing', 'printed', 'unconfirmed', 'refused', 'failed']),
});
export type Payment = z.infer<typeof payment>;

const accountNumber = z.string().max(64);
const nameOnAccount = z.string().max(120).nullable();

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
  /** Works out an order: rules of the biller, limits, fee, rate, warnings. */
  'payments.prepare': call(
    'cashier',
    z.strictObject({
      kind: z.enum(['bill']),
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
   * follows is read with `payments.get`. The same order again answers the same payment.
   */
  'payments.pay': call(
    'cashier',
    z.strictObject({
      orderId: identifier,
      /** What the customer handed over, in the shop's currency. */
      cash: moneyValue,
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
  /** What this cashier has in hand: a payment that is being sent, or whose result was not yet seen. */
  'payments.inHand': call('cashier', nothing, payment.nullable()),
  /** The cashier has seen the result: the counter is free for the next customer. */
  'payments.seen': call('cashier', z.strictObject({ paymentId: identifier }), nothing),
  'payments.unresolved': call('cashier', nothing, z.array(payment)),
  'payments.lookUpNow': call('cashier', z.strictObject({ paymentId: identifier }), payment),
  /** The same external_id, key and bytes again; only where `maySendAgain`. */
  'payments.sendAgain': call('cashier', z.strictObject({ paymentId: identifier }), payment),
};

export const paymentEvents = {
  'payments.changed': event(z.strictObject({ paymentId: identifier })),
};
