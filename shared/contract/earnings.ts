import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { shopDate } from './history.ts';
import { currencyCodeSchema, decimalSchema, identifierSchema, instantSchema } from './values.ts';

/**
 * What was sold and earned, by day, cashier, biller and kind, beside the same days before. Days are
 * those of the shop's calendar, in the till's zone. Amounts are decimal strings in the shop's
 * currency; what was sold in another one is only counted.
 *
 * A payment counts on the day on which it was sold, also if its outcome became known later. What was
 * taken back, by a cancel or by the service, is subtracted on the day on which that happened, from
 * the cashier who had sold it.
 */

/** One day beside that of a week before, the last seven, or the last twenty-eight. */
export const EARNINGS_DAYS = [1, 7, 28] as const;

export const earningsSumSchema = z.strictObject({
  /** Bills, top-ups and gift cards that were sold. */
  count: z.number().int(),
  /** What was sold less what was taken back, without the fees. */
  amount: decimalSchema,
  /** Fees that customers paid on top, less those given back. */
  fee: decimalSchema,
  /** What the service told that the shop earned, less that of what was taken back; null if it told none. */
  earned: decimalSchema.nullable(),
  /** Of the sold ones and the cash-outs, those of which the service did not tell it. */
  untold: z.number().int(),
  /** How many were taken back. */
  takenBack: z.number().int(),
  /** Cash handed to customers, less that of cash-outs that were taken back. No sale. */
  cashOuts: z.strictObject({ count: z.number().int(), amount: decimalSchema }),
});
export type EarningsSum = z.infer<typeof earningsSumSchema>;

export const earningsRowSchema = z.strictObject({
  /** The day, the cashier's id, the biller's number, or the kind; null: all other billers. */
  id: identifierSchema.nullable(),
  /** Of a cashier or a biller; else empty. */
  name: z.string(),
  now: earningsSumSchema,
  before: earningsSumSchema,
});
export type EarningsRow = z.infer<typeof earningsRowSchema>;

export const EARNINGS_GROUPINGS = ['day', 'cashier', 'biller', 'kind'] as const;
export type EarningsGrouping = (typeof EARNINGS_GROUPINGS)[number];

const earningsRowsSchema = z.array(earningsRowSchema);

export const earningsSchema = z.strictObject({
  /** The first and the last day, both included. */
  from: shopDate,
  to: shopDate,
  /** The days that they are compared with. */
  before: z.strictObject({ from: shopDate, to: shopDate }),
  /** The last day is not over: the one that it is compared with counts up to the same hour. */
  isRunning: z.boolean(),
  readAt: instantSchema,
  currency: currencyCodeSchema,
  total: z.strictObject({ now: earningsSumSchema, before: earningsSumSchema }),
  /** Days in their order; cashiers, billers and kinds by what they sold, the most first. */
  by: z.strictObject({
    day: earningsRowsSchema,
    cashier: earningsRowsSchema,
    biller: earningsRowsSchema,
    kind: earningsRowsSchema,
  }),
  /** What was sold in other currencies in these days, and is in no sum. */
  inOtherCurrencies: z.number().int(),
});
export type Earnings = z.infer<typeof earningsSchema>;

const earningsQuerySchema = z.strictObject({
  days: z.literal(EARNINGS_DAYS),
  /** The last day; null or a later one than today: today. */
  to: shopDate.nullable(),
});
export type EarningsQuery = z.infer<typeof earningsQuerySchema>;

export const earningsCalls = {
  'earnings.read': defineCall('earnings', earningsQuerySchema, earningsSchema),
  /** Writes the sums of each day, cashier, biller and kind as CSV into the till's folder of exports. */
  'earnings.export': defineCall(
    'earnings',
    earningsQuerySchema,
    z.strictObject({ file: z.string(), rows: z.number().int() }),
  ),
  /** Prints the totals and the largest of each. */
  'earnings.print': defineCall(
    'earnings',
    earningsQuerySchema,
    z.strictObject({ jobId: identifierSchema }),
  ),
};
