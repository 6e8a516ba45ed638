import { toWireTime } from '../days.ts';
import {
  computeTransactionStatus,
  type TrainingStore,
  toTransactionRecord,
} from '../state/index.ts';
import type { TrainingInspection } from '../wire/index.ts';
import { readShopBalance } from './settlement.ts';

/** Returns the performed transactions, independent of faults and filters. */
export function inspectTransactions(
  store: TrainingStore,
  now: number,
  externalId?: string,
): TrainingInspection {
  const rows =
    externalId === undefined
      ? store.list('SELECT * FROM transactions ORDER BY id')
      : store.list('SELECT * FROM transactions WHERE external_id = ?', externalId);
  return {
    balance: readShopBalance(store),
    transactions: rows.map(toTransactionRecord).map((transaction) => ({
      id: transaction.id,
      kind: transaction.kind,
      externalId: transaction.externalId,
      billerId: transaction.billerId,
      accountNumber: transaction.accountNumber,
      amount: transaction.amount,
      currency: transaction.currency,
      posNumber: transaction.posNumber,
      createdAt: toWireTime(transaction.createdAt),
      status: computeTransactionStatus(transaction, now),
      ticketText: transaction.ticketText,
    })),
  };
}
