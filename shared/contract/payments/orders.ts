import { z } from 'zod';
import { billerSchema } from '../catalog.ts';
import { drawerShortageSchema } from '../drawer-shortage.ts';
import { printerUnreadyReasonSchema } from '../paper-reasons.ts';
import {
  anyTextSchema,
  booleanSchema,
  decimalSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  moneySchema,
  nullableTextSchema,
} from '../value-schemas.ts';
import { paymentKindSchema } from './payment.ts';

/** The sum that the customer owes the biller, as the service returned it; main stores it by `id`. */
export const balanceSchema = z.strictObject({
  id: identifierSchema,
  billerId: integerSchema,
  accountNumber: anyTextSchema,
  /** Null if the biller returned none. May be zero or negative. */
  amount: moneySchema.nullable(),
  /**
   * `amount` as converted by the service; null if the service does not convert it, or if the shop's
   * currency is not that of its account.
   */
  amountInShopCurrency: moneySchema.nullable(),
  nameOnAccount: nullableTextSchema,
  dueDate: nullableTextSchema,
  /**
   * The customer's fee that the service returns, in the account's currency. Added to what is due only
   * if that is the shop's currency.
   */
  serviceFee: moneySchema.nullable(),
});
export type Balance = z.infer<typeof balanceSchema>;

/** The value of a top-up for its receiver, as the service returned it before payment. */
export const topUpCheckSchema = z.strictObject({
  /** In the receiver's currency, like `bonus` and `total`. */
  received: moneySchema,
  bonus: moneySchema,
  total: moneySchema.nullable(),
  promotions: z.array(anyTextSchema),
});
export type TopUpCheck = z.infer<typeof topUpCheckSchema>;

/** A payment of another till of the chain to the same biller and account. */
export const paymentAtOtherTillSchema = z.strictObject({
  /** The name of the shop in the chain. */
  shop: anyTextSchema,
  posNumber: anyTextSchema,
  at: instantSchema,
  amount: moneySchema,
  isSameAmount: booleanSchema,
  /** False if its outcome is still unknown. */
  isPaid: booleanSchema,
});
export type PaymentAtOtherTill = z.infer<typeof paymentAtOtherTillSchema>;

/** Warnings of the till about an order, which the cashier must see before paying. */
export const orderWarningSchema = z.discriminatedUnion('kind', [
  /** Above 1500 USD at the cached rate (R14). */
  z.strictObject({ kind: z.literal('large-amount'), usd: moneySchema }),
  z.strictObject({ kind: z.literal('stale-rate'), fetchedAt: instantSchema }),
  /** Same biller, account and amount within an hour, or same biller and account within five minutes. */
  z.strictObject({
    kind: z.literal('looks-like-earlier'),
    paymentId: identifierSchema,
    at: instantSchema,
    amount: moneySchema,
    isSameAmount: booleanSchema,
  }),
  /** Another till of the chain recently paid this account, or may have. */
  z.strictObject({ kind: z.literal('paid-elsewhere'), ...paymentAtOtherTillSchema.shape }),
  /** An unfinished basket contains the same biller and account. */
  z.strictObject({
    kind: z.literal('in-basket'),
    amount: moneySchema,
    isSameAmount: z.boolean(),
  }),
  /**
   * For a cash-out: the drawer is not expected to hold its sum. `payments.pay` refuses it with the
   * problem of the same name, unless a supervisor approved it (`payments.approveShortDrawer`).
   */
  drawerShortageSchema,
  /**
   * For a gift card: the printer cannot print its code now. Once acknowledged, the card is sold
   * without asking the printer again, and its code is shown on the screen. Not in a basket.
   */
  z.strictObject({ kind: z.literal('code-on-screen'), reason: printerUnreadyReasonSchema }),
]);
export type OrderWarning = z.infer<typeof orderWarningSchema>;

/**
 * A payment before it is made, computed by main and stored there by `id`. `payments.pay` takes this
 * id. One order is paid at most once, no matter how often `payments.pay` is called.
 */
export const orderSchema = z.strictObject({
  id: identifierSchema,
  kind: paymentKindSchema,
  biller: billerSchema,
  accountNumber: anyTextSchema,
  nameOnAccount: nullableTextSchema,
  /** The amount sent to the service, in the biller's currency. */
  amount: moneySchema,
  /** The shop's fee on top, in the shop's currency; null if there is none. */
  fee: moneySchema.nullable(),
  /** `amount` in the shop's currency; equal to `amount` if both currencies are the same. */
  amountInShopCurrency: moneySchema,
  /** What the customer pays: amount and fee, in the shop's currency. For a cash-out, what he receives. */
  due: moneySchema,
  /** The biller is one of the two DRP billers, which accept any amount and are also reconciled directly. */
  isDrp: booleanSchema,
  /**
   * `from` in the biller's currency equals `to` in the shop's, according to the day's `rates` or to the
   * `service`, which converted the balance. Null if both currencies are the same.
   */
  rate: z
    .strictObject({
      from: decimalSchema,
      to: decimalSchema,
      fetchedAt: instantSchema,
      by: z.enum(['rates', 'service']).default('rates'),
    })
    .nullable(),
  /** The settings use the service's fee, but it returned none in the shop's currency. */
  isFeeUnnamed: booleanSchema,
  /** With `isFeeUnnamed`: the service's fee in another currency, if there is one. */
  feeInOtherCurrency: moneySchema.nullable(),
  /** The sum that the customer owes the biller afterwards; null if the balance is unknown. */
  remains: moneySchema.nullable(),
  warnings: z.array(orderWarningSchema),
});
export type Order = z.infer<typeof orderSchema>;
