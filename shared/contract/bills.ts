import { z } from 'zod';
import { call, event } from './define.ts';
import { balance } from './payments/index.ts';
import {
  anyText,
  anyTextOrNull,
  flag,
  identifier,
  instant,
  integer,
  integerOrNull,
  moneyValue,
  nothing,
} from './values.ts';

/**
 * A bill that the shop keeps at the service (version 3). If `linkedBills` is false, every call
 * returns `not-offered`.
 */
export const linkedBill = z.strictObject({
  id: identifier,
  billerId: integer,
  /** As the catalogue knows it; the id in words where it does not. */
  billerName: anyText,
  accountNumber: anyText,
  /** With the literals of the biller's mask, as it is shown. */
  accountShown: anyText,
  nameOnAccount: anyTextOrNull,
  dueDate: anyTextOrNull,
  /** Null if the biller gave none. May be negative. */
  balance: moneyValue.nullable(),
  balanceUpdatedAt: instant.nullable(),
  /** The service's own word: `linked`, `failed`, `fetching`, or another. */
  status: anyText,
  /** Why it failed, in the service's words. */
  errorCode: anyTextOrNull,
  errorMessage: anyTextOrNull,
  hasExtraData: flag,
});
export type LinkedBill = z.infer<typeof linkedBill>;

export const billCalls = {
  /** One page of the service's list, 1 the first. */
  'bills.list': call(
    'cashier',
    z.strictObject({ page: z.number().int().min(1).max(10_000) }),
    z.strictObject({
      bills: z.array(linkedBill),
      page: integer,
      /** Null if the service does not tell. */
      totalPages: integerOrNull,
      totalBills: integerOrNull,
      hasNext: flag,
    }),
  ),
  /** A bill that exists already is answered as it is: it cannot be duplicated. */
  'bills.link': call(
    'cashier',
    z.strictObject({
      billerId: integer,
      accountNumber: z.string().max(64),
      nameOnAccount: z.string().max(120).nullable(),
    }),
    linkedBill,
  ),
  'bills.refresh': call('cashier', z.strictObject({ billId: identifier }), linkedBill),
  /** The extra data in rows for the screen, in the order of the service. */
  'bills.extraData': call(
    'cashier',
    z.strictObject({ billId: identifier }),
    z.strictObject({
      bill: linkedBill,
      rows: z.array(z.strictObject({ label: anyText, value: anyText })),
    }),
  ),
  'bills.unlink': call('cashier', z.strictObject({ billId: identifier }), nothing),
  /** Reads the bill again in order to pay it: its `id` goes into `payments.prepare`. */
  'bills.balance': call('cashier', z.strictObject({ billId: identifier }), balance),
};

export const billEvents = {
  /** A bill that this till keeps, read again because the service has news of it. */
  'bills.changed': event(linkedBill),
};
