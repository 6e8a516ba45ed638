import type { Database } from '../../../ledger/index.ts';
import { yieldToEventLoop } from '../../../platform/index.ts';
import {
  listManuallyAddedTransactions,
  listPerformedTransactionRows,
  listUndatedTransactionRows,
  type PerformedTransactionCursor,
  type PerformedTransactionRow,
} from '../days/index.ts';
import type { PerformedTransaction, TransactionSource } from '../types.ts';

/** A page takes a few milliseconds; the counter can work between two pages. */
const PAGE_ROWS = 500;

/**
 * Reads the transactions of this till's ledger: dated ones by time, then undated ones by id, then
 * manually added ones.
 */
export function createLedgerTransactionSource(database: Database): TransactionSource {
  return {
    listTransactions: async function* (range) {
      let after: PerformedTransactionCursor | null = null;
      for (;;) {
        const rows: PerformedTransactionRow[] = listPerformedTransactionRows(
          database,
          range,
          after,
          PAGE_ROWS,
        );
        yield rows.map(toTransaction);
        const last = rows.at(-1);
        if (rows.length < PAGE_ROWS || last === undefined) break;
        after = { second: last.performedSecond, paymentId: last.paymentId };
        await yieldToEventLoop();
      }
      let afterId = '';
      for (;;) {
        const rows: PerformedTransactionRow[] = listUndatedTransactionRows(
          database,
          range,
          afterId,
          PAGE_ROWS,
        );
        if (rows.length > 0) yield rows.map(toTransaction);
        const last = rows.at(-1);
        if (rows.length < PAGE_ROWS || last === undefined) break;
        afterId = last.paymentId;
        await yieldToEventLoop();
      }
      const added = listManuallyAddedTransactions(database, range);
      if (added.length > 0) yield added;
    },
  };
}

function toTransaction(row: PerformedTransactionRow): PerformedTransaction {
  const { posNumber, ...rest } = row;
  return { ...rest, posNumber: posNumber === '' ? null : posNumber };
}
