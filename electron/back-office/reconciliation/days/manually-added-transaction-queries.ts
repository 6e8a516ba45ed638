import type { ManuallyAddedTransaction } from '../../../../shared/contract/index.ts';
import {
  column,
  type Database,
  defineInsert,
  defineTable,
  type RowOf,
} from '../../../ledger/index.ts';
import type { PerformedTransaction, TimeRange } from '../types.ts';

/** Transactions that the ledger lacks since a restore, and that a person added to the file. */
const MANUALLY_ADDED_TRANSACTIONS = defineTable('reconciliation_taken_in', {
  authorization: column.text('authorization'),
  externalId: column.text('external_id'),
  /** Seconds since the epoch. */
  performedSecond: column.integer('performed_second'),
  billerId: column.integer('biller_id'),
  accountNumber: column.text('account_number'),
  /** Decimal text. */
  amount: column.text('amount'),
  currency: column.text('currency'),
  posNumber: column.text('pos_number'),
  decidedAt: column.text('decided_at'),
  decidedBy: column.text('decided_by'),
  reason: column.text('reason'),
});
export type ManuallyAddedTransactionRow = RowOf<typeof MANUALLY_ADDED_TRANSACTIONS>;

const manuallyAddedTransactionInsert = defineInsert(MANUALLY_ADDED_TRANSACTIONS);

export function insertManuallyAddedTransaction(
  database: Database,
  row: ManuallyAddedTransactionRow,
): void {
  manuallyAddedTransactionInsert.run(database, row);
}

/** Lists manually added transactions, ordered by time. They have no payment in the ledger. */
export function listManuallyAddedTransactions(
  database: Database,
  range: TimeRange,
): PerformedTransaction[] {
  return listRows(database, range, 'performed_second, authorization').map(
    ({ decidedAt, decidedBy, reason, ...transaction }) => ({
      ...transaction,
      paymentId: `taken-in ${transaction.authorization}`.slice(0, 64),
      accountShown: transaction.accountNumber,
      isDrp: false,
    }),
  );
}

/** Lists who added each transaction and why; the newest decision last. */
export function listManualAdditions(
  database: Database,
  range: TimeRange,
): ManuallyAddedTransaction[] {
  return listRows(database, range, 'decided_at, authorization').map((row) => ({
    authorization: row.authorization,
    externalId: row.externalId,
    accountNumber: row.accountNumber,
    amount: { amount: row.amount, currency: row.currency },
    at: row.decidedAt,
    by: row.decidedBy,
    reason: row.reason,
  }));
}

function listRows(
  database: Database,
  range: TimeRange,
  order: string,
): ManuallyAddedTransactionRow[] {
  return database
    .prepare(
      `SELECT * FROM reconciliation_taken_in INDEXED BY reconciliation_taken_in_by_time
       WHERE performed_second >= ? AND performed_second < ? ORDER BY ${order}`,
    )
    .all(range.since, range.until)
    .map(MANUALLY_ADDED_TRANSACTIONS.read);
}
