import type { ChainPayment } from '../../../shared/contract/index.ts';
import type { ColumnHeadings } from '../../../shared/i18n/index.ts';
import { type CsvColumn, formatLocalTime } from '../../platform/index.ts';

/** One row for each payment. Times are in UTC and in this till's time zone. */
export const CHAIN_CSV_COLUMNS: readonly CsvColumn<
  ChainPayment,
  keyof (ColumnHeadings['payments'] & ColumnHeadings['chain'])
>[] = [
  { name: 'shop', of: ({ till }) => till.shop },
  { name: 'posNumber', of: ({ till }) => till.posNumber },
  { name: 'dateUtc', of: ({ createdAt }) => createdAt },
  { name: 'localDate', of: ({ createdAt }, zone) => formatLocalTime(createdAt, zone) },
  { name: 'kind', of: ({ kind }) => kind },
  { name: 'state', of: ({ state }) => (state === 'open' ? 'unknown' : state) },
  { name: 'billerId', of: ({ billerId }) => billerId },
  { name: 'biller', of: ({ billerName }) => billerName },
  { name: 'account', of: ({ account }) => account },
  { name: 'amount', of: ({ amount }) => amount.amount },
  { name: 'currency', of: ({ amount }) => amount.currency },
  { name: 'total', of: ({ due }) => due?.amount ?? null },
  { name: 'shopCurrency', of: ({ due }) => due?.currency ?? null },
  { name: 'authorization', of: ({ authorization }) => authorization },
  { name: 'externalId', of: ({ externalId }) => externalId },
  { name: 'code', of: ({ code }) => code },
  { name: 'cashier', of: ({ cashierName }) => cashierName },
  { name: 'payment', of: ({ id }) => id },
];
