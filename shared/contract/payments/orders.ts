import { z } from 'zod';
import { biller } from '../catalog.ts';
import {
  anyText,
  anyTextOrNull,
  decimalText,
  flag,
  identifier,
  instant,
  integer,
  moneyValue,
} from '../values.ts';
import { paymentKind } from './payment.ts';

/** The sum that the customer owes the biller, as the service gave it; main keeps it under `id`. */
export const balance = z.strictObject({
  id: identifier,
  billerId: integer,
  accountNumber: anyText,
  /** Null if the biller gave none. May be zero or negative. */
  amount: moneyValue.nullable(),
  /** `amount` as the service converts it, if it does and the shop's currency is its account's. */
  amountInShopCurrency: moneyValue.nullable(),
  nameOnAccount: anyTextOrNull,
  dueDate: anyTextOrNull,
  /**
   * The fee that the service names for the customer, in its account's currency. Only the shop's
   * currency can be added to what is due.
   */
  serviceFee: moneyValue.nullable(),
});
export type Balance = z.infer<typeof balance>;

/** The value of a top-up to its receiver, as the service gave it before anything was paid. */
export const topUpCheck = z.strictObject({
  /** In the receiver's currency, as are `bonus` and `total`. */
  received: moneyValue,
  bonus: moneyValue,
  total: moneyValue.nullable(),
  promotions: z.array(anyText),
});
export type TopUpCheck = z.infer<typeof topUpCheck>;

/** A payment of another till of the chain to the same biller and account. */
export const paidElsewhere = z.strictObject({
  /** As the chain calls it. */
  shop: anyText,
  posNumber: anyText,
  at: instant,
  amount: moneyValue,
  isSameAmount: flag,
  /** False: its till does not know yet how it ended. */
  isPaid: flag,
});
export type PaidElsewhere = z.infer<typeof paidElsewhere>;

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
    isSameAmount: flag,
  }),
  /** Another till of the chain paid this account lately, or may have. */
  z.strictObject({ kind: z.literal('paid-elsewhere'), ...paidElsewhere.shape }),
  /** A basket that is not finished holds the same biller and account. */
  z.strictObject({
    kind: z.literal('in-basket'),
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
  accountNumber: anyText,
  nameOnAccount: anyTextOrNull,
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
  isDrp: flag,
  /**
   * `from` in the biller's currency is `to` in the shop's: by the day's `rates`, or as the `service`
   * converted the balance.
   */
  rate: z
    .strictObject({
      from: decimalText,
      to: decimalText,
      fetchedAt: instant,
      by: z.enum(['rates', 'service']).default('rates'),
    })
    .nullable(),
  /** The fee would be the one that the service names, and it named none in the shop's currency. */
  isFeeUnnamed: flag,
  /** With `isFeeUnnamed`: the one that it names in another currency, if it does. */
  feeInOtherCurrency: moneyValue.nullable(),
  /** The sum that the customer still owes the biller afterwards, if the balance is known. */
  remains: moneyValue.nullable(),
  warnings: z.array(orderWarning),
});
export type Order = z.infer<typeof order>;
