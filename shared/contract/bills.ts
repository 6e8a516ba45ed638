import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import { balanceSchema } from './payments/index.ts';
import {
  anyText,
  anyTextOrNull,
  emptyObjectSchema,
  flag,
  identifierSchema,
  instantSchema,
  integer,
  integerOrNull,
  moneySchema,
} from './values.ts';

/**
 * A bill that the shop keeps at the service (version 3). If `linkedBills` is false, every call
 * returns `not-offered`.
 */
export const linkedBillSchema = z.strictObject({
  id: identifierSchema,
  billerId: integer,
  /** As the catalogue knows it; the id in words where it does not. */
  billerName: anyText,
  accountNumber: anyText,
  /** With the literals of the biller's mask, as it is shown. */
  accountShown: anyText,
  nameOnAccount: anyTextOrNull,
  dueDate: anyTextOrNull,
  /** Null if the biller gave none. May be negative. */
  balance: moneySchema.nullable(),
  balanceUpdatedAt: instantSchema.nullable(),
  /** The service's own word: `linked`, `failed`, `fetching`, or another. */
  status: anyText,
  /** Why it failed, in the service's words. */
  errorCode: anyTextOrNull,
  errorMessage: anyTextOrNull,
  hasExtraData: flag,
});
export type LinkedBill = z.infer<typeof linkedBillSchema>;

export const billCalls = {
  /** One page of the service's list, 1 the first. */
  'bills.list': defineCall(
    'cashier',
    z.strictObject({ page: z.number().int().min(1).max(10_000) }),
    z.strictObject({
      bills: z.array(linkedBillSchema),
      page: integer,
      /** Null if the service does not tell. */
      totalPages: integerOrNull,
      totalBills: integerOrNull,
      hasNext: flag,
    }),
  ),
  /** A bill that exists already is answered as it is: it cannot be duplicated. */
  'bills.link': defineCall(
    'cashier',
    z.strictObject({
      billerId: integer,
      accountNumber: z.string().max(64),
      nameOnAccount: z.string().max(120).nullable(),
    }),
    linkedBillSchema,
  ),
  'bills.refresh': defineCall(
    'cashier',
    z.strictObject({ billId: identifierSchema }),
    linkedBillSchema,
  ),
  /** The extra data in rows for the screen, in the order of the service. */
  'bills.extraData': defineCall(
    'cashier',
    z.strictObject({ billId: identifierSchema }),
    z.strictObject({
      bill: linkedBillSchema,
      rows: z.array(z.strictObject({ label: anyText, value: anyText })),
    }),
  ),
  'bills.unlink': defineCall(
    'cashier',
    z.strictObject({ billId: identifierSchema }),
    emptyObjectSchema,
  ),
  /** Reads the bill again in order to pay it: its `id` goes into `payments.prepare`. */
  'bills.balance': defineCall(
    'cashier',
    z.strictObject({ billId: identifierSchema }),
    balanceSchema,
  ),
};

export const billEvents = {
  /** A bill that this till keeps, read again because the service has news of it. */
  'bills.changed': defineEvent(linkedBillSchema),
};
