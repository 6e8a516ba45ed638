import { z } from 'zod';
import { shopDate } from '../history.ts';
import { paymentKind } from '../payments/index.ts';
import {
  anyText,
  anyTextOrNull,
  decimalText,
  identifier,
  instant,
  integer,
  moneyValue,
} from '../values.ts';

export const chainTillPlace = z.object({
  tillId: identifier,
  shop: anyText,
  posNumber: anyText,
});

/** `open`: not resolved yet. */
export const seenPaymentState = z.enum([
  'open',
  'paid',
  'rejected',
  'not-performed',
  'by-hand-paid',
  'by-hand-not-paid',
]);

export const seenPayment = z.object({
  id: identifier,
  till: chainTillPlace,
  kind: paymentKind,
  state: seenPaymentState,
  createdAt: instant,
  billerId: integer,
  billerName: anyText,
  /** Only its last four digits after a hundred days. */
  account: anyText,
  amount: moneyValue,
  /** What the customer handed over, or was handed; null if the till did not tell. */
  due: moneyValue.nullable(),
  externalId: anyText,
  authorization: anyTextOrNull,
  cashierName: anyText,
  code: anyTextOrNull,
});
export type SeenPayment = z.infer<typeof seenPayment>;

/** A field that is null does not filter. */
export const chainFilter = z.strictObject({
  /** The first and the last day, both included, in this till's zone. */
  from: shopDate.nullable(),
  to: shopDate.nullable(),
  shop: z.string().max(120).nullable(),
  kind: paymentKind.nullable(),
  state: z.enum(['open', 'paid', 'rejected', 'not-performed', 'by-hand']).nullable(),
  amount: decimalText.nullable(),
  /**
   * The beginning or the end of an account number, the whole of an external_id or an
   * authorization, or a part of a biller's name.
   */
  text: z.string().max(80).nullable(),
});
export type ChainFilter = z.infer<typeof chainFilter>;
