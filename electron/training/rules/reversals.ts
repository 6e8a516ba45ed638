import { add, createMoney } from '../../../shared/money/index.ts';
import type { Context } from '../context.ts';
import { type TransactionRecord, toTransactionRecord } from '../state/index.ts';
import { readShopBalance, setShopBalance } from './settlement.ts';

export const REVERSAL_STATUSES = ['refunded', 'reversed', 'crashed'] as const;
export type ReversalStatus = (typeof REVERSAL_STATUSES)[number];

type ReversalContext = Pick<Context, 'store' | 'currency'>;

const STANDING_CONDITION = "status IN ('sent', 'fulfilled')";

/**
 * The transaction with this external_id, or the newest that stands, is given back: its money returns
 * to the shop's account, or of a cash-out leaves it. Null if none stands.
 */
export function reverseTransaction(
  context: ReversalContext,
  externalId?: string,
  status: ReversalStatus = 'refunded',
): TransactionRecord | null {
  const { store } = context;
  const row =
    externalId === undefined
      ? store.one(`SELECT * FROM transactions WHERE ${STANDING_CONDITION} ORDER BY id DESC LIMIT 1`)
      : store.one(
          `SELECT * FROM transactions WHERE ${STANDING_CONDITION} AND external_id = ?`,
          externalId,
        );
  if (!row) return null;
  const one = toTransactionRecord(row);
  applyReversal(context, one, status);
  return { ...one, status };
}

export function applyReversal(
  { store, currency }: ReversalContext,
  one: TransactionRecord,
  status: ReversalStatus,
): void {
  store.run('UPDATE transactions SET status = ? WHERE id = ?', status, one.id);
  const balance = createMoney(readShopBalance(store), currency);
  setShopBalance(store, add(balance, createMoney(one.paid, currency)).amount);
}
