import { z } from 'zod';
import { call } from './define.ts';
import { payment, paymentKind } from './payments.ts';
import { decimalText, identifier, instant } from './values.ts';

/** A day of the shop's calendar, `2026-11-21`, in the till's time zone. */
export const shopDate = z.iso.date();

/** A filter of the history. A field that is null does not filter; an entry matches all others. */
export const historyFilter = z.strictObject({
  /** The first and the last day, both included. */
  from: shopDate.nullable(),
  to: shopDate.nullable(),
  cashierId: identifier.nullable(),
  billerId: z.number().int().nullable(),
  kind: paymentKind.nullable(),
  /** `open` is all that is not resolved; `taken-back` what a cancel has taken back. */
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
] as const;
export type HistoryEventKind = (typeof HISTORY_EVENTS)[number];

export const historyEvent = z.strictObject({
  at: instant,
  /** A `HistoryEventKind`, or one of a later version. */
  kind: z.string(),
  /** Null if nobody pressed anything. */
  cashierName: z.string().nullable(),
  /** The supervisor whose PIN allowed it. */
  approvedBy: z.string().nullable(),
  reason: z.string().nullable(),
  httpStatus: z.number().int().nullable(),
  code: z.string().nullable(),
  /** The state that it led to, where it led to one. */
  state: z.string().nullable(),
});
export type HistoryEvent = z.infer<typeof historyEvent>;

export const historyCalls = {
  /** All attempts, newest first. `cursor` is the `next` of the page before; null for the first. */
  'history.search': call(
    'cashier',
    z.strictObject({
      filter: historyFilter,
      cursor: z.string().max(120).nullable(),
      limit: z.number().int().min(1).max(100),
    }),
    z.strictObject({ payments: z.array(payment), next: z.string().nullable() }),
  ),
  'history.events': call(
    'cashier',
    z.strictObject({ paymentId: identifier }),
    z.array(historyEvent),
  ),
  /** Writes what the filter finds as CSV into the till's folder of exports. */
  'history.export': call(
    'cashier',
    z.strictObject({ filter: historyFilter }),
    z.strictObject({
      /** The full path of the file, for the person who looks for it. */
      file: z.string(),
      rows: z.number().int(),
    }),
  ),
};
