import type { Basket } from '../../../../../shared/contract/index.ts';

/**
 * Returns the unfinished basket that needs attention first: baskets that wait for F12 or whose
 * change is not acknowledged, this cashier's before the others', the oldest first. A basket that
 * only waits for an outcome is returned only if there is no other. Null if there is none.
 */
export function findMostUrgentBasket(
  baskets: readonly Basket[],
  cashierId: string | null,
): Basket | null {
  const actionable = baskets.filter(({ state }) => state !== 'open');
  return (
    actionable.find((basket) => basket.cashierId === cashierId) ??
    actionable[0] ??
    baskets[0] ??
    null
  );
}
