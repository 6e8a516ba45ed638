import { z } from 'zod';
import { leftOut, moneyValue } from '../../shared/contract/index.ts';

/** A till that was not in as a file was made. */
const missingTill = z.object({
  till: z.string(),
  shop: z.string(),
  pos: z.string(),
  standing: z.enum(['never', 'not-in', 'in-but-open']),
  seenAt: z.string().nullable(),
});
export type MissingTill = z.infer<typeof missingTill>;

/** A day as the chain's database keeps it: bounds in seconds, `until` not included. */
const chainDay = z.object({
  day: z.string(),
  since: z.number(),
  until: z.number(),
  dueAt: z.string(),
  name: z.string(),
  /** Names the pieces of its file; null if none was made. */
  build: z.string().nullable(),
  madeAt: z.string().nullable(),
  lines: z.number().nullable(),
  bytes: z.number().nullable(),
  sha256: z.string().nullable(),
  totals: z.array(moneyValue).nullable(),
  leftOut: z.array(leftOut).nullable(),
  missing: z.array(missingTill).nullable(),
  offeredAt: z.string().nullable(),
  inDoubtAt: z.string().nullable(),
  part: z.string().nullable(),
  uploadedAt: z.string().nullable(),
  searchedAt: z.string().nullable(),
  handedIn: z.object({ at: z.string(), by: z.string(), reason: z.string() }).nullable(),
});
export type ChainDay = z.infer<typeof chainDay>;

export function chainDayOf(value: unknown): ChainDay {
  return chainDay.parse(value);
}
