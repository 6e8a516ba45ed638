import { z } from 'zod';
import { defineCall, defineEvent } from './define-call.ts';
import { PRINTER_MODELS } from './provisioning.ts';
import {
  anyTextSchema,
  approvalSchema,
  booleanSchema,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  moneySchema,
  nullableTextSchema,
} from './value-schemas.ts';

/** A run of text with its style on the paper. */
export const tapeRunSchema = z.strictObject({
  text: anyTextSchema,
  bold: booleanSchema,
  double: z.enum(['no', 'height', 'width', 'both']),
  inverse: booleanSchema,
});

/** One line of the tape, or an element without text. Rendered from the lines in the ledger. */
export const tapeLineSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    align: z.enum(['left', 'center', 'right']),
    runs: z.array(tapeRunSchema),
  }),
  /** Sizes in printer dots; one character is twelve dots wide. */
  z.strictObject({
    kind: z.literal('image'),
    width: integerSchema,
    height: integerSchema,
    align: z.enum(['left', 'center', 'right']),
    png: anyTextSchema,
  }),
  /** A bar code or a QR code: its content, and its picture with sizes in dots. */
  z.strictObject({
    kind: z.literal('barcode'),
    symbology: z.enum(['qr', 'code-128']),
    text: anyTextSchema,
    width: integerSchema,
    height: integerSchema,
    align: z.enum(['left', 'center', 'right']),
    png: anyTextSchema,
  }),
  z.strictObject({ kind: z.literal('cut') }),
  z.strictObject({ kind: z.literal('drawer') }),
]);
export type TapeLine = z.infer<typeof tapeLineSchema>;

/**
 * How a customer gets a receipt without paper. `pdf`: a file. `mail`: that file as an attachment in
 * the system's mail program. `code`: the receipt's facts as a QR code on the screen. `none`: the
 * customer wants none.
 */
export const RECEIPT_DELIVERY_METHODS = ['pdf', 'mail', 'code', 'none'] as const;
export type ReceiptDeliveryMethod = (typeof RECEIPT_DELIVERY_METHODS)[number];
const receiptDeliveryMethodSchema = z.enum(RECEIPT_DELIVERY_METHODS);

export const tapeSchema = z.strictObject({
  jobId: identifierSchema,
  paymentId: identifierSchema.nullable(),
  kind: anyTextSchema,
  /** Characters per line of this paper. */
  columns: integerSchema,
  lines: z.array(tapeLineSchema),
  state: z.enum(['waiting', 'printing', 'printed', 'unconfirmed', 'refused', 'failed', 'skipped']),
  /** Why it is not printed, or not confirmed: a `PaperReason`, or a value of a later version. */
  reason: nullableTextSchema,
  /**
   * How the service's ticket text is printed. `exact`: with the printer's characters. `drawn`: as an
   * image, because the printer lacks some characters. `marked`, `drawn-marked`: some characters
   * cannot be printed, or a line is too long; the paper marks this, and the cashier is informed.
   */
  ticketText: z.enum(['none', 'exact', 'drawn', 'marked', 'drawn-marked']),
  /**
   * For the receipt of a gift card that is only on the screen, or whose paper is not out: the service's
   * text with the code that the customer notes down, exactly as received. Null for any other paper, and if it is withheld.
   */
  codeText: nullableTextSchema,
  /** The ticket text was too long and was cut; the paper says so. */
  isTicketCut: booleanSchema,
  /**
   * The paper shows the code of a gift card whose customer has left, or an expected sum that this
   * cashier may not see. `lines` is then empty, and a reprint needs a supervisor's approval.
   */
  isWithheld: booleanSchema,
  /**
   * The drawer should open with this paper, but a print within the last 15 minutes did not open it,
   * or the coming print will not: use `cash.openDrawer`.
   */
  isDrawerKept: booleanSchema,
  /** The shop has no printer: papers are only shown on the screen. */
  isOnScreen: booleanSchema,
  /** For a failed or unconfirmed paper: the share of its bytes that was sent, 0 to 1. Otherwise null. */
  sentShare: z.number().min(0).max(1).nullable(),
  /**
   * For a receipt: what was paid, with the account masked. `isSlip`: money was handed out, so the
   * paper is called a slip. Null for any other paper.
   */
  about: z
    .strictObject({
      billerName: anyTextSchema,
      account: anyTextSchema,
      amount: moneySchema,
      isSlip: booleanSchema,
    })
    .nullable(),
  /** How this receipt may be given without paper now; empty if it must be printed. */
  ways: z.array(receiptDeliveryMethodSchema),
  /** Whether a code can hand its text to WhatsApp on the customer's phone. */
  canShowWhatsAppCode: booleanSchema,
  /** How it was given without paper so far, oldest first. */
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
  waitingJobs: integerSchema,
  columns: integerSchema,
});
export type PrinterState = z.infer<typeof printerStateSchema>;

