import { z } from 'zod';
import { shopDateSchema } from '../history.ts';
import { problemSchema } from '../problem/index.ts';
import { DAILY_FILE_DIFFERENCE_KINDS } from '../reconciliation.ts';
import {
  anyTextSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  moneySchema,
  nullableIntegerSchema,
  nullableTextSchema,
} from '../value-schemas.ts';
import { chainTillRefSchema } from './payments.ts';

/**
 * The state of a business day that is over. `collecting`: its upload time is in the future, or tills
 * have not reported yet. `made`: the file is made but not uploaded. `uploaded`: the server has it.
 * `in-doubt`: it may have been uploaded. `handed-in`: a person recorded that it was delivered in
 * another way. `missing`: its upload time has passed, and there is no file.
 */
export const chainDailyFileDayStateSchema = z.enum([
  'collecting',
  'made',
  'uploaded',
  'in-doubt',
  'handed-in',
  'missing',
]);

export const chainDailyFileDaySchema = z.object({
  day: shopDateSchema,
  state: chainDailyFileDayStateSchema,
  name: nullableTextSchema,
  lines: nullableIntegerSchema,
  totals: z.array(moneySchema),
  madeAt: instantSchema.nullable(),
  uploadedAt: instantSchema.nullable(),
  /** Set if a person recorded that the file was delivered in another way. */
  handedIn: z.object({ at: instantSchema, by: anyTextSchema, reason: anyTextSchema }).nullable(),
  /**
   * Numbers of tills that perform payments. `inside`: all payments of the day are in the file.
   * `insideOpen`: all except unresolved ones. `notIn`: not all.
   */
  inside: integerSchema,
  insideOpen: integerSchema,
  notIn: integerSchema,
  late: integerSchema,
  differences: integerSchema,
  /** The day was compared without the whole list of the service, which could not be read. */
  isListUnread: z.boolean(),
  /** Why the last upload failed; null if it did not. */
  failure: problemSchema.nullable(),
});
export type ChainDailyFileDay = z.infer<typeof chainDailyFileDaySchema>;

export const chainDailyFileTillSchema = chainTillRefSchema.extend({
  tillStatus: z.enum(['in', 'in-open', 'not-in']),
  /** The chain has all data of the till up to this time; null if the till never reported. */
  completeUntil: instantSchema.nullable(),
  seenAt: instantSchema.nullable(),
  unresolved: integerSchema,
});
export type ChainDailyFileTill = z.infer<typeof chainDailyFileTillSchema>;

export const chainDailyFileDetailSchema = z.object({
  day: chainDailyFileDaySchema,
  /** Tills that were missing when the file was made, or would be missing now; at most 200. */
  tills: z.array(chainDailyFileTillSchema),
});
export type ChainDailyFileDetail = z.infer<typeof chainDailyFileDetailSchema>;

/**
 * `refused-row`: a row of a till that the database rejected, with the reason. `doubled`: a payment
 * that shares its external_id with another; each of them is listed. All other kinds are those of the
 * daily file.
 */
export const chainDifferenceSchema = z.object({
  id: identifierSchema,
  kind: z.enum([...DAILY_FILE_DIFFERENCE_KINDS, 'doubled', 'refused-row']),
  /** The business day; null for a refused row. */
  day: shopDateSchema.nullable(),
  at: instantSchema,
  till: chainTillRefSchema.nullable(),
  externalId: nullableTextSchema,
  authorization: nullableTextSchema,
  account: nullableTextSchema,
  amount: moneySchema.nullable(),
  fields: z.array(anyTextSchema),
  /** The database's error message; only for a refused row. */
  reason: nullableTextSchema,
});
export type ChainDifference = z.infer<typeof chainDifferenceSchema>;
