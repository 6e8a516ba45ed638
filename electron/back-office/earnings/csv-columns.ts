import type { ColumnHeadings } from '../../../shared/i18n/index.ts';
import type { CsvColumn } from '../../platform/index.ts';
import type { SalesSum } from './sales-queries.ts';
import { formatMillionths } from './tally.ts';

/** The sales of one cashier for one biller on a day, or the cancelled part of them. */
export interface SalesCsvRow extends SalesSum {
  readonly day: string;
  readonly when: 'now' | 'before';
  readonly cashier: string;
  readonly biller: string;
}

type ColumnName = keyof ColumnHeadings['earnings'];

const formatCsvAmount = (millionths: bigint): string => {
  const decimal = formatMillionths(millionths);
  const places = decimal.includes('.') ? decimal.length - decimal.indexOf('.') - 1 : 0;
  return places === 0 ? `${decimal}.00` : places === 1 ? `${decimal}0` : decimal;
};

/** One row per day, cashier, biller, kind, and per sold or taken back. */
export const CSV_COLUMNS: readonly CsvColumn<SalesCsvRow, ColumnName>[] = [
  { name: 'day', of: ({ day }) => day },
  { name: 'when', of: ({ when }) => when },
  { name: 'what', of: ({ what }) => what },
  { name: 'kind', of: ({ kind }) => kind },
  { name: 'cashierId', of: ({ cashierId }) => cashierId },
  { name: 'cashier', of: ({ cashier }) => cashier },
  { name: 'billerId', of: ({ billerId }) => billerId },
  { name: 'biller', of: ({ biller }) => biller },
  { name: 'count', of: ({ count }) => count },
  { name: 'amount', of: ({ amount }) => formatCsvAmount(amount) },
  { name: 'fee', of: ({ fee }) => formatCsvAmount(fee) },
  { name: 'earned', of: ({ earned, told }) => (told === 0 ? null : formatCsvAmount(earned)) },
  { name: 'untold', of: ({ count, told }) => count - told },
  { name: 'currency', of: ({ currency }) => currency },
];
