import { z } from 'zod';
import { hasControls } from '../text/index.ts';
import { call } from './define.ts';
import { LONGEST_NOTE } from './limits.ts';
import { payment, paymentKind } from './payments/index.ts';
import {
  anyText,
  anyTextOrNull,
  decimalText,
  identifier,
  instant,
  integer,
  integerOrNull,
} from './values.ts';

/** A day of the shop's calendar, `2026-11-21`, in the till's time zone. */
export const shopDate = z.iso.date();

/** A filter of the history. A field that is null does not filter; an entry matches all others. */
export const historyFilter = z.strictObject({
  /** The first and the last day, both included. */
  from: shopDate.nullable(),
  to: shopDate.nullable(),
  cashierId: identifier.nullable(),
  billerId: integerOrNull,
  kind: paymentKind.nullable(),
  /** `open` is everything not resolved; `taken-back` is what a cancel took back. */
  state: z.enum(['open', 'paid', 'rejected', 'not-performed', 'by-hand', 'taken-back']).nullable(),
  amount: decimalText.nullable(),
  /**
   * The beginning or the end of an account number, or the whole of an external_id or of an
   * authorization, or a part of a biller's name.
   */
  text: z.string().max(80).nullable(),
});
export type HistoryFilter = z.infer<typeof historyFilter>;

/** What happened to a payment, in order. `shared/locales` has a text for each kind. */
export const HISTORY_EVENTS = [
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
export type HistoryEventKind = (typeof HISTORY_EVENTS)[number];

export const historyEvent = z.strictObject({
  at: instant,
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
export type HistoryEvent = z.infer<typeof historyEvent>;

/** What somebody wrote beside a payment. It is never changed or taken away. */
export const paymentNote = z.strictObject({ at: instant, cashierName: anyText, text: anyText });
export type PaymentNote = z.infer<typeof paymentNote>;

export const historyCalls = {
  /** All attempts, newest first. `cursor` is the `next` of the page before; null for the first. */
  'history.search': call(
    'cashier',
    z.strictObject({
      filter: historyFilter,
      cursor: z.string().max(120).nullable(),
      limit: z.number().int().min(1).max(100),
    }),
    z.strictObject({ payments: z.array(payment), next: anyTextOrNull }),
  ),
  'history.events': call(
    'cashier',
    z.strictObject({ paymentId: identifier }),
    z.array(historyEvent),
  ),
  /** In the order in which they were written. */
  'history.notes': call('cashier', z.strictObject({ paymentId: identifier }), z.array(paymentNote)),
  /** Adds one to the others, of any payment, by anybody who is signed in. Answers all of them. */
  'history.addNote': call(
    'cashier',
    z.strictObject({
      paymentId: identifier,
      text: z
        .string()
        .trim()
        .min(1)
        .max(LONGEST_NOTE)
        .refine((text) => !hasControls(text), 'text without line breaks and control characters'),
    }),
    z.array(paymentNote),
  ),
  /** Writes the filtered payments as CSV into the till's folder of exports. */
  'history.export': call(
    'cashier',
    z.strictObject({ filter: historyFilter }),
    z.strictObject({
      /** The full path of the file, for the person who looks for it. */
      file: anyText,
      rows: integer,
    }),
  ),
};
