import { z } from 'zod';
import { billerSchema } from '../catalog.ts';
import {
  anyText,
  anyTextOrNull,
  decimalSchema,
  flag,
  identifierSchema,
  instantSchema,
  integer,
  moneySchema,
} from '../values.ts';
import { paymentKindSchema } from './payment.ts';

/** The sum that the customer owes the biller, as the service gave it; main keeps it under `id`. */
export const balanceSchema = z.strictObject({
  id: identifierSchema,
  billerId: integer,
  accountNumber: anyText,
  /** Null if the biller gave none. May be zero or negative. */
  amount: moneySchema.nullable(),
  /** `amount` as the service converts it, if it does and the shop's currency is its account's. */
  amountInShopCurrency: moneySchema.nullable(),
  nameOnAccount: anyTextOrNull,
  dueDate: anyTextOrNull,
  /**
   * The fee that the service names for the customer, in its account's currency. Only the shop's
   * currency can be added to what is due.
   */
  serviceFee: moneySchema.nullable(),
});
export type Balance = z.infer<typeof balanceSchema>;

/** The value of a top-up to its receiver, as the service gave it before anything was paid. */
export const topUpCheckSchema = z.strictObject({
  /** In the receiver's currency, as are `bonus` and `total`. */
  received: moneySchema,
  bonus: moneySchema,
  total: moneySchema.nullable(),
  promotions: z.array(anyText),
});
export type TopUpCheck = z.infer<typeof topUpCheckSchema>;

/** A payment of another till of the chain to the same biller and account. */
export const paymentAtOtherTillSchema = z.strictObject({
  /** As the chain calls it. */
  shop: anyText,
  posNumber: anyText,
  at: instantSchema,
  amount: moneySchema,
  isSameAmount: flag,
  /** False: its till does not know yet how it ended. */
  isPaid: flag,
});
export type PaymentAtOtherTill = z.infer<typeof paymentAtOtherTillSchema>;

/** Our own facts about the customer's data and amount that the cashier must see before paying. */
export const orderWarningSchema = z.discriminatedUnion('kind', [
  /** Above 1500 USD at the cached rate (R14). */
  z.strictObject({ kind: z.literal('large-amount'), usd: moneySchema }),
  z.strictObject({ kind: z.literal('stale-rate'), fetchedAt: instantSchema }),
  /** Same biller, account and amount within the hour, or same account within five minutes. */
  z.strictObject({
    kind: z.literal('looks-like-earlier'),
    paymentId: identifierSchema,
    at: instantSchema,
    amount: moneySchema,
    isSameAmount: flag,
  }),
  /** Another till of the chain paid this account lately, or may have. */
  z.strictObject({ kind: z.literal('paid-elsewhere'), ...paymentAtOtherTillSchema.shape }),
  /** A basket that is not finished holds the same biller and account. */
  z.strictObject({
    kind: z.literal('in-basket'),
    amount: moneySchema,
    isSameAmount: z.boolean(),
  }),
]);
export type OrderWarning = z.infer<typeof orderWarningSchema>;

/**
 * What would be paid, worked out by main and held there under `id`. Paying takes this id, and one
 * order is paid at most once, however often and from wherever it is asked.
 */
export const orderSchema = z.strictObject({
  id: identifierSchema,
  kind: paymentKindSchema,
  biller: billerSchema,
  accountNumber: anyText,
  nameOnAccount: anyTextOrNull,
  /** Goes to the service. In the biller's currency. */
  amount: moneySchema,
  /** On top, for the shop; in the shop's currency. Null if there is none. */
  fee: moneySchema.nullable(),
  /** `amount` in the shop's currency; equal to it if both currencies are the same. */
  amountInShopCurrency: moneySchema,
  /**
   * What the customer hands over: amount and fee, in the shop's currency. Of a cash-out, what the
   * customer is handed.
   */
  due: moneySchema,
  /** One of the two billers that take any amount, and are reconciled directly as well. */
  isDrp: flag,
  /**
   * `from` in the biller's currency is `to` in the shop's: by the day's `rates`, or as the `service`
   * converted the balance.
   */
  rate: z
    .strictObject({
      from: decimalSchema,
      to: decimalSchema,
      fetchedAt: instantSchema,
      by: z.enum(['rates', 'service']).default('rates'),
    })
    .nullable(),
  /** The fee would be the one that the service names, and it named none in the shop's currency. */
  isFeeUnnamed: flag,
  /** With `isFeeUnnamed`: the one that it names in another currency, if it does. */
  feeInOtherCurrency: moneySchema.nullable(),
  /** The sum that the customer still owes the biller afterwards, if the balance is known. */
  remains: moneySchema.nullable(),
  warnings: z.array(orderWarningSchema),
});
export type Order = z.infer<typeof orderSchema>;
