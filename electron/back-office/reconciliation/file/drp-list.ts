import type { CallOutput, DrpTransaction, Result } from '../../../../shared/contract/index.ts';
import { type Money, sumByCurrency } from '../../../../shared/money/index.ts';
import { CSV_BOM, formatCsvLine } from '../../../platform/index.ts';
import type { PerformedTransaction, TimeRange, TransactionSource } from '../types.ts';
import { copyToFolder } from './file-store.ts';

/** The DRP billers' transactions of a day, for the direct reconciliation with the biller. */

/** The rows for a screen; the count and the totals cover all. */
const MAX_LISTED_TRANSACTIONS = 500;
const CSV_COLUMNS = [
  'performed_at_utc',
  'biller_id',
  'authorization',
  'account_number',
  'amount',
  'currency',
  'pos_number',
  'external_id',
];

export async function listDrpTransactions(
  source: TransactionSource,
  range: TimeRange,
): Promise<CallOutput<'reconciliation.drp'>> {
  const transactions: DrpTransaction[] = [];
  let totals: ReadonlyMap<string, Money> = new Map();
  let count = 0;
  for await (const page of readDrpPages(source, range)) {
    totals = sumByCurrency([...totals.values(), ...page]);
    count += page.length;
    transactions.push(
      ...page.slice(0, MAX_LISTED_TRANSACTIONS - transactions.length).map(toDrpTransaction),
    );
  }
  return { transactions, count, totals: [...totals.values()] };
}

/** As CSV (RFC 4180), every field quoted; amounts with 2 decimals, times in UTC. */
export async function saveDrpCsv(
  source: TransactionSource,
  range: TimeRange,
  into: { readonly folder: string; readonly isOurs: boolean; readonly name: string },
): Promise<Result<{ file: string; rows: number }>> {
  let rows = 0;
  async function* text(): AsyncGenerator<string> {
    yield CSV_BOM + formatCsvLine(CSV_COLUMNS);
    for await (const page of readDrpPages(source, range)) {
      rows += page.length;
      yield page.map((one) => formatCsvLine(toCsvFields(one))).join('');
    }
  }
  const file = await copyToFolder(into, into.name, text());
  return file.ok ? { ok: true, value: { file: file.value, rows } } : file;
}

async function* readDrpPages(
  source: TransactionSource,
  range: TimeRange,
): AsyncGenerator<readonly PerformedTransaction[]> {
  for await (const page of source.transactions(range)) yield page.filter((one) => one.isDrp);
}

function toDrpTransaction(one: PerformedTransaction): DrpTransaction {
  return {
    paymentId: one.paymentId,
    performedAt: formatPerformedAt(one),
    billerId: one.billerId,
    authorization: one.authorization,
    accountShown: one.accountShown,
    amount: { amount: one.amount, currency: one.currency },
    externalId: one.externalId,
  };
}

function formatPerformedAt(one: PerformedTransaction): string {
  return new Date(one.performedSecond * 1000).toISOString();
}

function toCsvFields(one: PerformedTransaction): string[] {
  const { billerId, authorization, accountNumber, amount, currency, posNumber, externalId } = one;
  const [whole = '', fraction = ''] = amount.split('.');
  const cents = fraction.padEnd(2, '0');
  return [
    formatPerformedAt(one),
    String(billerId),
    authorization ?? '',
    accountNumber,
    `${whole}.${cents}`,
    currency,
    posNumber ?? '',
    externalId,
  ];
}
