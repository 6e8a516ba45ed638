import { z } from 'zod';
import { call } from './define.ts';
import { balance } from './payments.ts';
import { identifier, instant, moneyValue, nothing } from './values.ts';

/**
 * A bill that the shop keeps at the service (version 3). If `linkedBills` is false, every call
 * returns `not-offered`.
 */
export const linkedBill = z.strictObject({
  id: identifier,
  billerId: z.number().int(),
  /** As the catalogue knows it; the id in words where it does not. */
  billerName: z.string(),
  accountNumber: z.string(),
  nameOnAccount: z.string().nullable(),
  dueDate: z.string().nullable(),
  /** Null if the biller gave none. May be negative. */
  balance: moneyValue.nullable(),
  balanceUpdatedAt: instant.nullable(),
  /** The service's own word: `linked`, `failed`, `fetching`, or another. */
  status: z.string(),
  /** Why it failed, in the service's words. */
  errorCode: z.string().nullable(),
  errorMessage: z.string().nullable(),
  hasExtraData: z.boolean(),
});
export type LinkedBill = z.infer<typeof linkedBill>;

export const billCalls = {
  /** One page of the service's list, 1 the first. */
  'bills.list': call(
    'cashier',
    z.strictObject({ page: z.number().int().min(1).max(10_000) }),
    z.strictObject({
      bills: z.array(linkedBill),
      page: z.number().int(),
      /** Null if the service does not tell. */
      totalPages: z.number().int().nullable(),
      totalBills: z.number().int().nullable(),
      hasNext: z.boolean(),
    }),
  ),
  /** A bill that exists already is answered as it is: it cannot be duplicated. */
  'bills.link': call(
    'cashier',
    z.strictObject({
      billerId: z.number().int(),
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
      rows: z.array(z.strictObject({ label: z.string(), value: z.string() })),
    }),
  ),
  'bills.unlink': call('cashier', z.strictObject({ billId: identifier }), nothing),
  /** Reads the bill again in order to pay it: its `id` goes into `payments.prepare`. */
  'bills.balance': call('cashier', z.strictObject({ billId: identifier }), balance),
};
