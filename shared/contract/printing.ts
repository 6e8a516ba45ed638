import { z } from 'zod';
import { call, event } from './define.ts';
import { PRINTER_MODELS } from './provisioning.ts';
import {
  anyText,
  anyTextOrNull,
  approval,
  flag,
  identifier,
  instant,
  integer,
  moneyValue,
  nothing,
} from './values.ts';

/** A run of text as the paper shows it. */
export const tapeRun = z.strictObject({
  text: anyText,
  bold: flag,
  double: z.enum(['no', 'height', 'width', 'both']),
  inverse: flag,
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
    width: integer,
    height: integer,
    align: z.enum(['left', 'center', 'right']),
    png: anyText,
  }),
  /** A bar code or a QR code: what it says, and its dots. */
  z.strictObject({
    kind: z.literal('barcode'),
    symbology: z.enum(['qr', 'code-128']),
    text: anyText,
    width: integer,
    height: integer,
    align: z.enum(['left', 'center', 'right']),
    png: anyText,
  }),
  z.strictObject({ kind: z.literal('cut') }),
  z.strictObject({ kind: z.literal('drawer') }),
]);
export type TapeLine = z.infer<typeof tapeLine>;

/**
 * How a receipt reaches a customer without paper. `pdf`: a file. `mail`: that file in a message of
 * the system's mail program. `code`: its facts as a QR code on the screen. `none`: not wanted.
 */
export const RECEIPT_WAYS = ['pdf', 'mail', 'code', 'none'] as const;
export type ReceiptWay = (typeof RECEIPT_WAYS)[number];
const receiptWay = z.enum(RECEIPT_WAYS);

export const tape = z.strictObject({
  jobId: identifier,
  paymentId: identifier.nullable(),
  kind: anyText,
  /** Characters in a line of this paper. */
  columns: integer,
  lines: z.array(tapeLine),
  state: z.enum(['waiting', 'printing', 'printed', 'unconfirmed', 'refused', 'failed', 'skipped']),
  /** Why it is not (known to be) on paper; a `PaperReason`, or one of a later version. */
  reason: anyTextOrNull,
  /**
   * The form of the service's text on this paper. `exact`: in the printer's characters. `drawn`: as
   * an image, because the printer lacks some of them. `marked`, `drawn-marked`: some characters
   * cannot be printed, or a line is too long; this is marked, and the cashier is told.
   */
  ticketText: z.enum(['none', 'exact', 'drawn', 'marked', 'drawn-marked']),
  /** The service's text is too long to be printed with all of it: the paper says so. */
  isTicketCut: flag,
  /**
   * True if the paper shows a gift card's code after its customer has left, or an expected sum that
   * this cashier may not see. `lines` is then empty, and printing it again needs a supervisor's
   * approval.
   */
  isWithheld: flag,
  /**
   * The drawer should open with this paper, which was printed without opening it in the last
   * quarter of an hour, or is about to be: use `cash.openDrawer`.
   */
  isDrawerKept: flag,
  /** The shop has no printer: nothing of it comes out, and it is only on the screen. */
  isOnScreen: flag,
  /**
   * For a paper that failed, or may not have come out: how much of it was sent, from 0 to 1.
   * Otherwise null.
   */
  sentShare: z.number().min(0).max(1).nullable(),
  /**
   * Of a receipt: what was paid; the account masked. `isSlip`: money went out, and its paper is
   * called a slip. Null for any other paper.
   */
  about: z
    .strictObject({ billerName: anyText, account: anyText, amount: moneyValue, isSlip: flag })
    .nullable(),
  /** How this payment's receipt may be given without paper now; empty where it has to be printed. */
  ways: z.array(receiptWay),
  /** How it was given so far, the oldest first. */
  given: z.array(receiptWay),
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
  waitingJobs: integer,
  columns: integer,
});
export type PrinterState = z.infer<typeof printerState>;

/** A printer that is there. `model`: what its name suggests; null where that says nothing. */
export const foundPrinter = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('network'),
    name: anyText,
    address: anyText,
    model: z.enum(PRINTER_MODELS).nullable(),
  }),
  z.strictObject({
    kind: z.literal('path'),
    name: anyText,
    path: anyText,
    model: z.enum(PRINTER_MODELS).nullable(),
  }),
  /** Windows has it, but lets no program write to it before somebody shares it. */
  z.strictObject({ kind: z.literal('not-shared'), name: anyText }),
]);
export type FoundPrinter = z.infer<typeof foundPrinter>;

