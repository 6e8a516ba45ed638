import { z } from 'zod';
import { defineCall } from './define-call.ts';
import {
  anyText,
  anyTextOrNull,
  approvalSchema,
  emptyObjectSchema,
  flag,
  identifierSchema,
  instantSchema,
  integer,
} from './values.ts';

/**
 * An account that was paid at this till, kept for the customer who comes back. Whoever may not see
 * personal data (`see-customers`) is answered with all of it masked: `isMasked`.
 */
export const customerAccountSchema = z.strictObject({
  id: identifierSchema,
  billerId: integer,
  billerName: anyText,
  kind: z.enum(['bill', 'top-up', 'gift-card']),
  /** As it is shown, or `**** 1234`. */
  account: anyText,
  /** On the account: `María Pérez`, or `M*** P***`. */
  name: anyTextOrNull,
  /** The phone that the customer gave: its digits, or `**** 5678`. */
  phone: anyTextOrNull,
  isMasked: flag,
  usedAt: instantSchema,
});
export type CustomerAccount = z.infer<typeof customerAccountSchema>;

/** The digits of a phone, with or without its country. */
export const customerPhoneSchema = z.string().regex(/^\d{7,15}$/, '7 to 15 digits');

const customerIdField = { customerId: identifierSchema };

export const customerCalls = {
  /**
   * By the beginning or the end of an account or a phone (four characters or more), or by the
   * beginnings of the words of a name (three letters or more). Whoever may not see personal data
   * finds by a whole account or phone, by the last four that the mask shows, or by whole words of a
   * name. An empty text: the last ones.
   */
  'customers.find': defineCall(
    'cashier',
    z.strictObject({
      text: z.string().max(80),
      limit: z.number().int().min(1).max(100),
    }),
    z.strictObject({
      /** For how long they are kept; 0: none are. */
      days: integer,
      /** All that are kept, whatever was asked for. */
      kept: integer,
      customers: z.array(customerAccountSchema),
    }),
  ),
  /**
   * One account as it is paid, for the customer at the counter. The audit log says who opened it,
   * where the list showed it masked.
   */
  'customers.open': defineCall(
    'cashier',
    z.strictObject(customerIdField),
    z.strictObject({
      billerId: integer,
      kind: customerAccountSchema.shape.kind,
      accountNumber: anyText,
      name: anyTextOrNull,
    }),
  ),
  /** The phone that the customer gave; null takes it away. */
  'customers.setPhone': defineCall(
    'cashier',
    z.strictObject({ ...customerIdField, phone: customerPhoneSchema.nullable() }),
    customerAccountSchema,
  ),
  /** Deletes one, for good. */
  'customers.forget': defineCall(
    'forget-customer',
    z.strictObject({ ...customerIdField, approval: approvalSchema.nullable() }),
    emptyObjectSchema,
  ),
  /** Deletes all of them, for good. */
  'customers.forgetAll': defineCall(
    'forget-customers',
    z.strictObject({ approval: approvalSchema }),
    z.strictObject({ count: integer }),
  ),
};
