import { z } from 'zod';
import { shopDateSchema } from '../history.ts';
import { paymentKindSchema } from '../payments/index.ts';
import {
  anyText,
  anyTextOrNull,
  decimalSchema,
  identifierSchema,
  instantSchema,
  integer,
  moneySchema,
} from '../value-schemas.ts';

export const chainTillRefSchema = z.object({
  tillId: identifierSchema,
  shop: anyText,
  posNumber: anyText,
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
  billerId: integer,
  billerName: anyText,
  /** After 100 days, only the last four digits. */
  account: anyText,
  amount: moneySchema,
  /** What the customer paid or, for a cash-out, received; null if the till did not report it. */
  due: moneySchema.nullable(),
  externalId: anyText,
  authorization: anyTextOrNull,
  cashierName: anyText,
  code: anyTextOrNull,
});
export type ChainPayment = z.infer<typeof chainPaymentSchema>;

/** A null field does not filter. */
export const chainFilterSchema = z.strictObject({
  /** The first and the last day, both included, in this till's time zone. */
  from: shopDateSchema.nullable(),
  to: shopDateSchema.nullable(),
  shop: z.string().max(120).nullable(),
  kind: paymentKindSchema.nullable(),
  state: z.enum(['open', 'paid', 'rejected', 'not-performed', 'by-hand']).nullable(),
  amount: decimalSchema.nullable(),
  /**
   * The beginning or end of an account number, a complete external_id or authorization, or a part of
   * a biller's name.
   */
  text: z.string().max(80).nullable(),
});
export type ChainFilter = z.infer<typeof chainFilterSchema>;
