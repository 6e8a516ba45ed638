import {
  type Cashier,
  fail,
  MAX_BASKET_ITEMS,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../../shared/contract/index.ts';
import { add, type Money } from '../../../../shared/money/index.ts';
import {
  formatAccountNumber,
  getAccountKind,
  ORDER_TTL_MS,
} from '../../../../shared/rules/index.ts';
import { type Clock, type CreateId, createExpiringMap } from '../../../platform/index.ts';
import type { PreparedOrder } from '../order/index.ts';
import type { BasketItemRow } from './basket-rows.ts';

/** A basket before F12, in memory: nothing is recorded, and no money has been taken. */
export interface DraftBasket {
  readonly id: string;
  /** The cashier who owns the basket. */
  readonly cashier: Pick<Cashier, 'id' | 'name'>;
  readonly items: readonly DraftBasketItem[];
}

export interface DraftBasketItem {
  readonly row: BasketItemRow;
  readonly preparedOrder: PreparedOrder;
}

type AcknowledgedWarnings = ValidatedCallInput<'basket.add'>['acknowledged'];

/**
 * At most one basket for each cashier. It expires when it has not changed for an order's lifetime.
 */
export interface DraftBaskets {
  find(cashierId: string): DraftBasket | null;
  /** The basket of another cashier to which an item was added last; null if there is none. */
  findOfAnotherCashier(cashierId: string): DraftBasket | null;
  /** Moves the basket to this cashier, who has none; null if it has expired. */
  takeOver(basketId: string, cashier: DraftBasket['cashier']): DraftBasket | null;
  add(
    cashier: DraftBasket['cashier'],
    prepared: PreparedOrder,
    acknowledged: AcknowledgedWarnings,
  ): Result<DraftBasket>;
  remove(cashierId: string, orderId: string): DraftBasket | null;
  delete(cashierId: string): void;
}

/** A timer may run a moment before the clock has reached its time. */
const EXPIRY_MARGIN_MS = 1_000;

export function createDraftBaskets(
  clock: Pick<Clock, 'now' | 'after'>,
  createId: CreateId,
  onExpired: (basketId: string) => void,
): DraftBaskets {
  const baskets = createExpiringMap<DraftBasket>(clock, ORDER_TTL_MS);
  /** Ids of all cashiers who began a basket, the most recent last. */
  const cashierIds = new Set<string>();
  const listOfOtherCashiers = (cashierId: string): DraftBasket[] =>
    [...cashierIds].flatMap((id) => (id === cashierId ? [] : (baskets.get(id) ?? [])));
  const save = (draft: DraftBasket): void => {
    const { id } = draft.cashier;
    cashierIds.delete(id);
    cashierIds.add(id);
    setBasket(id, draft);
  };
  const setBasket = (cashierId: string, draft: DraftBasket): void => {
    baskets.set(cashierId, draft);
    clock.after(ORDER_TTL_MS + EXPIRY_MARGIN_MS, () => {
      if (baskets.get(cashierId) === null) onExpired(draft.id);
    });
  };
  return {
    find: (cashierId) => baskets.get(cashierId),
    findOfAnotherCashier: (cashierId) => listOfOtherCashiers(cashierId).at(-1) ?? null,
    takeOver: (basketId, cashier) => {
      const basket = listOfOtherCashiers(cashier.id).find(({ id }) => id === basketId);
      if (basket === undefined) return null;
      baskets.delete(basket.cashier.id);
      const takenOver = { ...basket, cashier: { id: cashier.id, name: cashier.name } };
      save(takenOver);
      return takenOver;
    },
    add: ({ id: cashierId, name }, prepared, acknowledged) => {
      const row = toBasketItemRow(prepared, acknowledged);
      if (row === null) return fail({ kind: 'basket', reason: 'cash-out' });
      const current = baskets.get(cashierId) ?? {
        id: createId(),
        cashier: { id: cashierId, name },
        items: [],
      };
      if (current.items.length >= MAX_BASKET_ITEMS) return fail({ kind: 'basket', reason: 'full' });
      const itemInOtherCurrency = current.items.find(
        (item) => item.row.due.currency !== row.due.currency,
      );
      if (itemInOtherCurrency)
        return fail({ kind: 'amount', reason: 'wrong-currency', limit: null });
      const updated = { ...current, items: [...current.items, { row, preparedOrder: prepared }] };
      save(updated);
      return ok(updated);
    },
    remove: (cashierId, orderId) => {
      const current = baskets.get(cashierId);
      if (current === null) return null;
      const items = current.items.filter(({ row }) => row.orderId !== orderId);
      if (items.length === 0) baskets.delete(cashierId);
      else setBasket(cashierId, { ...current, items });
      return baskets.get(cashierId);
    },
    delete: (cashierId) => baskets.delete(cashierId),
  };
}

/** Null for a cash-out, which is never in a basket. */
function toBasketItemRow(
  { order, input, billId, isSavedBill }: PreparedOrder,
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
    hasBalance: input.balanceId !== null,
    savedBillId: isSavedBill ? billId : null,
    acknowledged,
    seen: order.warnings.flatMap((warning) =>
      warning.kind === 'looks-like-earlier' ? [warning.paymentId] : [],
    ),
  };
}

/** Sums the items with their fees. There is at least one, and all are in the same currency. */
export function sumAmountsDue(items: readonly { readonly due: Money }[]): Money {
  return items.map(({ due }) => due).reduce((sum, due) => add(sum, due));
}
