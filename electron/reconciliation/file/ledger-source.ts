import type { Database } from '../../ledger/index.ts';
import { yieldToEventLoop } from '../../platform/index.ts';
import {
  type PerformedCursor,
  type PerformedRow,
  performedRows,
  performedUndatedRows,
  takenInRows,
} from '../days/index.ts';
import type { PerformedTransaction, TransactionSource } from '../types.ts';

/** Some milliseconds of work; the counter may work between two of them. */
const PAGE = 500;

/** The transactions that this till's ledger holds: in the order of their time. */
export function createLedgerSource(database: Database): TransactionSource {
  return {
    transactions: async function* (range) {
      let after: PerformedCursor | null = null;
      for (;;) {
        const rows: PerformedRow[] = performedRows(database, range, after, PAGE);
        yield rows.map(transactionOf);
        const last = rows.at(-1);
        if (rows.length < PAGE || last === undefined) break;
        after = { second: last.performedSecond, paymentId: last.paymentId };
        await yieldToEventLoop();
      }
      let afterId = '';
      for (;;) {
        const rows: PerformedRow[] = performedUndatedRows(database, range, afterId, PAGE);
        if (rows.length > 0) yield rows.map(transactionOf);
        const last = rows.at(-1);
        if (rows.length < PAGE || last === undefined) break;
        afterId = last.paymentId;
        await yieldToEventLoop();
      }
      const takenIn = takenInRows(database, range);
      if (takenIn.length > 0) yield takenIn;
    },
  };
}

function transactionOf(row: PerformedRow): PerformedTransaction {
  const { posNumber, ...rest } = row;
  return { ...rest, posNumber: posNumber === '' ? null : posNumber };
}
