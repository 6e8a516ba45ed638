import { z } from 'zod';
import { hasControlCharacters } from '../text/index.ts';
import { defineCall, defineEvent } from './define-call.ts';
import { shopDateSchema } from './history.ts';
import { receiptDeliveryResultSchema } from './printing.ts';
import { MAX_NOTE_LENGTH, MIN_REASON_LENGTH } from './text-lengths.ts';
import {
  anyTextSchema,
  approvalSchema,
  booleanSchema,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  moneySchema,
} from './value-schemas.ts';

/**
 * Claims: payments that somebody disputes, with notes and a day of the shop's calendar on which a
 * person follows them up. Each has a sheet with the evidence, which the till signs.
 */

/** `resolved`: settled. `rejected`: the claim was unfounded. */
export const claimStateSchema = z.enum(['open', 'resolved', 'rejected']);
export type ClaimState = z.infer<typeof claimStateSchema>;

export const claimSchema = z.strictObject({
  id: identifierSchema,
  number: integerSchema,
  paymentId: identifierSchema,
  state: claimStateSchema,
  openedAt: instantSchema,
  followUpOn: shopDateSchema,
  /** An open claim whose day has come, by any of the clocks that the till knows. */
  isDue: booleanSchema,
  billerName: anyTextSchema,
  /** Masked, as on a receipt. */
  account: anyTextSchema,
  /** What the customer paid or received, in the shop's currency. */
  amount: moneySchema,
});
export type Claim = z.infer<typeof claimSchema>;

export const claimEntrySchema = z.strictObject({
  at: instantSchema,
  by: anyTextSchema,
  approvedBy: anyTextSchema.nullable(),
  state: claimStateSchema,
  note: anyTextSchema,
  followUpOn: shopDateSchema,
});
export type ClaimEntry = z.infer<typeof claimEntrySchema>;

export const claimDetailsSchema = z.strictObject({
  ...claimSchema.shape,
  /** Oldest first; the first one opened the claim. */
  entries: z.array(claimEntrySchema),
  /** The clocks disagree, so that any open claim may be due. */
  isTimeUncertain: booleanSchema,
});
export type ClaimDetails = z.infer<typeof claimDetailsSchema>;

/** The days after which a claim can be followed up. */
export const FOLLOW_UP_DAYS = [1, 3, 7, 15, 30] as const;
export type FollowUpDays = (typeof FOLLOW_UP_DAYS)[number];

const noteSchema = z
  .string()
  .trim()
  .min(MIN_REASON_LENGTH)
  .max(MAX_NOTE_LENGTH)
  .refine((text) => !hasControlCharacters(text), 'text without control characters');
const followUpInDaysSchema = z.literal(FOLLOW_UP_DAYS);
const claimIdSchema = z.strictObject({ claimId: identifierSchema });
const printJobIdSchema = z.strictObject({ jobId: identifierSchema });

export const claimCalls = {
  /** The open claims, the earliest follow-up first, and then the last closed ones. */
  'claims.list': defineCall(
    'cashier',
    emptyObjectSchema,
    z.strictObject({ claims: z.array(claimSchema), isTimeUncertain: booleanSchema }),
  ),
  'claims.get': defineCall('cashier', claimIdSchema, claimDetailsSchema),
  /** The newest claim of a payment; null if there is none. */
  'claims.ofPayment': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    claimSchema.nullable(),
  ),
  /** A `claim` problem if the payment has an open claim. */
  'claims.open': defineCall(
    'cashier',
    z.strictObject({
      paymentId: identifierSchema,
      note: noteSchema,
      followUpInDays: followUpInDaysSchema,
    }),
    claimDetailsSchema,
  ),
  /** Notes what happened, and when to follow up next. A `claim` problem if it is closed. */
  'claims.addEntry': defineCall(
    'cashier',
    z.strictObject({
      claimId: identifierSchema,
      note: noteSchema,
      followUpInDays: followUpInDaysSchema,
    }),
    claimDetailsSchema,
  ),
  'claims.close': defineCall(
    'close-claim',
    z.strictObject({
      claimId: identifierSchema,
      state: z.enum(['resolved', 'rejected']),
      note: noteSchema,
      approval: approvalSchema.nullable(),
    }),
    claimDetailsSchema,
  ),
  /** Prints the sheet with the evidence. */
  'claims.printSheet': defineCall('cashier', claimIdSchema, printJobIdSchema),
  /** Saves the sheet as a PDF file. */
  'claims.saveSheet': defineCall('cashier', claimIdSchema, receiptDeliveryResultSchema),
  /** Prints the public key with which an owner's computer checks the sheets. */
  'claims.printKey': defineCall('evidence-key', emptyObjectSchema, printJobIdSchema),
  /** Saves that key as a text file. */
  'claims.saveKey': defineCall('evidence-key', emptyObjectSchema, receiptDeliveryResultSchema),
};

export const claimEvents = {
  'claims.changed': defineEvent(emptyObjectSchema),
};