/** An available printer. `model` is guessed from its name; null if that is not possible. */
export const discoveredPrinterSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('network'),
    name: anyTextSchema,
    address: anyTextSchema,
    model: z.enum(PRINTER_MODELS).nullable(),
  }),
  z.strictObject({
    kind: z.literal('path'),
    name: anyTextSchema,
    path: anyTextSchema,
    model: z.enum(PRINTER_MODELS).nullable(),
  }),
  /** Windows lists it, but programs cannot write to it until a person shares it. */
  z.strictObject({ kind: z.literal('not-shared'), name: anyTextSchema }),
]);
export type DiscoveredPrinter = z.infer<typeof discoveredPrinterSchema>;

/**
 * A paper that is not out. `waiting` and `printing`: it is still in the print queue. Any other may not
 * have been printed, and a person decides what to do.
 */
export const unprintedPaperSchema = z.strictObject({
  jobId: identifierSchema,
  paymentId: identifierSchema.nullable(),
  kind: anyTextSchema,
  state: z.enum(['waiting', 'printing', 'unconfirmed', 'refused', 'failed']),
  /** A `PaperReason`, or a value of a later version. */
  reason: nullableTextSchema,
  createdAt: instantSchema,
  billerName: nullableTextSchema,
  /** Masked, as on the paper. */
  account: nullableTextSchema,
  amount: moneySchema.nullable(),
});
export type UnprintedPaper = z.infer<typeof unprintedPaperSchema>;

/** The result of giving a receipt without paper. */
export const receiptDeliveryResultSchema = z.discriminatedUnion('kind', [
  /** The file was saved where the person chose; its name without the folder. */
  z.strictObject({ kind: z.literal('saved'), name: anyTextSchema }),
  /** Only in a browser, which then saves the file. */
  z.strictObject({ kind: z.literal('download'), name: anyTextSchema, base64: anyTextSchema }),
  /** The person cancelled the save dialog: nothing was given. */
  z.strictObject({ kind: z.literal('cancelled') }),
  /** The system's mail program has opened the message; the person sends it there. */
  z.strictObject({ kind: z.literal('mail-opened') }),
  z.strictObject({
    kind: z.literal('code'),
    /** The picture, one pixel per module, with its white border. */
    png: anyTextSchema,
    /** Width and height in pixels. */
    dots: integerSchema,
    /** The content of the code, line by line. */
    lines: z.array(anyTextSchema),
  }),
  z.strictObject({ kind: z.literal('noted') }),
]);
export type ReceiptDeliveryResult = z.infer<typeof receiptDeliveryResultSchema>;

/** A QR code for a screen. */
export const whatsAppCodeSchema = z.strictObject({
  /** The picture, one pixel per module, with its white border. */
  png: anyTextSchema,
  /** Width and height in pixels. */
  dots: integerSchema,
});
export type WhatsAppCode = z.infer<typeof whatsAppCodeSchema>;

