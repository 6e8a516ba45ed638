import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import { balanceSchema } from './payments/index.ts';
import {
  anyTextSchema,
  booleanSchema,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  moneySchema,
  nullableIntegerSchema,
  nullableTextSchema,
} from './value-schemas.ts';

/**
 * A saved bill: a bill that the shop keeps at the service (version 3). If `linkedBills` is false,
 * every call returns `not-offered`.
 */
export const linkedBillSchema = z.strictObject({
  id: identifierSchema,
  billerId: integerSchema,
  /** The name in the catalogue; the biller's id if the catalogue lacks it. */
  billerName: anyTextSchema,
  accountNumber: anyTextSchema,
  /** Formatted for display, with the literals of the biller's mask. */
  accountShown: anyTextSchema,
  nameOnAccount: nullableTextSchema,
  dueDate: nullableTextSchema,
  /** Null if the biller returned none. May be negative. */
  balance: moneySchema.nullable(),
  balanceUpdatedAt: instantSchema.nullable(),
  /** The service's status: `linked`, `failed`, `fetching`, or another. */
  status: anyTextSchema,
  /** Why it failed: the service's code and message. */
  errorCode: nullableTextSchema,
  errorMessage: nullableTextSchema,
  hasExtraData: booleanSchema,
});
export type LinkedBill = z.infer<typeof linkedBillSchema>;

export const billCalls = {
  /** One page of the service's list; pages begin at 1. */
  'bills.list': defineCall(
    'cashier',
    z.strictObject({ page: z.number().int().min(1).max(10_000) }),
    z.strictObject({
      bills: z.array(linkedBillSchema),
      page: integerSchema,
      /** Null if the service does not return it. */
      totalPages: nullableIntegerSchema,
      totalBills: nullableIntegerSchema,
      hasNext: booleanSchema,
    }),
  ),
  /** Returns the existing bill if there is one: the service rejects duplicates. */
  'bills.link': defineCall(
    'cashier',
    z.strictObject({
      billerId: integerSchema,
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
  /** The extra data as rows for display, in the service's order. */
  'bills.extraData': defineCall(
    'cashier',
    z.strictObject({ billId: identifierSchema }),
    z.strictObject({
      bill: linkedBillSchema,
      rows: z.array(z.strictObject({ label: anyTextSchema, value: anyTextSchema })),
    }),
  ),
  'bills.unlink': defineCall(
    'cashier',
    z.strictObject({ billId: identifierSchema }),
    emptyObjectSchema,
  ),
  /** Reads the bill again before payment. Pass the `id` of the result to `payments.prepare`. */
  'bills.balance': defineCall(
    'cashier',
    z.strictObject({ billId: identifierSchema }),
    balanceSchema,
  ),
};

export const billEvents = {
  /** A saved bill that was read again because the service reported a change. */
  'bills.changed': defineEvent(linkedBillSchema),
};
