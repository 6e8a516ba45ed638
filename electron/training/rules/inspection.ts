import { toWireTime } from '../days.ts';
import { computeStatus, type TrainingStore, toTransactionRecord } from '../state/index.ts';
import type { Inspection } from '../wire/index.ts';
import { readShopBalance } from './settlement.ts';

/** What was performed, regardless of faults and filters. */
export function inspectTransactions(
  store: TrainingStore,
  now: number,
  externalId?: string,
): Inspection {
  const rows =
    externalId === undefined
      ? store.all('SELECT * FROM transactions ORDER BY id')
      : store.all('SELECT * FROM transactions WHERE external_id = ?', externalId);
  return {
    balance: readShopBalance(store),
    transactions: rows.map(toTransactionRecord).map((one) => ({
      id: one.id,
      kind: one.kind,
      externalId: one.externalId,
      billerId: one.billerId,
      accountNumber: one.accountNumber,
      amount: one.amount,
      currency: one.currency,
      posNumber: one.posNumber,
      createdAt: toWireTime(one.createdAt),
      status: computeStatus(one, now),
      ticketText: one.ticketText,
    })),
  };
}
