import {
  OUTLIER_MEASURES,
  type OutlierFigure,
  type OutlierMeasure,
  type OutlierRow,
} from '../../../shared/contract/index.ts';
import type { ColumnHeadings } from '../../../shared/i18n/index.ts';
import type { CsvColumn } from '../../platform/index.ts';

/** One figure of one cashier and week. */
export interface OutlierCsvRow {
  readonly row: OutlierRow;
  readonly measure: OutlierMeasure;
  readonly figure: OutlierFigure;
}

/** What was not recorded has no row. */
export function toOutlierCsvRows(row: OutlierRow): OutlierCsvRow[] {
  return OUTLIER_MEASURES.flatMap((measure) => {
    const figure = row.figures[measure];
    return figure === null ? [] : [{ row, measure, figure }];
  });
}

export const OUTLIER_CSV_COLUMNS: readonly CsvColumn<
  OutlierCsvRow,
  keyof ColumnHeadings['outliers']
>[] = [
  { name: 'from', getValue: ({ row }) => row.from },
  { name: 'to', getValue: ({ row }) => row.to },
  { name: 'cashierId', getValue: ({ row }) => row.cashierId },
  { name: 'cashier', getValue: ({ row }) => row.name },
  { name: 'payments', getValue: ({ row }) => row.payments },
  { name: 'closedShifts', getValue: ({ row }) => row.closedShifts },
  { name: 'measure', getValue: ({ measure }) => measure },
  { name: 'value', getValue: ({ figure }) => figure.value },
  { name: 'expected', getValue: ({ figure }) => figure.usual?.expected ?? null },
  { name: 'limit', getValue: ({ figure }) => figure.usual?.limit ?? null },
  { name: 'isOutlier', getValue: ({ figure }) => (figure.isOutlier ? 1 : 0) },
];
