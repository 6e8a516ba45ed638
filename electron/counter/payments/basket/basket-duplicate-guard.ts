import type { Order, OrderWarning } from '../../../../shared/contract/index.ts';
import { isSameCurrency } from '../../../../shared/money/index.ts';
import { formatAccountNumber, matchesAccount } from '../../../../shared/rules/index.ts';
import type { Database } from '../../../ledger/index.ts';
import { type BasketItemRow, listUnfinishedBaskets, readBasketPayments } from './basket-rows.ts';
import type { DraftBasket } from './draft-baskets.ts';

/**
 * The guard against paying twice for items of baskets that have no intent yet and may still be
 * sent: they are not among the ledger's payments. Returns at most one warning. An item of the same
 * amount, which the service would block (R36), has precedence.
 */
export function listInBasketWarnings(
  database: Database,
  order: Order,
  draft: DraftBasket | null,
): Extract<OrderWarning, { kind: 'in-basket' }>[] {
  const account = {
    accountNumber: order.accountNumber,
    accountShown: formatAccountNumber(order.biller, order.accountNumber),
  };
  const unsentItems = [
    ...(draft?.items.map(({ row }) => row) ?? []),
    ...listWaitingItems(database),
  ];
  const warnings = unsentItems
    .filter(
      (item) => item.billerId === order.biller.id && matchesAccount(account, item.accountNumber),
    )
    .map(({ amount }) => ({
      kind: 'in-basket' as const,
      amount,
      isSameAmount:
        amount.amount === order.amount.amount &&
        isSameCurrency(amount.currency, order.amount.currency),
    }));
  const mostSimilar = warnings.find(({ isSameAmount }) => isSameAmount) ?? warnings[0];
  return mostSimilar === undefined ? [] : [mostSimilar];
}

/** The items without an intent of recorded baskets that are not stopped. */
function listWaitingItems(database: Database): BasketItemRow[] {
  return listUnfinishedBaskets(database).flatMap(({ id, items, isStopped }) => {
    if (isStopped) return [];
    const paymentIds = readBasketPayments(database, id);
    return items.filter((_, index) => !paymentIds.has(index + 1));
  });
}
