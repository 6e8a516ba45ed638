import type { BasketItem } from '../../../../shared/contract/index.ts';
import { getActionForItem } from '../../../../shared/rules/index.ts';
import type { Route } from '../../../app/index.ts';

/**
 * Returns the route that corrects a failed item: a new payment with all typed data; null if nothing
 * at the counter helps. It is offered only after the basket is over: the item's share of the money
 * is returned with the change, and the customer pays again.
 */
export function getCorrectionRoute(basketId: string, item: BasketItem): Route | null {
  const { billerId, savedBillId, accountNumber } = item;
  const refusalAction = getActionForItem(item);
  if (refusalAction.kind === 'next-customer') return null;
  // The account of a saved bill is not typed.
  if (savedBillId !== null) return { name: 'pay', billerId, billId: savedBillId };
  if (refusalAction.kind === 'correct' && refusalAction.field === 'biller')
    return { name: 'home', accountNumber };
  return { name: 'pay', billerId, correctedItem: { basketId, number: item.number } };
}
