import { z } from 'zod';
import { shopDate } from '../history.ts';
import { problem } from '../problem/index.ts';
import { DIFFERENCES } from '../reconciliation.ts';
import {
  anyText,
  anyTextOrNull,
  identifier,
  instant,
  integer,
  integerOrNull,
  moneyValue,
} from '../values.ts';
import { chainTillPlace } from './payments.ts';

/**
 * Of a business day that is over. `collecting`: its hour has not come, or tills are still awaited. `made`: the file is made and
 * not out. `uploaded`: the server has it. `in-doubt`: it may have arrived. `handed-in`: a person
 * said that it was handed in. `missing`: its hour has passed, and there is no file.
 */
export const chainFileDayState = z.enum([
  'collecting',
  'made',
  'uploaded',
  'in-doubt',
  'handed-in',
  'missing',
]);

export const chainFileDay = z.object({
  day: shopDate,
  state: chainFileDayState,
  name: anyTextOrNull,
  lines: integerOrNull,
  totals: z.array(moneyValue),
  madeAt: instant.nullable(),
  uploadedAt: instant.nullable(),
  /** Whoever said that it was handed in, and why. */
  handedIn: z.object({ at: instant, by: anyText, reason: anyText }).nullable(),
  /** Of the tills that perform payments: all of the day is in, in but for open ones, and not in. */
  inside: integer,
  insideOpen: integer,
  notIn: integer,
  late: integer,
  differences: integer,
  /** Why the last attempt to send it failed; null if it did not. */
  failure: problem.nullable(),
});
export type ChainFileDay = z.infer<typeof chainFileDay>;

export const chainFileTill = chainTillPlace.extend({
  standing: z.enum(['in', 'in-open', 'not-in']),
  /** Up to here all of it is in the chain; null if it never reported. */
  completeUntil: instant.nullable(),
  seenAt: instant.nullable(),
  unresolved: integer,
});
export type ChainFileTill = z.infer<typeof chainFileTill>;

export const chainFileDetail = z.object({
  day: chainFileDay,
  /** Those that were missing when the file was made, or would be now; at most two hundred. */
  tills: z.array(chainFileTill),
});
export type ChainFileDetail = z.infer<typeof chainFileDetail>;

/**
 * `refused-row`: a change that a till told and the database could not take, with the reason.
 * `doubled`: a payment whose external_id another one has too, each of them for itself. All others are
 * those of the daily file.
 */
export const chainDifference = z.object({
  id: identifier,
  kind: z.enum([...DIFFERENCES, 'doubled', 'refused-row']),
  /** The business day; null of a refused row. */
  day: shopDate.nullable(),
  at: instant,
  till: chainTillPlace.nullable(),
  externalId: anyTextOrNull,
  authorization: anyTextOrNull,
  account: anyTextOrNull,
  amount: moneyValue.nullable(),
  fields: z.array(anyText),
  /** Of a refused row: the database's own words. */
  reason: anyTextOrNull,
});
export type ChainDifference = z.infer<typeof chainDifference>;
