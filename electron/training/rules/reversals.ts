import { add, createMoney } from '../../../shared/money/index.ts';
import type { TrainingContext } from '../context.ts';
import { type TrainingTransactionRecord, toTransactionRecord } from '../state/index.ts';
import { readShopBalance, setShopBalance } from './settlement.ts';

export const REVERSAL_STATUSES = ['refunded', 'reversed', 'crashed'] as const;
export type ReversalStatus = (typeof REVERSAL_STATUSES)[number];

type ReversalContext = Pick<TrainingContext, 'store' | 'currency'>;

const NOT_REVERSED_CONDITION = "status IN ('sent', 'fulfilled')";

/**
 * Reverses the transaction with this external_id, or the newest that is not reversed: its money
 * returns to the shop's account, or leaves it for a cash-out. Null if there is none.
 */
export function reverseTransaction(
  context: ReversalContext,
  externalId?: string,
  status: ReversalStatus = 'refunded',
): TrainingTransactionRecord | null {
  const { store } = context;
  const row =
    externalId === undefined
      ? store.get(
          `SELECT * FROM transactions WHERE ${NOT_REVERSED_CONDITION} ORDER BY id DESC LIMIT 1`,
        )
      : store.get(
          `SELECT * FROM transactions WHERE ${NOT_REVERSED_CONDITION} AND external_id = ?`,
          externalId,
        );
  if (!row) return null;
  const transaction = toTransactionRecord(row);
  applyReversal(context, transaction, status);
  return { ...transaction, status };
}

export function applyReversal(
  { store, currency }: ReversalContext,
  transaction: TrainingTransactionRecord,
  status: ReversalStatus,
): void {
  store.run('UPDATE transactions SET status = ? WHERE id = ?', status, transaction.id);
  const balance = createMoney(readShopBalance(store), currency);
  setShopBalance(store, add(balance, createMoney(transaction.paid, currency)).amount);
}
