import { z } from 'zod';
import { defineCall } from './define-call.ts';
import {
  anyTextSchema,
  approvalSchema,
  booleanSchema,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  nullableTextSchema,
} from './value-schemas.ts';

/**
 * An account that was paid at this till, stored for returning customers. Without the permission
 * `see-customers`, personal data is masked, and `isMasked` is true.
 */
export const customerAccountSchema = z.strictObject({
  id: identifierSchema,
  billerId: integerSchema,
  billerName: anyTextSchema,
  kind: z.enum(['bill', 'top-up', 'gift-card']),
  /** Formatted for display, or `**** 1234`. */
  account: anyTextSchema,
  /** The name on the account: `María Pérez`, or `M*** P***`. */
  name: nullableTextSchema,
  /** The customer's phone: its digits, or `**** 5678`. */
  phone: nullableTextSchema,
  isMasked: booleanSchema,
  usedAt: instantSchema,
});
export type CustomerAccount = z.infer<typeof customerAccountSchema>;

/** The digits of a phone number, with or without country code. */
export const customerPhoneSchema = z.string().regex(/^\d{7,15}$/, '7 to 15 digits');

const customerIdField = { customerId: identifierSchema };

export const customerCalls = {
  /**
   * Matches the beginning or end of an account or phone (at least four characters), or the beginnings
   * of words of a name (at least three letters). Without the permission `see-customers`: a complete
   * account or phone, the four characters that the mask shows, or complete words of a name. An empty
   * text returns the most recent ones.
   */
  'customers.find': defineCall(
    'cashier',
    z.strictObject({
      text: z.string().max(80),
      limit: z.number().int().min(1).max(100),
    }),
    z.strictObject({
      /** Days for which accounts are stored; 0 if none are. */
      days: integerSchema,
      /** The number of all stored accounts, independent of `text`. */
      storedCount: integerSchema,
      customers: z.array(customerAccountSchema),
    }),
  ),
  /**
   * Returns the unmasked account for a payment. If the list showed it masked, the audit log records
   * who opened it.
   */
  'customers.open': defineCall(
    'cashier',
    z.strictObject(customerIdField),
    z.strictObject({
      billerId: integerSchema,
      kind: customerAccountSchema.shape.kind,
      accountNumber: anyTextSchema,
      name: nullableTextSchema,
    }),
  ),
  /** Sets the customer's phone; null deletes it. */
  'customers.setPhone': defineCall(
    'cashier',
    z.strictObject({ ...customerIdField, phone: customerPhoneSchema.nullable() }),
    customerAccountSchema,
  ),
  /** Deletes one account permanently. */
  'customers.delete': defineCall(
    'forget-customer',
    z.strictObject({ ...customerIdField, approval: approvalSchema.nullable() }),
    emptyObjectSchema,
  ),
  /** Deletes all accounts permanently. */
  'customers.deleteAll': defineCall(
    'forget-customers',
    z.strictObject({ approval: approvalSchema }),
    z.strictObject({ count: integerSchema }),
  ),
};
