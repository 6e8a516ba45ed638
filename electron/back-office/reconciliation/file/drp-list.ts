import type { CallOutput, DrpTransaction, Result } from '../../../../shared/contract/index.ts';
import { type Money, sumByCurrency } from '../../../../shared/money/index.ts';
import { CSV_BOM, formatCsvLine } from '../../../platform/index.ts';
import type { PerformedTransaction, TimeRange, TransactionSource } from '../types.ts';
import { writeCopyToFolder } from './file-store.ts';

/** The transactions of the DRP billers of a day, for the direct reconciliation with the biller. */

/** The most rows for a screen; the count and the totals cover all transactions. */
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

/** Saves the list as CSV (RFC 4180): every field quoted, amounts with 2 decimals, times in UTC. */
export async function saveDrpCsv(
  source: TransactionSource,
  range: TimeRange,
  target: { readonly folder: string; readonly isOwnFolder: boolean; readonly name: string },
): Promise<Result<{ file: string; rows: number }>> {
  let rows = 0;
  async function* generateCsv(): AsyncGenerator<string> {
    yield CSV_BOM + formatCsvLine(CSV_COLUMNS);
    for await (const page of readDrpPages(source, range)) {
      rows += page.length;
      yield page.map((transaction) => formatCsvLine(toCsvFields(transaction))).join('');
    }
  }
  const file = await writeCopyToFolder(target, target.name, generateCsv());
  return file.ok ? { ok: true, value: { file: file.value, rows } } : file;
}

async function* readDrpPages(
  source: TransactionSource,
  range: TimeRange,
): AsyncGenerator<readonly PerformedTransaction[]> {
  for await (const page of source.listTransactions(range))
    yield page.filter((transaction) => transaction.isDrp);
}

function toDrpTransaction(transaction: PerformedTransaction): DrpTransaction {
  return {
    paymentId: transaction.paymentId,
    performedAt: formatPerformedAt(transaction),
    billerId: transaction.billerId,
    authorization: transaction.authorization,
    accountShown: transaction.accountShown,
    amount: { amount: transaction.amount, currency: transaction.currency },
    externalId: transaction.externalId,
  };
}

function formatPerformedAt(transaction: PerformedTransaction): string {
  return new Date(transaction.performedSecond * 1000).toISOString();
}

function toCsvFields(transaction: PerformedTransaction): string[] {
  const { billerId, authorization, accountNumber, amount, currency, posNumber, externalId } =
    transaction;
  const [whole = '', fraction = ''] = amount.split('.');
  const cents = fraction.padEnd(2, '0');
  return [
    formatPerformedAt(transaction),
    String(billerId),
    authorization ?? '',
    accountNumber,
    `${whole}.${cents}`,
    currency,
    posNumber ?? '',
    externalId,
  ];
}
