import { z } from 'zod';
import { moneySchema, omittedTransactionSchema } from '../../../shared/contract/index.ts';

/**
 * A till whose payments were not complete when a file was made. `standing` is its status then: stored days
 * and the functions of the database call it so.
 */
const missingTillSchema = z.object({
  till: z.string(),
  shop: z.string(),
  pos: z.string(),
  standing: z.enum(['never', 'not-in', 'in-but-open']),
  seenAt: z.string().nullable(),
});
export type TillMissingFromDay = z.infer<typeof missingTillSchema>;

/**
 * A day as stored in the chain's database: bounds in seconds since the epoch, `until` exclusive.
 */
export const chainDaySchema = z.object({
  day: z.string(),
  since: z.number(),
  until: z.number(),
  dueAt: z.string(),
  name: z.string(),
  /** The id of the stored pieces of its file; null if no file was made. */
  build: z.string().nullable(),
  madeAt: z.string().nullable(),
  lines: z.number().nullable(),
  bytes: z.number().nullable(),
  sha256: z.string().nullable(),
  totals: z.array(moneySchema).nullable(),
  leftOut: z.array(omittedTransactionSchema).nullable(),
  /** Number of payments of the day that the service dates wrongly; they are in no file of it. */
  misdated: z.number(),
  missing: z.array(missingTillSchema).nullable(),
  offeredAt: z.string().nullable(),
  inDoubtAt: z.string().nullable(),
  part: z.string().nullable(),
  uploadedAt: z.string().nullable(),
  searchedAt: z.string().nullable(),
  handedIn: z.object({ at: z.string(), by: z.string(), reason: z.string() }).nullable(),
});
export type ChainDay = z.infer<typeof chainDaySchema>;

export function parseChainDay(value: unknown): ChainDay {
  return chainDaySchema.parse(value);
}
