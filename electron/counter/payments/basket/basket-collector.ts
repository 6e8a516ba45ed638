import {
  type CallReceived,
  fail,
  MAX_BASKET_ITEMS,
  ok,
  type Result,
} from '../../../../shared/contract/index.ts';
import { add, createZero, type Money } from '../../../../shared/money/index.ts';
import {
  formatAccountNumber,
  getAccountKind,
  ORDER_TTL_MS,
} from '../../../../shared/rules/index.ts';
import { type Clock, createExpiringMap, type NewId } from '../../../platform/index.ts';
import type { PreparedOrder } from '../order/index.ts';
import type { PaymentCashier } from '../types.ts';
import type { BasketItemRow } from './basket-rows.ts';

/** A basket before F12, in memory: nothing is recorded, and no money has been taken. */
export interface CollectedBasket {
  readonly id: string;
  /** Whose it is. */
  readonly cashier: Pick<PaymentCashier, 'id' | 'name'>;
  readonly items: readonly CollectedItem[];
}

export interface CollectedItem {
  readonly row: BasketItemRow;
  readonly kept: PreparedOrder;
}

type AcknowledgedWarnings = CallReceived<'basket.add'>['acknowledged'];

/** One for each cashier; given up when nobody added to it for as long as an order lives. */
export interface BasketCollector {
  find(cashierId: string): CollectedBasket | null;
  /** The one that another cashier added to last. */
  findOfAnotherCashier(cashierId: string): CollectedBasket | null;
  /** From now on it is hers; null if it is gone, or if she has one. */
  takeOver(basketId: string, cashier: CollectedBasket['cashier']): CollectedBasket | null;
  add(
    cashier: CollectedBasket['cashier'],
    kept: PreparedOrder,
    acknowledged: AcknowledgedWarnings,
  ): Result<CollectedBasket>;
  remove(cashierId: string, orderId: string): CollectedBasket | null;
  delete(cashierId: string): void;
}

export function createBasketCollector(clock: Pick<Clock, 'now'>, newId: NewId): BasketCollector {
  const all = createExpiringMap<CollectedBasket>(clock, ORDER_TTL_MS);
  /** Whoever ever collected one; who added to hers last stands last. */
  const collectors = new Set<string>();
  const ofOthers = (cashierId: string): CollectedBasket[] =>
    [...collectors].flatMap((id) => (id === cashierId ? [] : (all.get(id) ?? [])));
  const put = (collected: CollectedBasket): void => {
    const { id } = collected.cashier;
    collectors.delete(id);
    collectors.add(id);
    all.set(id, collected);
  };
  return {
    find: (cashierId) => all.get(cashierId),
    findOfAnotherCashier: (cashierId) => ofOthers(cashierId).at(-1) ?? null,
    takeOver: (basketId, cashier) => {
      const theirs = ofOthers(cashier.id).find(({ id }) => id === basketId);
      if (theirs === undefined || all.get(cashier.id) !== null) return null;
      all.delete(theirs.cashier.id);
      const hers = { ...theirs, cashier: { id: cashier.id, name: cashier.name } };
      put(hers);
      return hers;
    },
    add: ({ id: cashierId, name }, kept, acknowledged) => {
      const row = toBasketItemRow(kept, acknowledged);
      if (row === null) return fail({ kind: 'basket', reason: 'cash-out' });
      const before = all.get(cashierId) ?? {
        id: newId(),
        cashier: { id: cashierId, name },
        items: [],
      };
      if (before.items.length >= MAX_BASKET_ITEMS) return fail({ kind: 'basket', reason: 'full' });
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
    delete: (cashierId) => all.delete(cashierId),
  };
}

/** Null for a cash-out, which is never in a basket. */
function toBasketItemRow(
  { order, asked, billId, isKept }: PreparedOrder,
  acknowledged: AcknowledgedWarnings,
): BasketItemRow | null {
  if (order.kind === 'cash-out' || order.kind === 'cancel') return null;
  return {
    orderId: order.id,
    kind: order.kind,
    billerId: order.biller.id,
    billerName: order.biller.name,
    accountNumber: order.accountNumber,
    accountShown: formatAccountNumber(order.biller, order.accountNumber),
    accountIs: getAccountKind(order.biller),
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
export function sumAmountsDue(items: readonly { readonly due: Money }[], currency: string): Money {
  return items.reduce((sum, { due }) => add(sum, due), createZero(currency));
}
