import { z } from 'zod';
import { defineCall } from './define-call.ts';
import { shopDateSchema } from './history.ts';
import {
  anyTextSchema,
  booleanSchema,
  currencyCodeSchema,
  decimalSchema,
  identifierSchema,
  instantSchema,
  integerSchema,
} from './value-schemas.ts';

/**
 * What stands out: figures of each cashier and week, and what is usual in this shop. Weeks begin on
 * Monday, in the till's time zone. `electron/back-office/outliers/` says how they are counted.
 */

/** How many weeks a report covers, besides the current one. */
export const OUTLIER_PERIOD_WEEKS = [4, 13, 52] as const;

export const OUTLIER_MEASURES = [
  'drawer-opened',
  'cancels',
  'overrides',
  'closed-by-hand',
  'refunds',
  'count-differences',
  'reprints',
  'wrong-pins',
] as const;
export type OutlierMeasure = (typeof OUTLIER_MEASURES)[number];

/**
 * The kinds of entries in the audit log that a measure counts. `overrides` counts all approved entries
 * of other kinds.
 */
export const OUTLIER_AUDIT_KINDS = {
  'drawer-opened': ['drawer-opened'],
  cancels: ['cancel'],
  'closed-by-hand': ['close-by-hand'],
  refunds: ['refund-handed-back', 'refund-taken-in', 'refund-decided'],
  'count-differences': ['shift-closed', 'shift-handed-over'],
  reprints: ['reprint-receipt', 'reprint-gift-card', 'z-report-printed-again'],
  'wrong-pins': ['wrong-pin'],
} as const satisfies Readonly<
  Record<Exclude<OutlierMeasure, 'overrides'>, readonly [string, ...string[]]>
>;

export const outlierFigureSchema = z.strictObject({
  /** A count; of `count-differences` an amount in the shop's currency. */
  value: decimalSchema,
  /**
   * What is usual for as many payments, or closed shifts, as this cashier had: the expected value and
   * the highest that does not stand out. Null while the shop has too little history.
   */
  usual: z.strictObject({ expected: decimalSchema, limit: decimalSchema }).nullable(),
  isOutlier: booleanSchema,
});
export type OutlierFigure = z.infer<typeof outlierFigureSchema>;

/** One cashier's week. */
export const outlierRowSchema = z.strictObject({
  /** The first and the last day, both included. */
  from: shopDateSchema,
  to: shopDateSchema,
  cashierId: identifierSchema,
  name: anyTextSchema,
  payments: integerSchema,
  closedShifts: integerSchema,
  /** Null if the till did not record it in that week. */
  figures: z.record(z.enum(OUTLIER_MEASURES), outlierFigureSchema.nullable()),
  /** The kinds of entries in the audit log that `overrides` counts. */
  overrideKinds: z.array(anyTextSchema),
});
export type OutlierRow = z.infer<typeof outlierRowSchema>;

export const outlierReportSchema = z.strictObject({
  /** The first day of the first week, and the last day of the current week. */
  from: shopDateSchema,
  to: shopDateSchema,
  readAt: instantSchema,
  currency: currencyCodeSchema,
  /** The newest week first, the cashiers of a week by name. Weeks without any figure are left out. */
  rows: z.array(outlierRowSchema),
});
export type OutlierReport = z.infer<typeof outlierReportSchema>;

const outlierQuerySchema = z.strictObject({ weeks: z.literal(OUTLIER_PERIOD_WEEKS) });
export type OutlierQuery = z.infer<typeof outlierQuerySchema>;

export const outlierCalls = {
  'outliers.read': defineCall('audit', outlierQuerySchema, outlierReportSchema),
  /** Writes each figure of each cashier and week as CSV into the till's export folder. */
  'outliers.export': defineCall(
    'audit',
    outlierQuerySchema,
    z.strictObject({ file: anyTextSchema, rows: integerSchema }),
  ),
};
