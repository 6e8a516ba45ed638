import { z } from 'zod';
import { shopDate } from '../history.ts';
import { problemSchema } from '../problem/index.ts';
import { DIFFERENCE_KINDS } from '../reconciliation.ts';
import {
  anyText,
  anyTextOrNull,
  identifierSchema,
  instantSchema,
  integer,
  integerOrNull,
  moneySchema,
} from '../values.ts';
import { chainTillRefSchema } from './payments.ts';

/**
 * Of a business day that is over. `collecting`: its hour has not come, or tills are still awaited. `made`: the file is made and
 * not out. `uploaded`: the server has it. `in-doubt`: it may have arrived. `handed-in`: a person
 * said that it was handed in. `missing`: its hour has passed, and there is no file.
 */
export const chainFileDayStateSchema = z.enum([
  'collecting',
  'made',
  'uploaded',
  'in-doubt',
  'handed-in',
  'missing',
]);

export const chainFileDaySchema = z.object({
  day: shopDate,
  state: chainFileDayStateSchema,
  name: anyTextOrNull,
  lines: integerOrNull,
  totals: z.array(moneySchema),
  madeAt: instantSchema.nullable(),
  uploadedAt: instantSchema.nullable(),
  /** Whoever said that it was handed in, and why. */
  handedIn: z.object({ at: instantSchema, by: anyText, reason: anyText }).nullable(),
  /** Of the tills that perform payments: all of the day is in, in but for open ones, and not in. */
  inside: integer,
  insideOpen: integer,
  notIn: integer,
  late: integer,
  differences: integer,
  /** Why the last attempt to send it failed; null if it did not. */
  failure: problemSchema.nullable(),
});
export type ChainFileDay = z.infer<typeof chainFileDaySchema>;

export const chainFileTillSchema = chainTillRefSchema.extend({
  standing: z.enum(['in', 'in-open', 'not-in']),
  /** Up to here all of it is in the chain; null if it never reported. */
  completeUntil: instantSchema.nullable(),
  seenAt: instantSchema.nullable(),
  unresolved: integer,
});
export type ChainFileTill = z.infer<typeof chainFileTillSchema>;

export const chainFileDetailSchema = z.object({
  day: chainFileDaySchema,
  /** Those that were missing when the file was made, or would be now; at most two hundred. */
  tills: z.array(chainFileTillSchema),
});
export type ChainFileDetail = z.infer<typeof chainFileDetailSchema>;

/**
 * `refused-row`: a change that a till told and the database could not take, with the reason.
 * `doubled`: a payment whose external_id another one has too, each of them for itself. All others are
 * those of the daily file.
 */
export const chainDifferenceSchema = z.object({
  id: identifierSchema,
  kind: z.enum([...DIFFERENCE_KINDS, 'doubled', 'refused-row']),
  /** The business day; null of a refused row. */
  day: shopDate.nullable(),
  at: instantSchema,
  till: chainTillRefSchema.nullable(),
  externalId: anyTextOrNull,
  authorization: anyTextOrNull,
  account: anyTextOrNull,
  amount: moneySchema.nullable(),
  fields: z.array(anyText),
  /** Of a refused row: the database's own words. */
  reason: anyTextOrNull,
});
export type ChainDifference = z.infer<typeof chainDifferenceSchema>;
