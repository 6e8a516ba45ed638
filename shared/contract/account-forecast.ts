import { z } from 'zod';
import { booleanSchema, instantSchema, integerSchema, moneySchema } from './value-schemas.ts';

/** An amount that, transferred now, lasts to the end of a day: today, or after a weekend or payday. */
const transferSchema = z
  .strictObject({ amount: moneySchema, coveredDay: z.iso.date(), isToday: booleanSchema })
  .nullable();

/**
 * How long the shop's account lasts at this pace, by this till's own sales. `transfer` is null if the
 * account lasts without one.
 */
export const accountForecastSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('too-little-history') }),
  z.strictObject({ kind: z.literal('used-up'), transfer: transferSchema }),
  z.strictObject({
    kind: z.literal('ends-today'),
    endsAt: instantSchema,
    /** On nine days of ten it ends within so many minutes of `endsAt`. */
    marginMinutes: integerSchema,
    /** Little time is left for a transfer. */
    isSoon: booleanSchema,
    transfer: transferSchema,
  }),
  z.strictObject({
    kind: z.literal('lasts-today'),
    /** Null if the account lasts longer than a week. */
    endsAt: instantSchema.nullable(),
    transfer: transferSchema,
  }),
]);
export type AccountForecast = z.infer<typeof accountForecastSchema>;
