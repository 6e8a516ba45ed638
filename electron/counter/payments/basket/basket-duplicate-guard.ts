import type { Order, OrderWarning } from '../../../../shared/contract/index.ts';
import { isSameCurrency } from '../../../../shared/money/index.ts';
import { formatAccountNumber, isSpellingOf } from '../../../../shared/rules/index.ts';
import type { Database } from '../../../ledger/index.ts';
import type { CollectedBasket } from './basket-collector.ts';
import { type BasketItemRow, listUnfinishedBaskets, readBasketPayments } from './basket-rows.ts';

/**
 * The guard against paying twice, as far as baskets know more than the ledger's payments: an item
 * that has no intent yet and may still be sent. The one of the same amount, which the service would
 * block (R36), comes first.
 */
export function findInBasketWarning(
  database: Database,
  order: Order,
  collected: CollectedBasket | null,
): Extract<OrderWarning, { kind: 'in-basket' }>[] {
  const account = {
    accountNumber: order.accountNumber,
    accountShown: formatAccountNumber(order.biller, order.accountNumber),
  };
  const waiting = [
    ...(collected?.items.map(({ row }) => row) ?? []),
    ...listWaitingItems(database),
  ];
  const found = waiting
    .filter(
      (one) =>
        one.orderId !== order.id &&
        one.billerId === order.biller.id &&
        isSpellingOf(account, one.accountNumber),
    )
    .map(({ amount }) => ({
      kind: 'in-basket' as const,
      amount,
      isSameAmount:
        amount.amount === order.amount.amount &&
        isSameCurrency(amount.currency, order.amount.currency),
    }));
  const shown = found.find(({ isSameAmount }) => isSameAmount) ?? found[0];
  return shown === undefined ? [] : [shown];
}

/** Items of baskets that wait for F12. */
function listWaitingItems(database: Database): BasketItemRow[] {
  return listUnfinishedBaskets(database).flatMap(({ id, items, isStopped }) => {
    if (isStopped) return [];
    const sent = readBasketPayments(database, id);
    return items.filter((_, index) => !sent.has(index + 1));
  });
}
