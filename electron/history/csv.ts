import type { FileHeads } from '../../shared/i18n/index.ts';
import { type CsvColumn, type CsvValue, localTime } from '../platform/index.ts';
import { type ExportedName, type ExportedPayment, exportedNames } from './exported.ts';

type Name = keyof FileHeads['payments'];

/** In the order of the file. */
const NAMES: readonly Name[] = [
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

/** One payment a row. Times in UTC and in the shop's zone. */
export const COLUMNS: readonly CsvColumn<ExportedPayment, Name>[] = NAMES.map((name) => ({
  name,
  of: columnOf(name),
}));

function columnOf(name: Name): CsvColumn<ExportedPayment, Name>['of'] {
  switch (name) {
    case 'localDate':
      return (row, zone) => localTime(String(csvValueOf(row, 'dateUtc')), zone);
    case 'drp':
      return (row) => (csvValueOf(row, 'isDrp') === 1 ? 'DRP' : null);
    default:
      return (row) => csvValueOf(row, name);
  }
}

const places = new Map(exportedNames.map((name, place) => [name, place]));

function csvValueOf(row: ExportedPayment, name: ExportedName): CsvValue {
  const value = row[places.get(name) ?? -1];
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`no ${name} can be written of a payment`);
}
