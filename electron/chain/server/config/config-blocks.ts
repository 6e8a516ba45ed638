import { z } from 'zod';

const hourSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour like 04:40');

/** The block `dailyFile` of the process's file; all of it may be left out. */
export const dailyFileSchema = z.strictObject({
  /** Until when tills that are not in are waited for, in the zone of the upload; `04:40`. */
  waitUntil: hourSchema.optional(),
  /** How many pages of its list the service is asked for; 3600. */
  pagesAnHour: z.number().int().min(60).max(36_000).optional(),
});

/** The block `retention`; what is left out stays as the database has it, 100 and 400 at first. */
export const retentionSchema = z.strictObject({
  /** Account numbers are shortened to their last four after so many days. */
  accountDays: z.number().int().min(40).max(4_000),
  /** Whole months are dropped after so many days. */
  dropDays: z.number().int().min(101).max(4_000),
});
