import { z } from 'zod';
import { hasControlCharacters } from '../text/index.ts';
import { defineCall } from './define-call.ts';
import { MAX_NOTE_LENGTH } from './limits.ts';
import { paymentKindSchema, paymentSchema } from './payments/index.ts';
import {
  anyText,
  anyTextOrNull,
  decimalSchema,
  identifierSchema,
  instantSchema,
  integer,
  integerOrNull,
} from './values.ts';

/** A day of the shop's calendar, `2026-11-21`, in the till's time zone. */
export const shopDate = z.iso.date();

/** A filter of the history. A field that is null does not filter; an entry matches all others. */
export const historyFilterSchema = z.strictObject({
  /** The first and the last day, both included. */
  from: shopDate.nullable(),
  to: shopDate.nullable(),
  cashierId: identifierSchema.nullable(),
  billerId: integerOrNull,
  kind: paymentKindSchema.nullable(),
  /** `open` is everything not resolved; `taken-back` is what a cancel took back. */
  state: z.enum(['open', 'paid', 'rejected', 'not-performed', 'by-hand', 'taken-back']).nullable(),
  amount: decimalSchema.nullable(),
  /**
   * The beginning or the end of an account number, or the whole of an external_id or of an
   * authorization, or a part of a biller's name.
   */
  text: z.string().max(80).nullable(),
});
export type HistoryFilter = z.infer<typeof historyFilterSchema>;

/** What happened to a payment, in order. `shared/locales` has a text for each kind. */
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
] as const;
export type HistoryEventKind = (typeof HISTORY_EVENT_KINDS)[number];

export const historyEventSchema = z.strictObject({
  at: instantSchema,
  /** A `HistoryEventKind`, or one of a later version. */
  kind: anyText,
  /** Null if no person did it. */
  cashierName: anyTextOrNull,
  /** The supervisor whose PIN allowed it. */
  approvedBy: anyTextOrNull,
  reason: anyTextOrNull,
  httpStatus: integerOrNull,
  code: anyTextOrNull,
  /** The resulting state, if there is one. */
  state: anyTextOrNull,
});
export type HistoryEvent = z.infer<typeof historyEventSchema>;

/** What somebody wrote beside a payment. It is never changed or taken away. */
export const paymentNoteSchema = z.strictObject({
  at: instantSchema,
  cashierName: anyText,
  text: anyText,
});
export type PaymentNote = z.infer<typeof paymentNoteSchema>;

export const historyCalls = {
  /** All attempts, newest first. `cursor` is the `next` of the page before; null for the first. */
  'history.search': defineCall(
    'cashier',
    z.strictObject({
      filter: historyFilterSchema,
      cursor: z.string().max(120).nullable(),
      limit: z.number().int().min(1).max(100),
    }),
    z.strictObject({ payments: z.array(paymentSchema), next: anyTextOrNull }),
  ),
  'history.events': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    z.array(historyEventSchema),
  ),
  /** In the order in which they were written. */
  'history.notes': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    z.array(paymentNoteSchema),
  ),
  /** Adds one to the others, of any payment, by anybody who is signed in. Answers all of them. */
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
  /** Writes the filtered payments as CSV into the till's folder of exports. */
  'history.export': defineCall(
    'cashier',
    z.strictObject({ filter: historyFilterSchema }),
    z.strictObject({
      /** The full path of the file, for the person who looks for it. */
      file: anyText,
      rows: integer,
    }),
  ),
};