export const printingCalls = {
  'printing.state': defineCall('cashier', emptyObjectSchema, printerStateSchema),
  /** The original receipt of a payment; null if there is none. */
  'printing.tape': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    tapeSchema.nullable(),
  ),
  /** The most recent originals, newest first. */
  'printing.recent': defineCall(
    'cashier',
    z.strictObject({ limit: z.number().int().min(1).max(20) }),
    z.array(tapeSchema),
  ),
  /** Papers that are not out, and that nobody has set aside, oldest first; at most 50. */
  'printing.unprintedPapers': defineCall(
    'cashier',
    emptyObjectSchema,
    z.array(unprintedPaperSchema),
  ),
  /** Sets aside a paper that is not needed. It can still be printed, as a copy. */
  'printing.dismiss': defineCall(
    'cashier',
    z.strictObject({ jobId: identifierSchema }),
    tapeSchema,
  ),
  /** The current state of any job, including copies and test pages. */
  'printing.job': defineCall('cashier', z.strictObject({ jobId: identifierSchema }), tapeSchema),
  /** All papers of a payment, oldest first. */
  'printing.forPayment': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    z.array(tapeSchema),
  ),
  /**
   * Prints a copy, with a mark outside the ticket text. Never pays again. A gift card needs an
   * approval; without one, returns `not-allowed`.
   */
  'printing.printCopy': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema, approval: approvalSchema.nullable() }),
    tapeSchema,
  ),
  /**
   * Prints a slip with the state of an unpaid payment: being verified, or not made. Returns
   * `payment-state` if it is being sent or is paid (a paid one has a receipt).
   */
  'printing.printSlip': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    tapeSchema,
  ),
  /**
   * Gives the receipt of a paid payment without paper, and records that. A gift card that may have
   * been printed needs an approval. Returns `without-paper` if this receipt must be printed, or could
   * not be given in this way.
   */
  'printing.deliverReceipt': defineCall(
    'cashier',
    z.strictObject({
      paymentId: identifierSchema,
      way: receiptDeliveryMethodSchema,
      approval: approvalSchema.nullable(),
    }),
    receiptDeliveryResultSchema,
  ),
  /**
   * The service's text of a paid bill or top-up as a code that opens WhatsApp on the customer's phone,
   * where the customer sends it. Records nothing, and does not replace the paper. Returns
   * `without-paper` if the text does not fit.
   */
  'printing.whatsAppCode': defineCall(
    'cashier',
    z.strictObject({ paymentId: identifierSchema }),
    whatsAppCodeSchema,
  ),
  'printing.testPrint': defineCall('setup', emptyObjectSchema, tapeSchema),
  /** The sheet of the scanner check, on the printer of the receipts. */
  'printing.printScannerSheet': defineCall('cashier', emptyObjectSchema, tapeSchema),
  /** The same sheet as a PDF file, where the person chooses. */
  'printing.saveScannerSheet': defineCall(
    'cashier',
    emptyObjectSchema,
    receiptDeliveryResultSchema,
  ),
  /**
   * Reprints a job that was refused, that failed before any of it was printed, or that the cashier
   * says was not printed. A gift card that may have been partly printed or given as a file, and a
   * withheld report, need an approval. Opens the drawer only if the pulse cannot have been sent
   * before, and only within 15 minutes: after that, use `cash.openDrawer`.
   */
  'printing.retry': defineCall(
    'cashier',
    z.strictObject({ jobId: identifierSchema, approval: approvalSchema.nullable() }),
    tapeSchema,
  ),
  /** Records whether the paper of an unconfirmed job was printed, as the cashier saw it. */
  'printing.confirm': defineCall(
    'cashier',
    z.strictObject({ jobId: identifierSchema, cameOut: booleanSchema }),
    tapeSchema,
  ),
};

export const printingEvents = {
  'printing.changed': defineEvent(
    z.strictObject({ jobId: identifierSchema.nullable(), paymentId: identifierSchema.nullable() }),
  ),
};
