import type { BasketItem } from '../../../../shared/contract/index.ts';
import type { Route } from '../../../app/index.ts';
import { getHelpForItem } from '../pay/flow/index.ts';

/**
 * Where an item that came to nothing is corrected: a new payment of its own, with everything that
 * was typed. Null where nothing at the counter helps. Only once the basket is over: its share of the
 * money goes back with the change, and the customer pays anew.
 */
export function getCorrectionRoute(basketId: string, item: BasketItem): Route | null {
  const { billerId, savedBillId, accountNumber } = item;
  const help = getHelpForItem(item);
  if (help.helps === 'next-customer') return null;
  // The shop's own bill: its account is not typed.
  if (savedBillId !== null) return { name: 'pay', billerId, billId: savedBillId };
  if (help.helps === 'correct' && help.field === 'biller') return { name: 'home', accountNumber };
  return { name: 'pay', billerId, again: { basketId, number: item.number } };
}
