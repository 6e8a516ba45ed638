import { z } from 'zod';
import { paymentKindSchema } from '../payments/index.ts';
import {
  anyText,
  anyTextOrNull,
  currencyCodeSchema,
  decimalSchema,
  identifierSchema,
  instantSchema,
  integer,
  integerOrNull,
} from '../values.ts';
import { chainTillRefSchema } from './payments.ts';

export const chainOverviewSchema = z.object({
  readAt: instantSchema,
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
export type ChainOverview = z.infer<typeof chainOverviewSchema>;

/** Performed payments of one kind in one currency, without fees. */
export const chainSumSchema = z.object({
  kind: paymentKindSchema,
  currency: currencyCodeSchema,
  count: integer,
  amount: decimalSchema,
});
export type ChainSum = z.infer<typeof chainSumSchema>;

/** A day of one shop, or of one of its tills. */
export const chainSalesSchema = z.object({
  /** The shop, or the number of the till. */
  name: anyText,
  sums: z.array(chainSumSchema),
  /** Payments of the day that are not resolved yet. */
  open: integer,
});
export type ChainSales = z.infer<typeof chainSalesSchema>;

export const chainShiftSchema = z.object({
  id: identifierSchema,
  till: chainTillRefSchema,
  openedAt: instantSchema,
  openedBy: anyText,
  /** Null while it is open. */
  closedAt: instantSchema.nullable(),
  closedBy: anyTextOrNull,
  /** Empty while it is open: the sum that is expected is not shown before it is counted. */
  money: z.array(
    z.object({
      currency: currencyCodeSchema,
      float: decimalSchema,
      counted: decimalSchema,
      expected: decimalSchema,
      /** Counted less expected: negative if money is missing. */
      difference: decimalSchema,
      /**
       * Of its Z report: `bill`, `fees`, `pay-out` and so on; empty if that has not arrived. A name
       * that this till does not know is shown as it is.
       */
      totals: z.array(z.object({ name: anyText, count: integer, amount: decimalSchema })),
    }),
  ),
  zNumber: integerOrNull,
});
export type ChainShift = z.infer<typeof chainShiftSchema>;