/** A paper that may not have been printed; a person decides what to do about it. */
export const openPaper = z.strictObject({
  jobId: identifier,
  paymentId: identifier.nullable(),
  kind: anyText,
  state: z.enum(['unconfirmed', 'refused', 'failed']),
  /** A `PaperReason`, or one of a later version. */
  reason: anyTextOrNull,
  createdAt: instant,
  billerName: anyTextOrNull,
  /** Masked, as it is on the paper. */
  account: anyTextOrNull,
  amount: moneyValue.nullable(),
});
export type OpenPaper = z.infer<typeof openPaper>;

/** What became of a receipt that was to be given without paper. */
export const receiptGiven = z.discriminatedUnion('kind', [
  /** The file is where the person wanted it; its name without the folder. */
  z.strictObject({ kind: z.literal('saved'), name: anyText }),
  /** Only in a browser, which saves the file itself. */
  z.strictObject({ kind: z.literal('download'), name: anyText, base64: anyText }),
  /** The person chose no place for it: nothing was given. */
  z.strictObject({ kind: z.literal('cancelled') }),
  /** The system's mail program has it. Whether it is sent is decided there. */
  z.strictObject({ kind: z.literal('mail-opened') }),
  z.strictObject({
    kind: z.literal('code'),
    /** The picture, one dot for each module, with the white around it. */
    png: anyText,
    /** Dots on a side. */
    dots: integer,
    /** What it says, line by line. */
    lines: z.array(anyText),
  }),
  z.strictObject({ kind: z.literal('noted') }),
]);
export type ReceiptGiven = z.infer<typeof receiptGiven>;

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
  /** Sets aside a paper that nobody needs. It can be printed again, as a copy. */
  'printing.setAside': call('cashier', z.strictObject({ jobId: identifier }), tape),
  /** The present state of any job, copies and test pages included. */
  'printing.job': call('cashier', z.strictObject({ jobId: identifier }), tape),
  /** All papers of a payment, the oldest first. */
  'printing.ofPayment': call('cashier', z.strictObject({ paymentId: identifier }), z.array(tape)),
  /**
   * Prints a copy, marked as one outside the ticket text. It can never pay. A gift card needs an
   * approval; without one it returns `not-allowed`.
   */
  'printing.copy': call(
    'cashier',
    z.strictObject({ paymentId: identifier, approval: approval.nullable() }),
    tape,
  ),
  /**
   * Prints the state of an unpaid payment for the customer: being verified, or not made.
   * `payment-state` if it is still being sent, or paid: a paid one has a receipt.
   */
  'printing.slip': call('cashier', z.strictObject({ paymentId: identifier }), tape),
  /**
   * Gives a paid payment's receipt without paper, and records it. A gift card that may have come out
   * needs an approval. `without-paper` if this receipt has to be printed, or could not be given so.
   */
  'printing.give': call(
    'cashier',
    z.strictObject({ paymentId: identifier, way: receiptWay, approval: approval.nullable() }),
    receiptGiven,
  ),
  'printing.testPrint': call('setup', nothing, tape),
  /**
   * Prints a job again that was refused, failed before any of it came out, or did not come out
   * according to the cashier. A gift card that may partly have come out, or may have been given as
   * a file, and a withheld report, need an approval. It opens the drawer only if the pulse cannot have been sent before, and only
   * within a quarter of an hour: after that, use `cash.openDrawer`.
   */
  'printing.retry': call(
    'cashier',
    z.strictObject({ jobId: identifier, approval: approval.nullable() }),
    tape,
  ),
  /** The cashier's answer to an unconfirmed job: did the paper come out? */
  'printing.confirm': call('cashier', z.strictObject({ jobId: identifier, cameOut: flag }), tape),
};

export const printingEvents = {
  'printing.changed': event(
    z.strictObject({ jobId: identifier.nullable(), paymentId: identifier.nullable() }),
  ),
};
