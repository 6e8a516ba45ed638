import type { ColumnHeadings } from '../../../shared/i18n/index.ts';
import { type CsvColumn, type CsvValue, formatLocalTime } from '../../platform/index.ts';
import {
  type ExportColumnName,
  type ExportedPaymentCells,
  HISTORY_EXPORT_COLUMN_NAMES,
} from './export-queries.ts';

type ColumnName = keyof ColumnHeadings['payments'];

/** The columns in the order of the file. */
const COLUMN_NAMES: readonly ColumnName[] = [
  'dateUtc',
  'localDate',
  'kind',
  'state',
  'billerId',
  'biller',
  'account',
  'amount',
  'currency',
  'fee',
  'total',
  'cash',
  'change',
  'shopCurrency',
  'authorization',
  'externalId',
  'serviceStatus',
  'code',
  'message',
  'cashierId',
  'cashier',
  'posNumber',
  'takesBack',
  'takenBackBy',
  'payment',
  'basket',
  'drp',
  'resolvedUtc',
  'refund',
  'refundFoundUtc',
  'refundSettled',
  'refundSettledUtc',
  'refundSettledBy',
  'notes',
];

/** One row per payment. Times are in UTC and in the shop's time zone. */
export const HISTORY_CSV_COLUMNS: readonly CsvColumn<ExportedPaymentCells, ColumnName>[] =
  COLUMN_NAMES.map((name) => ({
    name,
    getValue: createColumnReader(name),
  }));

function createColumnReader(
  name: ColumnName,
): CsvColumn<ExportedPaymentCells, ColumnName>['getValue'] {
  switch (name) {
    case 'localDate':
      return (row, zone) => formatLocalTime(String(readCsvValue(row, 'dateUtc')), zone);
    case 'drp':
      return (row) => (readCsvValue(row, 'isDrp') === 1 ? 'DRP' : null);
    default:
      return (row) => readCsvValue(row, name);
  }
}

const columnPositions = new Map(HISTORY_EXPORT_COLUMN_NAMES.map((name, index) => [name, index]));

function readCsvValue(row: ExportedPaymentCells, name: ExportColumnName): CsvValue {
  const value = row[columnPositions.get(name) ?? -1];
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`export column ${name} is missing or has an unsupported type`);
}
