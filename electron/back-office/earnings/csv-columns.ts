import type { ColumnHeadings } from '../../../shared/i18n/index.ts';
import type { CsvColumn } from '../../platform/index.ts';
import type { SalesSum } from './sales-queries.ts';
import { formatMillionths } from './tally.ts';

/** The sales of one cashier for one biller on a day, or the cancelled part of them. */
export interface SalesCsvRow extends SalesSum {
  readonly day: string;
  readonly period: 'now' | 'before';
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
export const EARNINGS_CSV_COLUMNS: readonly CsvColumn<SalesCsvRow, ColumnName>[] = [
  { name: 'day', getValue: ({ day }) => day },
  { name: 'when', getValue: ({ period }) => period },
  { name: 'what', getValue: ({ what }) => what },
  { name: 'kind', getValue: ({ kind }) => kind },
  { name: 'cashierId', getValue: ({ cashierId }) => cashierId },
  { name: 'cashier', getValue: ({ cashier }) => cashier },
  { name: 'billerId', getValue: ({ billerId }) => billerId },
  { name: 'biller', getValue: ({ biller }) => biller },
  { name: 'count', getValue: ({ count }) => count },
  { name: 'amount', getValue: ({ amount }) => formatCsvAmount(amount) },
  { name: 'fee', getValue: ({ fee }) => formatCsvAmount(fee) },
  {
    name: 'earned',
    getValue: ({ earned, earnedCount }) => (earnedCount === 0 ? null : formatCsvAmount(earned)),
  },
  { name: 'notReported', getValue: ({ count, earnedCount }) => count - earnedCount },
  { name: 'currency', getValue: ({ currency }) => currency },
];
