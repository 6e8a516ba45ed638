import { z } from 'zod';
import { hasControlCharacters } from '../text/index.ts';
import { defineCall } from './define-call.ts';
import { paymentKindSchema, paymentSchema } from './payments/index.ts';
import { MAX_NOTE_LENGTH } from './text-lengths.ts';
import {
  anyTextSchema,
  decimalSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  nullableIntegerSchema,
  nullableTextSchema,
} from './value-schemas.ts';

/** A calendar day, `2026-11-21`, in the till's time zone. */
export const shopDateSchema = z.iso.date();

/** A filter of the history. A null field does not filter; a payment must match all other fields. */
export const historyFilterSchema = z.strictObject({
  /** The first and the last day, both included. */
  from: shopDateSchema.nullable(),
  to: shopDateSchema.nullable(),
  cashierId: identifierSchema.nullable(),
  billerId: nullableIntegerSchema,
  kind: paymentKindSchema.nullable(),
  /**
   * `open`: not resolved. `taken-back`: cancelled by a later payment of kind `cancel`. `refunded`: the
   * service gave it back; `paid` is without those.
   */
  state: z
    .enum(['open', 'paid', 'rejected', 'not-performed', 'by-hand', 'taken-back', 'refunded'])
    .nullable(),
  /** The total, or the amount without the fee. */
  amount: decimalSchema.nullable(),
  /**
   * The beginning or end of an account number, a complete external_id or authorization, a part of a
   * biller's name, or an amount as typed (see `amount`).
   */
  text: z.string().max(80).nullable(),
});
export type HistoryFilter = z.infer<typeof historyFilterSchema>;

/** The kinds of events in a payment's life. `shared/locales` has a text for each. */
export const HISTORY_EVENT_KINDS = [
  'intent',
  'sent-again',
  'answer-done',
  'answer-refused',
  'answer-unknown',
  'answer-not-sent',
  'till-stopped',
  'look-up-found',
  'look-up-empty',
  'look-up-without-id',
  'look-up-unclear',
  'look-up-failed',
  'closed-by-hand',
  'cash-released',
  'handed-over',
  'cancel-asked',
  'refund-found',
  'refund-handed-back',
  'refund-taken-in',
  'refund-decided',
  'performed-after-all',
  'missing-code-closed',
  'outcome-confirmed',
] as const;
export type HistoryEventKind = (typeof HISTORY_EVENT_KINDS)[number];

export const historyEventSchema = z.strictObject({
  at: instantSchema,
  /** A `HistoryEventKind`, or one of a later version. */
  kind: anyTextSchema,
  /** Null if the till did it without a person. */
  cashierName: nullableTextSchema,
  /** The supervisor whose PIN approved it. */
  approvedBy: nullableTextSchema,
  reason: nullableTextSchema,
  httpStatus: nullableIntegerSchema,
  code: nullableTextSchema,
  /** The resulting state; null if the state did not change. */
  state: nullableTextSchema,
});
export type HistoryEvent = z.infer<typeof historyEventSchema>;

/** A note that a person added to a payment. Notes are never changed or deleted. */
export const paymentNoteSchema = z.strictObject({
  at: instantSchema,
  cashierName: anyTextSchema,
  text: anyTextSchema,
});
export type PaymentNote = z.infer<typeof paymentNoteSchema>;

export const historyCalls = {
  /** All attempts, newest first. `cursor` is the `next` of the previous page; null for the first. */
  'history.search': defineCall(
    'cashier',
    z.strictObject({
      filter: historyFilterSchema,
      cursor: z.string().max(120).nullable(),
      limit: z.number().int().min(1).max(100),
    }),
    z.strictObject({ payments: z.array(paymentSchema), next: nullableTextSchema }),
  ),
  'history.events': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    z.array(historyEventSchema),
  ),
  /** Notes, oldest first. */
  'history.notes': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    z.array(paymentNoteSchema),
  ),
  /** Adds a note to any payment. Returns all notes of the payment. */
  'history.addNote': defineCall(
    'cashier',
    z.strictObject({
      paymentId: identifierSchema,
      text: z
        .string()
        .trim()
        .min(1)
        .max(MAX_NOTE_LENGTH)
        .refine(
          (text) => !hasControlCharacters(text),
          'text without line breaks and control characters',
        ),
    }),
    z.array(paymentNoteSchema),
  ),
  /** Writes the filtered payments as CSV into the till's export folder. */
  'history.export': defineCall(
    'cashier',
    z.strictObject({ filter: historyFilterSchema }),
    z.strictObject({
      /** The full path of the file, so that a person can find it. */
      file: anyTextSchema,
      rows: integerSchema,
    }),
  ),
};
