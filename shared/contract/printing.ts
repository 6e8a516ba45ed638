import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import { PRINTER_MODELS } from './provisioning.ts';
import {
  anyText,
  anyTextOrNull,
  approvalSchema,
  emptyObjectSchema,
  flag,
  identifierSchema,
  instantSchema,
  integer,
  moneySchema,
} from './values.ts';

/** A run of text as the paper shows it. */
export const tapeRunSchema = z.strictObject({
  text: anyText,
  bold: flag,
  double: z.enum(['no', 'height', 'width', 'both']),
  inverse: flag,
});

/** One line of the tape, or an element without text. Drawn from the lines in the ledger. */
export const tapeLineSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    align: z.enum(['left', 'center', 'right']),
    runs: z.array(tapeRunSchema),
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
export type TapeLine = z.infer<typeof tapeLineSchema>;

/**
 * How a receipt reaches a customer without paper. `pdf`: a file. `mail`: that file in a message of
 * the system's mail program. `code`: its facts as a QR code on the screen. `none`: not wanted.
 */
export const RECEIPT_DELIVERY_METHODS = ['pdf', 'mail', 'code', 'none'] as const;
export type ReceiptDeliveryMethod = (typeof RECEIPT_DELIVERY_METHODS)[number];
const receiptDeliveryMethodSchema = z.enum(RECEIPT_DELIVERY_METHODS);

export const tapeSchema = z.strictObject({
  jobId: identifierSchema,
  paymentId: identifierSchema.nullable(),
  kind: anyText,
  /** Characters in a line of this paper. */
  columns: integer,
  lines: z.array(tapeLineSchema),
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
    .strictObject({ billerName: anyText, account: anyText, amount: moneySchema, isSlip: flag })
    .nullable(),
  /** How this payment's receipt may be given without paper now; empty where it has to be printed. */
  ways: z.array(receiptDeliveryMethodSchema),
  /** How it was given so far, the oldest first. */
  given: z.array(receiptDeliveryMethodSchema),
  createdAt: instantSchema,
});
export type Tape = z.infer<typeof tapeSchema>;

export const printerStateSchema = z.strictObject({
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
  at: instantSchema.nullable(),
  waitingJobs: integer,
  columns: integer,
});
export type PrinterState = z.infer<typeof printerStateSchema>;

/** A printer that is there. `model`: what its name suggests; null where that says nothing. */
export const discoveredPrinterSchema = z.discriminatedUnion('kind', [
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
export type DiscoveredPrinter = z.infer<typeof discoveredPrinterSchema>;

/** A paper that may not have been printed; a person decides what to do about it. */
export const openPaperSchema = z.strictObject({
  jobId: identifierSchema,
  paymentId: identifierSchema.nullable(),
  kind: anyText,
  state: z.enum(['unconfirmed', 'refused', 'failed']),
  /** A `PaperReason`, or one of a later version. */
  reason: anyTextOrNull,
  createdAt: instantSchema,
  billerName: anyTextOrNull,
  /** Masked, as it is on the paper. */
  account: anyTextOrNull,
  amount: moneySchema.nullable(),
});
export type OpenPaper = z.infer<typeof openPaperSchema>;

/** What became of a receipt that was to be given without paper. */
export const receiptDeliveryResultSchema = z.discriminatedUnion('kind', [
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
export type ReceiptDeliveryResult = z.infer<typeof receiptDeliveryResultSchema>;

export const printingCalls = {
  'printing.state': defineCall('cashier', emptyObjectSchema, printerStateSchema),
  /** The original receipt of a payment as printed, from its lines; null if none was made. */
  'printing.tape': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    tapeSchema.nullable(),
  ),
  /** The last few originals, the newest first. */
  'printing.recent': defineCall(
    'cashier',
    z.strictObject({ limit: z.number().int().min(1).max(20) }),
    z.array(tapeSchema),
  ),
  /** The papers still to be printed or asked about, the oldest first; at most 50. */
  'printing.open': defineCall('cashier', emptyObjectSchema, z.array(openPaperSchema)),
  /** Sets aside a paper that nobody needs. It can be printed again, as a copy. */
  'printing.setAside': defineCall(
    'cashier',
    z.strictObject({ jobId: identifierSchema }),
    tapeSchema,
  ),
  /** The present state of any job, copies and test pages included. */
  'printing.job': defineCall('cashier', z.strictObject({ jobId: identifierSchema }), tapeSchema),
  /** All papers of a payment, the oldest first. */
  'printing.ofPayment': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    z.array(tapeSchema),
  ),
  /**
   * Prints a copy, marked as one outside the ticket text. It can never pay. A gift card needs an
   * approval; without one it returns `not-allowed`.
   */
  'printing.copy': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema, approval: approvalSchema.nullable() }),
    tapeSchema,
  ),
  /**
   * Prints the state of an unpaid payment for the customer: being verified, or not made.
   * `payment-state` if it is still being sent, or paid: a paid one has a receipt.
   */
  'printing.slip': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    tapeSchema,
  ),
  /**
   * Gives a paid payment's receipt without paper, and records it. A gift card that may have come out
   * needs an approval. `without-paper` if this receipt has to be printed, or could not be given so.
   */
  'printing.give': defineCall(
    'cashier',
    z.strictObject({
      paymentId: identifierSchema,
      way: receiptDeliveryMethodSchema,
      approval: approvalSchema.nullable(),
    }),
    receiptDeliveryResultSchema,
  ),
  'printing.testPrint': defineCall('setup', emptyObjectSchema, tapeSchema),
  /**
   * Prints a job again that was refused, failed before any of it came out, or did not come out
   * according to the cashier. A gift card that may partly have come out, or may have been given as
   * a file, and a withheld report, need an approval. It opens the drawer only if the pulse cannot have been sent before, and only
   * within a quarter of an hour: after that, use `cash.openDrawer`.
   */
  'printing.retry': defineCall(
    'cashier',
    z.strictObject({ jobId: identifierSchema, approval: approvalSchema.nullable() }),
    tapeSchema,
  ),
  /** The cashier's answer to an unconfirmed job: did the paper come out? */
  'printing.confirm': defineCall(
    'cashier',
    z.strictObject({ jobId: identifierSchema, cameOut: flag }),
    tapeSchema,
  ),
};

export const printingEvents = {
  'printing.changed': defineEvent(
    z.strictObject({ jobId: identifierSchema.nullable(), paymentId: identifierSchema.nullable() }),
  ),
};
