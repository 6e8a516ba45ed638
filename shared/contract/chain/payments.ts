import { z } from 'zod';
import { shopDate } from '../history.ts';
import { paymentKindSchema } from '../payments/index.ts';
import {
  anyText,
  anyTextOrNull,
  decimalSchema,
  identifierSchema,
  instantSchema,
  integer,
  moneySchema,
} from '../values.ts';

export const chainTillRefSchema = z.object({
  tillId: identifierSchema,
  shop: anyText,
  posNumber: anyText,
});

/** `open`: not resolved yet. */
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
  /** Only its last four digits after a hundred days. */
  account: anyText,
  amount: moneySchema,
  /** What the customer handed over, or was handed; null if the till did not tell. */
  due: moneySchema.nullable(),
  externalId: anyText,
  authorization: anyTextOrNull,
  cashierName: anyText,
  code: anyTextOrNull,
});
export type ChainPayment = z.infer<typeof chainPaymentSchema>;

/** A field that is null does not filter. */
export const chainFilterSchema = z.strictObject({
  /** The first and the last day, both included, in this till's zone. */
  from: shopDate.nullable(),
  to: shopDate.nullable(),
  shop: z.string().max(120).nullable(),
  kind: paymentKindSchema.nullable(),
  state: z.enum(['open', 'paid', 'rejected', 'not-performed', 'by-hand']).nullable(),
  amount: decimalSchema.nullable(),
  /**
   * The beginning or the end of an account number, the whole of an external_id or an
   * authorization, or a part of a biller's name.
   */
  text: z.string().max(80).nullable(),
});
export type ChainFilter = z.infer<typeof chainFilterSchema>;
