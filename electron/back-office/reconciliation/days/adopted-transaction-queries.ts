import type { AdoptedTransaction } from '../../../../shared/contract/index.ts';
import { type Database, defineInsert, readRow } from '../../../ledger/index.ts';
import type { PerformedTransaction, TimeRange } from '../types.ts';

/** A transaction that the ledger lacks since a restore, and that a person added to the file. */
export interface AdoptedTransactionRow
  extends Omit<PerformedTransaction, 'paymentId' | 'accountShown' | 'isDrp'> {
  readonly authorization: string;
  readonly posNumber: string;
  readonly decidedAt: string;
  readonly decidedBy: string;
  readonly reason: string;
}

const adoptedTransactionInsert = defineInsert<AdoptedTransactionRow>('reconciliation_taken_in', {
  authorization: (row) => row.authorization,
  external_id: (row) => row.externalId,
  performed_second: (row) => row.performedSecond,
  biller_id: (row) => row.billerId,
  account_number: (row) => row.accountNumber,
  amount: (row) => row.amount,
  currency: (row) => row.currency,
  pos_number: (row) => row.posNumber,
  decided_at: (row) => row.decidedAt,
  decided_by: (row) => row.decidedBy,
  reason: (row) => row.reason,
});

export function insertAdoptedTransaction(database: Database, row: AdoptedTransactionRow): void {
  adoptedTransactionInsert.run(database, row);
}

/** Lists adopted transactions, ordered by time. They have no payment in the ledger. */
export function listAdoptedTransactions(
  database: Database,
  range: TimeRange,
): PerformedTransaction[] {
  return database
    .prepare(
      `SELECT * FROM reconciliation_taken_in INDEXED BY reconciliation_taken_in_by_time
       WHERE performed_second >= ? AND performed_second < ?
       ORDER BY performed_second, authorization`,
    )
    .all(range.since, range.until)
    .map((row) => {
      const read = readRow(row);
      const accountNumber = read.text('account_number');
      return {
        paymentId: `taken-in ${read.text('authorization')}`.slice(0, 64),
        performedSecond: read.integer('performed_second'),
        billerId: read.integer('biller_id'),
        authorization: read.text('authorization'),
        accountNumber,
        accountShown: accountNumber,
        amount: read.text('amount'),
        currency: read.text('currency'),
        posNumber: read.text('pos_number'),
        externalId: read.text('external_id'),
        isDrp: false,
      };
    });
}

/** Lists who adopted each transaction and why; the newest decision last. */
export function listAdoptionDecisions(database: Database, range: TimeRange): AdoptedTransaction[] {
  return database
    .prepare(
      `SELECT * FROM reconciliation_taken_in INDEXED BY reconciliation_taken_in_by_time
       WHERE performed_second >= ? AND performed_second < ? ORDER BY decided_at, authorization`,
    )
    .all(range.since, range.until)
    .map((row) => {
      const read = readRow(row);
      return {
        authorization: read.text('authorization'),
        externalId: read.text('external_id'),
        accountNumber: read.text('account_number'),
        amount: { amount: read.text('amount'), currency: read.text('currency') },
        at: read.text('decided_at'),
        by: read.text('decided_by'),
        reason: read.text('reason'),
      };
    });
}
