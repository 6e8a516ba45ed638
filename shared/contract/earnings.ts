import { z } from 'zod';
import { call } from './define.ts';
import { shopDate } from './history.ts';
import { currencyCode, decimalText, identifier, instant } from './values.ts';

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

export const earningsSum = z.strictObject({
  /** Bills, top-ups and gift cards that were sold. */
  count: z.number().int(),
  /** What was sold less what was taken back, without the fees. */
  amount: decimalText,
  /** Fees that customers paid on top, less those given back. */
  fee: decimalText,
  /** What the service told that the shop earned, less that of what was taken back; null if it told none. */
  earned: decimalText.nullable(),
  /** Of the sold ones and the cash-outs, those of which the service did not tell it. */
  untold: z.number().int(),
  /** How many were taken back. */
  takenBack: z.number().int(),
  /** Cash handed to customers, less that of cash-outs that were taken back. No sale. */
  cashOuts: z.strictObject({ count: z.number().int(), amount: decimalText }),
});
export type EarningsSum = z.infer<typeof earningsSum>;

export const earningsRow = z.strictObject({
  /** The day, the cashier's id, the biller's number, or the kind; null: all other billers. */
  id: identifier.nullable(),
  /** Of a cashier or a biller; else empty. */
  name: z.string(),
  now: earningsSum,
  before: earningsSum,
});
export type EarningsRow = z.infer<typeof earningsRow>;

export const EARNINGS_BY = ['day', 'cashier', 'biller', 'kind'] as const;
export type EarningsBy = (typeof EARNINGS_BY)[number];

const rows = z.array(earningsRow);

export const earnings = z.strictObject({
  /** The first and the last day, both included. */
  from: shopDate,
  to: shopDate,
  /** The days that they are compared with. */
  before: z.strictObject({ from: shopDate, to: shopDate }),
  /** The last day is not over: the one that it is compared with counts up to the same hour. */
  isRunning: z.boolean(),
  readAt: instant,
  currency: currencyCode,
  total: z.strictObject({ now: earningsSum, before: earningsSum }),
  /** Days in their order; cashiers, billers and kinds by what they sold, the most first. */
  by: z.strictObject({ day: rows, cashier: rows, biller: rows, kind: rows }),
  /** What was sold in other currencies in these days, and is in no sum. */
  inOtherCurrencies: z.number().int(),
});
export type Earnings = z.infer<typeof earnings>;

const wanted = z.strictObject({
  days: z.literal(EARNINGS_DAYS),
  /** The last day; null or a later one than today: today. */
  to: shopDate.nullable(),
});
export type WantedEarnings = z.infer<typeof wanted>;

export const earningsCalls = {
  'earnings.read': call('earnings', wanted, earnings),
  /** Writes the sums of each day, cashier, biller and kind as CSV into the till's folder of exports. */
  'earnings.export': call(
    'earnings',
    wanted,
    z.strictObject({ file: z.string(), rows: z.number().int() }),
  ),
  /** Prints the totals and the largest of each. */
  'earnings.print': call('earnings', wanted, z.strictObject({ jobId: identifier })),
};
