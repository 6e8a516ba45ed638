import { z } from 'zod';
import { paymentKindSchema } from '../payments/index.ts';
import {
  anyTextSchema,
  currencyCodeSchema,
  decimalSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
  nullableIntegerSchema,
  nullableTextSchema,
} from '../value-schemas.ts';
import { chainTillRefSchema } from './payments.ts';

export const chainOverviewSchema = z.object({
  readAt: instantSchema,
  tills: integerSchema,
  /** Number of tills with any problem. */
  tillsWithProblems: integerSchema,
  unresolved: integerSchema,
  /** Number of differences of the recent daily files. */
  differences: integerSchema,
  refusedRows: integerSchema,
  /** Number of shifts of the last seven days that were closed with a difference. */
  shiftDifferences: integerSchema,
  /**
   * When `chain host` last made a backup of the database; before the first one, when it set the chain up.
   * Null where it makes none.
   */
  backupAt: instantSchema.nullable(),
});
export type ChainOverview = z.infer<typeof chainOverviewSchema>;

/** Performed payments of one kind in one currency, without fees. */
export const chainSumSchema = z.object({
  kind: paymentKindSchema,
  currency: currencyCodeSchema,
  count: integerSchema,
  amount: decimalSchema,
});
export type ChainSum = z.infer<typeof chainSumSchema>;

/** The sales of a day of one shop, or of one till. */
export const chainSalesSchema = z.object({
  /** The name of the shop, or the POS number of the till. */
  name: anyTextSchema,
  sums: z.array(chainSumSchema),
  /** Number of unresolved payments of the day. */
  open: integerSchema,
});
export type ChainSales = z.infer<typeof chainSalesSchema>;

export const chainShiftSchema = z.object({
  id: identifierSchema,
  till: chainTillRefSchema,
  openedAt: instantSchema,
  openedBy: anyTextSchema,
  /** Null while it is open. */
  closedAt: instantSchema.nullable(),
  closedBy: nullableTextSchema,
  /** Empty while it is open, because the expected sum is not shown before the count. */
  money: z.array(
    z.object({
      currency: currencyCodeSchema,
      float: decimalSchema,
      counted: decimalSchema,
      expected: decimalSchema,
      /** Counted minus expected: negative if money is missing. */
      difference: decimalSchema,
      /**
       * The totals of its Z report: `bill`, `fees`, `pay-out` and so on; empty until the report is
       * received. A name that is unknown to this till is shown unchanged.
       */
      totals: z.array(
        z.object({ name: anyTextSchema, count: integerSchema, amount: decimalSchema }),
      ),
    }),
  ),
  zNumber: nullableIntegerSchema,
});
export type ChainShift = z.infer<typeof chainShiftSchema>;
