import { wireTime } from '../days.ts';
import { readTransaction, statusNow, type TrainingStore } from '../state/index.ts';
import type { Inspection } from '../wire/index.ts';
import { shopBalance } from './settlement.ts';

/** What was performed, regardless of faults and filters. */
export function inspect(store: TrainingStore, now: number, externalId?: string): Inspection {
  const rows =
    externalId === undefined
      ? store.all('SELECT * FROM transactions ORDER BY id')
      : store.all('SELECT * FROM transactions WHERE external_id = ?', externalId);
  return {
    balance: shopBalance(store),
    transactions: rows.map(readTransaction).map((one) => ({
      id: one.id,
      kind: one.kind,
      externalId: one.externalId,
      billerId: one.billerId,
      accountNumber: one.accountNumber,
      amount: one.amount,
      currency: one.currency,
      posNumber: one.posNumber,
      createdAt: wireTime(one.createdAt),
      status: statusNow(one, now),
      ticketText: one.ticketText,
    })),
  };
}
