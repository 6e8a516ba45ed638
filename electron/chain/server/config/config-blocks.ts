import { z } from 'zod';

const hourSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'an hour like 04:40');

/** The block `dailyFile` of the configuration file; every field is optional. */
export const dailyFileSchema = z.strictObject({
  /**
   * The hour until which the file waits for missing tills, in the time zone of the upload; default
   * `04:40`.
   */
  waitUntil: hourSchema.optional(),
  /** The number of pages of the service's list to read per hour; default 3600. */
  pagesAnHour: z.number().int().min(60).max(36_000).optional(),
});

/** The block `retention`; without it, the database's values apply, initially 100 and 400. */
export const retentionSchema = z.strictObject({
  /** After this many days, account numbers are shortened to their last four characters. */
  accountDays: z.number().int().min(40).max(4_000),
  /** After this many days, whole months are dropped. */
  dropDays: z.number().int().min(101).max(4_000),
});
