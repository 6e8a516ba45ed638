import {
  type CallReceived,
  fail,
  MOST_ITEMS,
  ok,
  type Result,
} from '../../../shared/contract/index.ts';
import { add, type Money, zero } from '../../../shared/money/index.ts';
import { accountIs, accountShown, ORDER_LIFE } from '../../../shared/rules/index.ts';
import { type Clock, createExpiringMap, type NewId } from '../../platform/index.ts';
import type { KeptOrder } from '../order/index.ts';
import type { PayingCashier } from '../types.ts';
import type { BasketItemRow } from './basket-rows.ts';

/** A basket before F12, in memory: nothing is recorded, and no money has been taken. */
export interface Collected {
  readonly id: string;
  /** Whose it is. */
  readonly cashier: Pick<PayingCashier, 'id' | 'name'>;
  readonly items: readonly CollectedItem[];
}

export interface CollectedItem {
  readonly row: BasketItemRow;
  readonly kept: KeptOrder;
}

type Acknowledged = CallReceived<'basket.add'>['acknowledged'];

/** One for each cashier; given up when nobody added to it for as long as an order lives. */
export interface Collecting {
  of(cashierId: string): Collected | null;
  /** The one that another cashier added to last. */
  ofAnother(cashierId: string): Collected | null;
  /** From now on it is hers; null if it is gone, or if she has one. */
  takeOver(basketId: string, cashier: Collected['cashier']): Collected | null;
  add(
    cashier: Collected['cashier'],
    kept: KeptOrder,
    acknowledged: Acknowledged,
  ): Result<Collected>;
  remove(cashierId: string, orderId: string): Collected | null;
  drop(cashierId: string): void;
}

export function createCollecting(clock: Pick<Clock, 'now'>, newId: NewId): Collecting {
  const all = createExpiringMap<Collected>(clock, ORDER_LIFE);
  /** Whoever ever collected one; who added to hers last stands last. */
  const collectors = new Set<string>();
  const ofOthers = (cashierId: string): Collected[] =>
    [...collectors].flatMap((id) => (id === cashierId ? [] : (all.get(id) ?? [])));
  const put = (collected: Collected): void => {
    const { id } = collected.cashier;
    collectors.delete(id);
    collectors.add(id);
    all.set(id, collected);
  };
  return {
    of: (cashierId) => all.get(cashierId),
    ofAnother: (cashierId) => ofOthers(cashierId).at(-1) ?? null,
    takeOver: (basketId, cashier) => {
      const theirs = ofOthers(cashier.id).find(({ id }) => id === basketId);
      if (theirs === undefined || all.get(cashier.id) !== null) return null;
      all.delete(theirs.cashier.id);
      const hers = { ...theirs, cashier: { id: cashier.id, name: cashier.name } };
      put(hers);
      return hers;
    },
    add: ({ id: cashierId, name }, kept, acknowledged) => {
      const row = rowOf(kept, acknowledged);
      if (row === null) return fail({ kind: 'basket', reason: 'cash-out' });
      const before = all.get(cashierId) ?? {
        id: newId(),
        cashier: { id: cashierId, name },
        items: [],
      };
      if (before.items.length >= MOST_ITEMS) return fail({ kind: 'basket', reason: 'full' });
      const other = before.items.find((one) => one.row.due.currency !== row.due.currency);
      if (other) return fail({ kind: 'amount', reason: 'wrong-currency', limit: null });
      const after = { ...before, items: [...before.items, { row, kept }] };
      put(after);
      return ok(after);
    },
    remove: (cashierId, orderId) => {
      const before = all.get(cashierId);
      if (before === null) return null;
      const items = before.items.filter(({ row }) => row.orderId !== orderId);
      if (items.length === 0) all.delete(cashierId);
      else all.set(cashierId, { ...before, items });
      return all.get(cashierId);
    },
    drop: (cashierId) => all.delete(cashierId),
  };
}

/** Null for a cash-out, which is never in a basket. */
function rowOf(
  { order, asked, billId, isKept }: KeptOrder,
  acknowledged: Acknowledged,
): BasketItemRow | null {
  if (order.kind === 'cash-out' || order.kind === 'cancel') return null;
  return {
    orderId: order.id,
    kind: order.kind,
    billerId: order.biller.id,
    billerName: order.biller.name,
    accountNumber: order.accountNumber,
    accountShown: accountShown(order.biller, order.accountNumber),
    accountIs: accountIs(order.biller),
    nameOnAccount: order.nameOnAccount,
    amount: order.amount,
    fee: order.fee,
    due: order.due,
    hasBalance: asked.balanceId !== null,
    savedBillId: isKept ? billId : null,
    acknowledged,
    seen: order.warnings.flatMap((one) =>
      one.kind === 'looks-like-earlier' ? [one.paymentId] : [],
    ),
  };
}

/** Of all items, with their fees. */
export function dueOfAll(items: readonly { readonly due: Money }[], currency: string): Money {
  return items.reduce((sum, { due }) => add(sum, due), zero(currency));
}
