import type { ChainPayment } from '../../../shared/contract/index.ts';
import type { ColumnHeadings } from '../../../shared/i18n/index.ts';
import { type CsvColumn, formatLocalTime } from '../../platform/index.ts';

/** One row for each payment. Times are in UTC and in this till's time zone. */
export const CHAIN_CSV_COLUMNS: readonly CsvColumn<
  ChainPayment,
  keyof (ColumnHeadings['payments'] & ColumnHeadings['chain'])
>[] = [
  { name: 'shop', getValue: ({ till }) => till.shop },
  { name: 'posNumber', getValue: ({ till }) => till.posNumber },
  { name: 'dateUtc', getValue: ({ createdAt }) => createdAt },
  { name: 'localDate', getValue: ({ createdAt }, zone) => formatLocalTime(createdAt, zone) },
  { name: 'kind', getValue: ({ kind }) => kind },
  { name: 'state', getValue: ({ state }) => (state === 'open' ? 'unknown' : state) },
  { name: 'billerId', getValue: ({ billerId }) => billerId },
  { name: 'biller', getValue: ({ billerName }) => billerName },
  { name: 'account', getValue: ({ account }) => account },
  { name: 'amount', getValue: ({ amount }) => amount.amount },
  { name: 'currency', getValue: ({ amount }) => amount.currency },
  { name: 'total', getValue: ({ due }) => due.amount },
  { name: 'shopCurrency', getValue: ({ due }) => due.currency },
  { name: 'authorization', getValue: ({ authorization }) => authorization },
  { name: 'externalId', getValue: ({ externalId }) => externalId },
  { name: 'code', getValue: ({ code }) => code },
  { name: 'cashier', getValue: ({ cashierName }) => cashierName },
  { name: 'takenBackBy', getValue: ({ cancelledBy }) => cancelledBy },
  { name: 'refund', getValue: ({ refund }) => refund && (refund.settled ?? 'owed') },
  { name: 'payment', getValue: ({ id }) => id },
];
