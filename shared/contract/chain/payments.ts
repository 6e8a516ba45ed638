import { z } from 'zod';
import { historyFilterSchema, shopDateSchema } from '../history.ts';
import { paymentKindSchema } from '../payments/index.ts';
import {
  anyTextSchema,
  decimalSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  moneySchema,
  nullableTextSchema,
} from '../value-schemas.ts';

export const chainTillRefSchema = z.object({
  tillId: identifierSchema,
  shop: anyTextSchema,
  posNumber: anyTextSchema,
});

/** `open`: unresolved. */
export const chainPaymentStateSchema = z.enum([
  'open',
  'paid',
  'rejected',
  'not-performed',
  'by-hand-paid',
  'by-hand-not-paid',
]);

export const chainPaymentSchema = z.object({
  id: identifierSchema,
  till: chainTillRefSchema,
  kind: paymentKindSchema,
  state: chainPaymentStateSchema,
  createdAt: instantSchema,
  billerId: integerSchema,
  billerName: anyTextSchema,
  /** After 100 days, only the last four digits. */
  account: anyTextSchema,
  amount: moneySchema,
  /** What the customer paid, with the fee, or received for a cash-out or a cancel. */
  due: moneySchema,
  externalId: anyTextSchema,
  authorization: nullableTextSchema,
  cashierName: anyTextSchema,
  code: nullableTextSchema,
  /** Set if the service refunded it later. `settled`: how its money was settled; null while owed. */
  refund: z
    .object({ settled: z.enum(['handed-back', 'taken-in', 'decided']).nullable() })
    .nullable(),
  /** The performed payment of the kind `cancel` that cancelled it; null if none did. */
  cancelledBy: identifierSchema.nullable(),
});
export type ChainPayment = z.infer<typeof chainPaymentSchema>;

/** A null field does not filter. */
export const chainPaymentFilterSchema = z.strictObject({
  /** The first and the last day, both included, in this till's time zone. */
  from: shopDateSchema.nullable(),
  to: shopDateSchema.nullable(),
  shop: z.string().max(120).nullable(),
  kind: paymentKindSchema.nullable(),
  /** As in the till's own history; `paid` is without refunded payments. */
  state: historyFilterSchema.shape.state,
  /** The total, or the amount without the fee. */
  amount: decimalSchema.nullable(),
  /**
   * The beginning or end of an account number, a complete external_id or authorization, a part of a
   * biller's name, or an amount as typed (see `amount`).
   */
  text: z.string().max(80).nullable(),
});
export type ChainPaymentFilter = z.infer<typeof chainPaymentFilterSchema>;
