import { z } from 'zod';
import { billerMatchSchema, billerSchema } from './catalog.ts';
import { defineCall } from './define-call.ts';
import { accountPlaceSchema, glnSchema } from './setting-schemas.ts';
import {
  anyTextSchema,
  approvalSchema,
  booleanSchema,
  emptyObjectSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  moneySchema,
  nullableIntegerSchema,
  nullableTextSchema,
} from './value-schemas.ts';

/** Longer than any code: the rest of a longer text is not sent to main. */
export const MAX_SCANNED_LENGTH = 4_000;

/** A bill as its bar code says it, with its biller in the service's list. */
export const scannedBillSchema = z.strictObject({
  /** The same for the same bill, however its code was sent. */
  codeId: anyTextSchema,
  biller: billerSchema,
  /** The part of the references that the biller's layout names. */
  accountNumber: anyTextSchema,
  references: z.array(anyTextSchema),
  /** The number of the company that collects the bill; null for a code without one. */
  gln: nullableTextSchema,
  /** False: the check digit of the GLN is wrong. */
  isGlnValid: booleanSchema,
  /** In the biller's currency; null if the code names none, zero, or another currency. */
  amount: moneySchema.nullable(),
  /** `YYYY-MM-DD`; null if the code has none. */
  dueDate: nullableTextSchema,
  /** By the shop's calendar. */
  isPastDue: booleanSchema,
  /** Where the place of the account is known from; not `certain`: compare it with the paper. */
  layout: z.enum(['certain', 'probable', 'taught']),
  /** The last scan of the same code within an hour; null without one. */
  earlierScan: z
    .strictObject({
      at: instantSchema,
      /** The payment to this account since, which was not refused; null without one. */
      paymentId: identifierSchema.nullable(),
    })
    .nullable(),
});
export type ScannedBill = z.infer<typeof scannedBillSchema>;

/** Why a scanned code is not the code of a bill that can be read. */
export const refusedScanReasonSchema = z.enum([
  'payment-qr',
  'web-address',
  'too-long',
  'doubled',
  'cut',
  'no-reference',
  /** The list of billers has not arrived yet. */
  'no-billers',
]);
export type RefusedScanReason = z.infer<typeof refusedScanReasonSchema>;

/** What main read of a scanned code. */
export const scanResultSchema = z.discriminatedUnion('kind', [
  /** The biller is certain, and so is the reading. */
  z.strictObject({ kind: z.literal('bill'), bill: scannedBillSchema }),
  /**
   * The cashier chooses. `reading`: the code can be read in more than one way. `biller`: it names no
   * biller. `compare`: a part of the code may be missing.
   */
  z.strictObject({
    kind: z.literal('choose'),
    code: anyTextSchema,
    reason: z.enum(['reading', 'biller', 'compare']),
    bills: z.array(scannedBillSchema).min(1),
  }),
  /** No biller of the service's list is known for this collector. */
  z.strictObject({
    kind: z.literal('unknown-collector'),
    code: anyTextSchema,
    gln: anyTextSchema,
    isGlnValid: booleanSchema,
    /** The references of the most natural reading. */
    references: z.array(anyTextSchema),
    /** The collector's name, if the till knows it; null otherwise. */
    collector: nullableTextSchema,
    /** Billers with a similar name: proposals, none is chosen. */
    proposals: z.array(billerMatchSchema),
  }),
  /** The bill is of another biller than the one whose payment is open. */
  z.strictObject({ kind: z.literal('other-biller'), bill: scannedBillSchema }),
  /** An account number, or a code whose form says nothing. */
  z.strictObject({ kind: z.literal('account'), accountNumber: anyTextSchema }),
  z.strictObject({ kind: z.literal('refused'), reason: refusedScanReasonSchema }),
]);
export type ScanResult = z.infer<typeof scanResultSchema>;

/** What the shop itself learned about the bills of a collector. */
export const taughtLayoutSchema = z.strictObject({
  gln: glnSchema,
  billerId: integerSchema,
  billerName: anyTextSchema,
  account: accountPlaceSchema,
  /** `scan`: a person chose the biller. `bills`: three bills taught where the account stands. */
  taughtBy: z.enum(['scan', 'bills', 'settings', 'chain']),
  /** Null for one of the settings or of the chain. */
  taughtAt: instantSchema.nullable(),
});
export type TaughtLayout = z.infer<typeof taughtLayoutSchema>;

const approvalField = { approval: approvalSchema.nullable() };

export const billCodeCalls = {
  /** Reads a scanned code. With a `billerId`, for the payment to this biller that is open. */
  'billCodes.read': defineCall(
    'cashier',
    z.strictObject({
      code: z.string().max(MAX_SCANNED_LENGTH),
      billerId: nullableIntegerSchema,
    }),
    scanResultSchema,
  ),
  /** Remembers the biller of a collector, and reads the code again. */
  'billCodes.chooseBiller': defineCall(
    'teach-bill-codes',
    z.strictObject({
      code: z.string().max(MAX_SCANNED_LENGTH),
      billerId: integerSchema,
      ...approvalField,
    }),
    scanResultSchema,
  ),
  /**
   * Remembers the lengths of the parts of a bill that the cashier chose on the question about its code,
   * so that the next bill with these lengths is not asked about.
   */
  'billCodes.confirm': defineCall(
    'cashier',
    z.strictObject({ code: z.string().max(MAX_SCANNED_LENGTH), codeId: anyTextSchema }),
    emptyObjectSchema,
  ),
  /**
   * Learns where the account stands from three bills with the account of each. The last one verifies
   * what the others say.
   */
  'billCodes.teach': defineCall(
    'teach-bill-codes',
    z.strictObject({
      billerId: integerSchema,
      bills: z
        .array(
          z.strictObject({
            code: z.string().max(MAX_SCANNED_LENGTH),
            accountNumber: z.string().min(1).max(64),
          }),
        )
        .length(3),
      ...approvalField,
    }),
    taughtLayoutSchema,
  ),
  'billCodes.list': defineCall('cashier', emptyObjectSchema, z.array(taughtLayoutSchema)),
  /** Forgets what was taught about a collector. */
  'billCodes.forget': defineCall(
    'teach-bill-codes',
    z.strictObject({ gln: identifierSchema, ...approvalField }),
    emptyObjectSchema,
  ),
};
