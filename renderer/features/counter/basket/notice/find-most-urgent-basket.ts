import type { Basket } from '../../../../../shared/contract/index.ts';

/**
 * Of the unfinished baskets the one that needs somebody first: where something waits for F12 or a
 * change was not told, this cashier's before the others', the oldest first. One that waits for an
 * outcome alone needs nobody yet. Null if there is none.
 */
export function findMostUrgentBasket(
  baskets: readonly Basket[],
  cashierId: string | null,
): Basket | null {
  const needy = baskets.filter(({ state }) => state !== 'open');
  return needy.find((one) => one.cashierId === cashierId) ?? needy[0] ?? baskets[0] ?? null;
}
