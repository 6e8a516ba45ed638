import { z } from 'zod';
import { call } from './define.ts';
import {
  anyText,
  anyTextOrNull,
  approval,
  flag,
  identifier,
  instant,
  integer,
  nothing,
} from './values.ts';

/**
 * An account that was paid at this till, kept for the customer who comes back. Whoever may not see
 * personal data (`see-customers`) is answered with all of it masked: `isMasked`.
 */
export const customerAccount = z.strictObject({
  id: identifier,
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
  usedAt: instant,
});
export type CustomerAccount = z.infer<typeof customerAccount>;

/** The digits of a phone, with or without its country. */
export const customerPhone = z.string().regex(/^\d{7,15}$/, '7 to 15 digits');

const which = { customerId: identifier };

export const customerCalls = {
  /**
   * By the beginning or the end of an account or a phone (four characters or more), or by the
   * beginnings of the words of a name (three letters or more). Whoever may not see personal data
   * finds by a whole account or phone, by the last four that the mask shows, or by whole words of a
   * name. An empty text: the last ones.
   */
  'customers.find': call(
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
      customers: z.array(customerAccount),
    }),
  ),
  /**
   * One account as it is paid, for the customer at the counter. The audit log says who opened it,
   * where the list showed it masked.
   */
  'customers.open': call(
    'cashier',
    z.strictObject(which),
    z.strictObject({
      billerId: integer,
      kind: customerAccount.shape.kind,
      accountNumber: anyText,
      name: anyTextOrNull,
    }),
  ),
  /** The phone that the customer gave; null takes it away. */
  'customers.setPhone': call(
    'cashier',
    z.strictObject({ ...which, phone: customerPhone.nullable() }),
    customerAccount,
  ),
  /** Deletes one, for good. */
  'customers.forget': call(
    'forget-customer',
    z.strictObject({ ...which, approval: approval.nullable() }),
    nothing,
  ),
  /** Deletes all of them, for good. */
  'customers.forgetAll': call(
    'forget-customers',
    z.strictObject({ approval }),
    z.strictObject({ count: integer }),
  ),
};
