import { z } from 'zod';
import {
  anyText,
  anyTextOrNull,
  flag,
  identifierSchema,
  instantSchema,
  integer,
  integerOrNull,
} from '../values.ts';
import { chainPaymentSchema } from './payments.ts';

/**
 * Why somebody has to look at a till. `never`: it never reported. `silent`: not for fifteen
 * minutes, and it did not say goodbye. `unsent`: for more than ten minutes it has not
 * said that all of it is here. `unresolved`: for more than an hour. `papers`: they wait there. `backup`: none for two days. `clock`: more than two
 * minutes off. `printer`, `service`: a light that is not green. `pos-doubled`: another till of the
 * chain has its number. `cloned`: two copies of it are at work. `rewound`: its ledger
 * lacks payments that it had. `refused`: the database could not take some of its rows.
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
  shop: anyText,
  posNumber: anyText,
  version: anyTextOrNull,
  /** The last report; null if there was none. */
  seenAt: instantSchema.nullable(),
  /** It said goodbye: it is closed, and performs nothing. */
  isClosed: flag,
  /** Up to here all of it is in the chain; null if that was never so. */
  completeUntil: instantSchema.nullable(),
  unresolved: integer,
  papers: integer,
  backupAt: instantSchema.nullable(),
  clockOffSeconds: integerOrNull,
  /** `green`, `yellow` or `red`, as the till told it; null if it did not. */
  printer: anyTextOrNull,
  service: anyTextOrNull,
  /** Other tills of the chain with the same number. */
  samePos: integer,
  /** Payments that the chain has of this till and its ledger does not. */
  lacking: integer,
  refusedRows: integer,
  troubles: z.array(z.enum(TILL_PROBLEMS)),
});
export type ChainTill = z.infer<typeof chainTillSchema>;

/** How a till's record began anew. */
export const chainRestartSchema = z.object({
  at: instantSchema,
  /**
   * `another-ledger`: it began with a new one. `rewound`: an older state of the same ledger came
   * back. `cloned`: a copy of its profile had been at work, and the other is back. `taken`: another session
   * began while the one before had not said goodbye; once is a restart, again and again a copy.
   */
  kind: z.enum(['another-ledger', 'rewound', 'cloned', 'taken']),
});

export const chainTillDetailSchema = z.object({
  till: chainTillSchema,
  /** The newest first, at most twenty. */
  restarts: z.array(chainRestartSchema),
  /** At most a hundred of the payments that its ledger lacks. */
  lacking: z.array(chainPaymentSchema),
});
export type ChainTillDetail = z.infer<typeof chainTillDetailSchema>;
