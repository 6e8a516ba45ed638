import { z } from 'zod';
import { call, event } from './define.ts';
import { approval, identifier, instant, moneyValue, nothing } from './values.ts';

/** A run of text as the paper shows it. */
export const tapeRun = z.strictObject({
  text: z.string(),
  bold: z.boolean(),
  double: z.enum(['no', 'height', 'width', 'both']),
  inverse: z.boolean(),
});

/** One line of the tape, or an element without text. Drawn from the lines in the ledger. */
export const tapeLine = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    align: z.enum(['left', 'center', 'right']),
    runs: z.array(tapeRun),
  }),
  /** Dots of the printer: twelve of them are as wide as one of its characters. */
  z.strictObject({
    kind: z.literal('image'),
    width: z.number().int(),
    height: z.number().int(),
    align: z.enum(['left', 'center', 'right']),
    png: z.string(),
  }),
  /** A bar code or a QR code: what it says, and its dots. */
  z.strictObject({
    kind: z.literal('barcode'),
    symbology: z.enum(['qr', 'code-128']),
    text: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    align: z.enum(['left', 'center', 'right']),
    png: z.string(),
  }),
  z.strictObject({ kind: z.literal('cut') }),
  z.strictObject({ kind: z.literal('drawer') }),
]);
export type TapeLine = z.infer<typeof tapeLine>;

export const tape = z.strictObject({
  jobId: identifier,
  paymentId: identifier.nullable(),
  kind: z.string(),
  /** Characters in a line of this paper. */
  columns: z.number().int(),
  lines: z.array(tapeLine),
  state: z.enum(['waiting', 'printing', 'printed', 'unconfirmed', 'refused', 'failed', 'skipped']),
  /** Why it is not (known to be) on paper; a `PaperReason`, or one of a later version. */
  reason: z.string().nullable(),
  /**
   * How the service's own text stands on this paper. `exact`: in the printer's characters. `drawn`:
   * as an image, because the printer does not have them all. `marked`, `drawn-marked`: some could
   * not be carried, or a line was too long; the places are marked, and the cashier is told.
   */
  ticketText: z.enum(['none', 'exact', 'drawn', 'marked', 'drawn-marked']),
  /**
   * A gift card's code is on this paper, and its customer has gone; or what a drawer should hold,
   * which this cashier may not see: `lines` is empty, and printing it again takes a supervisor's
   * approval.
   */
  isWithheld: z.boolean(),
  /**
   * The drawer belongs to this paper, which came out without opening it within the last quarter of
   * an hour, or is about to: `cash.openDrawer` does.
   */
  isDrawerKept: z.boolean(),
  /**
   * Of a paper that failed, or is not known to have come out: how much of it had left the till,
   * from 0 (none) to 1. Null of every other state.
   */
  sentShare: z.number().min(0).max(1).nullable(),
  createdAt: instant,
});
export type Tape = z.infer<typeof tape>;

export const printerState = z.strictObject({
  kind: z.enum(['screen', 'network', 'path', 'pdf', 'not-set']),
  light: z.enum([
    'ready',
    'not-asked',
    'cover-open',
    'paper-out',
    'paper-low',
    'offline',
    'unreachable',
    'unusable',
    'error',
    'silent',
  ]),
  at: instant.nullable(),
  waitingJobs: z.number().int(),
  columns: z.number().int(),
});
export type PrinterState = z.infer<typeof printerState>;

/** A paper that may not have been printed; a person decides what to do about it. */
export const openPaper = z.strictObject({
  jobId: identifier,
  paymentId: identifier.nullable(),
  kind: z.string(),
  state: z.enum(['unconfirmed', 'refused', 'failed']),
  /** A `PaperReason`, or one of a later version. */
  reason: z.string().nullable(),
  createdAt: instant,
  billerName: z.string().nullable(),
  /** Masked, as it is on the paper. */
  account: z.string().nullable(),
  amount: moneyValue.nullable(),
});
export type OpenPaper = z.infer<typeof openPaper>;

export const printingCalls = {
  'printing.state': call('cashier', nothing, printerState),
  /** The original receipt of a payment as printed, from its lines; null if none was made. */
  'printing.tape': call('cashier', z.strictObject({ paymentId: identifier }), tape.nullable()),
  /** The last few originals, the newest first. */
  'printing.recent': call(
    'cashier',
    z.strictObject({ limit: z.number().int().min(1).max(20) }),
    z.array(tape),
  ),
  /** The papers still to be printed or asked about, the oldest first; at most 50. */
  'printing.open': call('cashier', nothing, z.array(openPaper)),
  /** Sets a paper aside that nobody needs. It can be printed again, as a copy. */
  'printing.setAside': call('cashier', z.strictObject({ jobId: identifier }), tape),
  /** The present state of any job, copies and test pages included. */
  'printing.job': call('cashier', z.strictObject({ jobId: identifier }), tape),
  /** All papers of a payment, the oldest first. */
  'printing.ofPayment': call('cashier', z.strictObject({ paymentId: identifier }), z.array(tape)),
  /**
   * A copy, marked as one outside the ticket text. It can never pay. Of a gift card only with an
   * approval: without one it returns `not-allowed`.
   */
  'printing.copy': call(
    'cashier',
    z.strictObject({ paymentId: identifier, approval: approval.nullable() }),
    tape,
  ),
  /**
   * How a payment stands that is not paid, for the customer to take away: being verified, or not
   * made. `payment-state` where it is still being sent, or paid: that one has a receipt.
   */
  'printing.slip': call('cashier', z.strictObject({ paymentId: identifier }), tape),
  'printing.testPrint': call('setup', nothing, tape),
  /**
   * Sends a job again that was refused or failed before any of it came out, or that the cashier
   * says did not. Of a gift card, some of which may have come out, and of a report that is
   * withheld, only with an approval. It opens the drawer only if the pulse cannot have been sent
   * before, and only within a quarter of an hour: after that, use `cash.openDrawer`.
   */
  'printing.retry': call(
    'cashier',
    z.strictObject({ jobId: identifier, approval: approval.nullable() }),
    tape,
  ),
  /** The cashier's answer to an unconfirmed job: did the paper come out? */
  'printing.confirm': call(
    'cashier',
    z.strictObject({ jobId: identifier, cameOut: z.boolean() }),
    tape,
  ),
};

export const printingEvents = {
  'printing.changed': event(
    z.strictObject({ jobId: identifier.nullable(), paymentId: identifier.nullable() }),
  ),
};
