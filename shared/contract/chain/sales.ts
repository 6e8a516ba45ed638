import { z } from 'zod';
import { paymentKind } from '../payments/index.ts';
import {
  anyText,
  anyTextOrNull,
  currencyCode,
  decimalText,
  identifier,
  instant,
  integer,
  integerOrNull,
} from '../values.ts';
import { chainTillPlace } from './payments.ts';

export const chainOverview = z.object({
  readAt: instant,
  tills: integer,
  /** Those that somebody has to look at, for any reason. */
  troubled: integer,
  unresolved: integer,
  /** Of the daily files of the last days. */
  differences: integer,
  refusedRows: integer,
  /** Shifts of the last seven days that were closed with a difference. */
  shiftDifferences: integer,
});
export type ChainOverview = z.infer<typeof chainOverview>;

/** Performed payments of one kind in one currency, without fees. */
export const chainSum = z.object({
  kind: paymentKind,
  currency: currencyCode,
  count: integer,
  amount: decimalText,
});
export type ChainSum = z.infer<typeof chainSum>;

/** A day of one shop, or of one of its tills. */
export const chainSales = z.object({
  /** The shop, or the number of the till. */
  name: anyText,
  sums: z.array(chainSum),
  /** Payments of the day that are not resolved yet. */
  open: integer,
});
export type ChainSales = z.infer<typeof chainSales>;

export const chainShift = z.object({
  id: identifier,
  till: chainTillPlace,
  openedAt: instant,
  openedBy: anyText,
  /** Null while it is open. */
  closedAt: instant.nullable(),
  closedBy: anyTextOrNull,
  /** Empty while it is open: the sum that is expected is not shown before it is counted. */
  money: z.array(
    z.object({
      currency: currencyCode,
      float: decimalText,
      counted: decimalText,
      expected: decimalText,
      /** Counted less expected: negative if money is missing. */
      difference: decimalText,
      /**
       * Of its Z report: `bill`, `fees`, `pay-out` and so on; empty if that has not arrived. A name
       * that this till does not know is shown as it is.
       */
      totals: z.array(z.object({ name: anyText, count: integer, amount: decimalText })),
    }),
  ),
  zNumber: integerOrNull,
});
export type ChainShift = z.infer<typeof chainShift>;
