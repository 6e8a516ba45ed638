import type { Payment } from '../../shared/contract/index.ts';
import type { FileHeads } from '../../shared/i18n/index.ts';
import { type CsvColumn, localTime } from '../platform/index.ts';

/** One payment a row. Times in UTC and in the shop's zone. */
export const COLUMNS: readonly CsvColumn<Payment, keyof FileHeads['payments']>[] = [
  { name: 'dateUtc', of: (one) => one.createdAt },
  { name: 'localDate', of: (one, zone) => localTime(one.createdAt, zone) },
  { name: 'kind', of: (one) => one.kind },
  { name: 'state', of: (one) => one.state },
  { name: 'billerId', of: (one) => one.billerId },
  { name: 'biller', of: (one) => one.billerName },
  { name: 'account', of: (one) => one.accountNumber },
  { name: 'amount', of: (one) => one.amount.amount },
  { name: 'currency', of: (one) => one.amount.currency },
  { name: 'fee', of: (one) => one.fee?.amount ?? null },
  { name: 'total', of: (one) => one.due.amount },
  { name: 'cash', of: (one) => one.cash?.amount ?? null },
  { name: 'change', of: (one) => one.change?.amount ?? null },
  { name: 'shopCurrency', of: (one) => one.due.currency },
  { name: 'authorization', of: (one) => one.authorization },
  { name: 'externalId', of: (one) => one.externalId },
  { name: 'serviceStatus', of: (one) => one.serviceStatus },
  { name: 'code', of: (one) => one.code },
  { name: 'message', of: (one) => one.message },
  { name: 'cashierId', of: (one) => one.cashierId },
  { name: 'cashier', of: (one) => one.cashierName },
  { name: 'posNumber', of: (one) => one.posNumber },
  { name: 'takesBack', of: (one) => one.cancels },
  { name: 'takenBackBy', of: (one) => one.cancelledBy?.paymentId ?? null },
  { name: 'payment', of: (one) => one.id },
  { name: 'drp', of: (one) => (one.isDrp ? 'DRP' : null) },
  { name: 'resolvedUtc', of: (one) => one.resolvedAt },
];
