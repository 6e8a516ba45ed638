import { z } from 'zod';
import {
  anyTextSchema,
  booleanSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  nullableIntegerSchema,
  nullableTextSchema,
} from '../value-schemas.ts';
import { chainPaymentSchema } from './payments.ts';

/**
 * Why a person must check a till. `never`: it never reported. `silent`: no report for 15 minutes, and
 * it did not report that it closes. `unsent`: no report for more than 10 minutes that all its data is
 * sent. `unresolved`: a payment has been unresolved for more than an hour. `papers`: papers need a
 * print or a decision. `backup`: none for two days. `clock`: more than two minutes off. `printer`,
 * `service`: the status is not green. `pos-doubled`: another till of the chain has its number.
 * `cloned`: two copies of it are running. `rewound`: its ledger lacks payments that it had. `refused`:
 * the database rejected some of its rows.
 */
export const TILL_PROBLEMS = [
  'never',
  'silent',
  'unsent',
  'cloned',
  'rewound',
  'refused',
  'pos-doubled',
  'unresolved',
  'clock',
  'backup',
  'papers',
  'printer',
  'service',
] as const;
export type TillProblem = (typeof TILL_PROBLEMS)[number];

export const chainTillSchema = z.object({
  id: identifierSchema,
  shop: anyTextSchema,
  posNumber: anyTextSchema,
  version: nullableTextSchema,
  /** The last report; null if there was none. */
  seenAt: instantSchema.nullable(),
  /** It reported that it closed; it performs nothing. */
  isClosed: booleanSchema,
  /** The chain has all data of the till up to this time; null if it never had. */
  completeUntil: instantSchema.nullable(),
  unresolved: integerSchema,
  papers: integerSchema,
  backupAt: instantSchema.nullable(),
  clockOffSeconds: nullableIntegerSchema,
  /** `green`, `yellow` or `red`, as reported by the till; null if not reported. */
  printer: nullableTextSchema,
  service: nullableTextSchema,
  /** Number of other tills of the chain with the same POS number. */
  samePos: integerSchema,
  /** Number of this till's payments that the chain has and its ledger lacks. */
  lacking: integerSchema,
  refusedRows: integerSchema,
  problems: z.array(z.enum(TILL_PROBLEMS)),
});
export type ChainTill = z.infer<typeof chainTillSchema>;

/** A break in the record that the chain has of a till. */
export const chainRecordBreakSchema = z.object({
  at: instantSchema,
  /**
   * `another-ledger`: it has a new ledger. `rewound`: an older state of the same ledger was restored.
   * `cloned`: two copies of its profile are running: a session went on after a later one had begun.
   * `taken`: a session began before the previous one was closed, as after a crash.
   */
  kind: z.enum(['another-ledger', 'rewound', 'cloned', 'taken']),
});

export const chainTillDetailSchema = z.object({
  till: chainTillSchema,
  /** Newest first, at most 20. */
  recordBreaks: z.array(chainRecordBreakSchema),
  /** Payments that its ledger lacks, at most 100. */
  lacking: z.array(chainPaymentSchema),
});
export type ChainTillDetail = z.infer<typeof chainTillDetailSchema>;
