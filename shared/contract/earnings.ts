import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { shopDateSchema } from './history.ts';
import {
  currencyCodeSchema,
  decimalSchema,
  identifierSchema,
  instantSchema,
} from './value-schemas.ts';

/**
 * Sales and earnings by day, cashier, biller and kind, with those of the preceding period. Days are
 * calendar days in the till's time zone. Amounts are decimal strings in the shop's currency; sales in
 * other currencies are only counted.
 *
 * A payment counts on the day of its sale, also if its outcome became known later. A cancel or a
 * refund is subtracted on the day on which it happened, from the cashier who made the sale.
 */

/** Periods in days. One day is compared with the same weekday of the previous week. */
export const EARNINGS_PERIOD_DAYS = [1, 7, 28] as const;

export const earningsSumSchema = z.strictObject({
  /** Bills, top-ups and gift cards that were sold. */
  count: z.number().int(),
  /** Sales minus cancels and refunds, without fees. */
  amount: decimalSchema,
  /** Fees that customers paid on top, minus those given back. */
  fee: decimalSchema,
  /** The shop's earnings reported by the service, minus those taken back; null if it reported none. */
  earned: decimalSchema.nullable(),
  /** Number of sales and cash-outs for which the service reported no earnings. */
  notReported: z.number().int(),
  /** Number of sales that were cancelled or refunded. */
  takenBack: z.number().int(),
  /** Cash handed to customers, minus cash-outs that were taken back. Not part of the sales. */
  cashOuts: z.strictObject({ count: z.number().int(), amount: decimalSchema }),
});
export type EarningsSum = z.infer<typeof earningsSumSchema>;

export const earningsRowSchema = z.strictObject({
  /** The day, the cashier's id, the biller's number, or the kind; null for all other billers. */
  id: identifierSchema.nullable(),
  /** The name of the cashier or biller; otherwise empty. */
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
  from: shopDateSchema,
  to: shopDateSchema,
  /** The days of the comparison. */
  before: z.strictObject({ from: shopDateSchema, to: shopDateSchema }),
  /** The last day is not over; the day that it is compared with counts up to the same time. */
  isRunning: z.boolean(),
  readAt: instantSchema,
  currency: currencyCodeSchema,
  total: z.strictObject({ now: earningsSumSchema, before: earningsSumSchema }),
  /** Days in order; cashiers, billers and kinds by sales, largest first. */
  by: z.strictObject({
    day: earningsRowsSchema,
    cashier: earningsRowsSchema,
    biller: earningsRowsSchema,
    kind: earningsRowsSchema,
  }),
  /** Number of sales in other currencies, which are in no sum. */
  inOtherCurrencies: z.number().int(),
});
export type Earnings = z.infer<typeof earningsSchema>;

const earningsQuerySchema = z.strictObject({
  days: z.literal(EARNINGS_PERIOD_DAYS),
  /** The last day; null or a future day means today. */
  to: shopDateSchema.nullable(),
});
export type EarningsQuery = z.infer<typeof earningsQuerySchema>;

export const earningsCalls = {
  'earnings.read': defineCall('earnings', earningsQuerySchema, earningsSchema),
  /** Writes the sums of each day, cashier, biller and kind as CSV into the till's export folder. */
  'earnings.export': defineCall(
    'earnings',
    earningsQuerySchema,
    z.strictObject({ file: z.string(), rows: z.number().int() }),
  ),
  /** Prints the totals and the largest rows of each grouping. */
  'earnings.print': defineCall(
    'earnings',
    earningsQuerySchema,
    z.strictObject({ jobId: identifierSchema }),
  ),
};
