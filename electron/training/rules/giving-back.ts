import { add, money } from '../../../shared/money/index.ts';
import type { Context } from '../context.ts';
import { readTransaction, type TransactionRecord } from '../state/index.ts';
import { setShopBalance, shopBalance } from './settlement.ts';

export const GIVEN_BACK_AS = ['refunded', 'reversed', 'crashed'] as const;
export type GivenBackAs = (typeof GIVEN_BACK_AS)[number];

type Books = Pick<Context, 'store' | 'currency'>;

const STANDS = "status IN ('sent', 'fulfilled')";

/**
 * The transaction with this external_id, or the newest that stands, is given back: its money returns
 * to the shop's account, or of a cash-out leaves it. Null if none stands.
 */
export function giveBack(
  context: Books,
  externalId?: string,
  status: GivenBackAs = 'refunded',
): TransactionRecord | null {
  const { store } = context;
  const row =
    externalId === undefined
      ? store.one(`SELECT * FROM transactions WHERE ${STANDS} ORDER BY id DESC LIMIT 1`)
      : store.one(`SELECT * FROM transactions WHERE ${STANDS} AND external_id = ?`, externalId);
  if (!row) return null;
  const one = readTransaction(row);
  takeBack(context, one, status);
  return { ...one, status };
}

export function takeBack(
  { store, currency }: Books,
  one: TransactionRecord,
  status: GivenBackAs,
): void {
  store.run('UPDATE transactions SET status = ? WHERE id = ?', status, one.id);
  const balance = money(shopBalance(store), currency);
  setShopBalance(store, add(balance, money(one.paid, currency)).amount);
}
