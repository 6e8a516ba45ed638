import type { Basket, BasketShares, Payment } from '../../../../shared/contract/index.ts';
import { add, createZero, subtract } from '../../../../shared/money/index.ts';
import { getMoneyShare, type MoneyShare } from '../../../../shared/rules/index.ts';

/** On the screen and on the tape: the item on its way, or where its money is. */
export function getItemStamp(payment: Payment | null): 'sending' | MoneyShare {
  return payment?.state === 'sending' ? 'sending' : getItemShare(payment);
}

/** An item without a payment was not sent. */
export function getItemShare(payment: Pick<Payment, 'state' | 'isNotSent'> | null): MoneyShare {
  return payment === null ? 'notSent' : getMoneyShare(payment);
}

/** The shares in words: `notYet` was not sent and may still be, so that nothing of it goes back yet. */
export type DisplayedShares = BasketShares & { readonly notYet: BasketShares['notSent'] };

/** They add up to what main says: `notYet` is taken out of what was not sent. */
export function toDisplayedShares(
  shares: BasketShares,
  { items, isStopped, isRestored }: Pick<Basket, 'items' | 'isStopped' | 'isRestored'>,
): DisplayedShares {
  const mayBeSent = (payment: Payment | null): boolean =>
    payment === null && !isStopped && !isRestored;
  const notYet = items
    .filter(({ payment }) => mayBeSent(payment))
    .reduce((sum, { due }) => add(sum, due), createZero(shares.notSent.currency));
  return { ...shares, notYet, notSent: subtract(shares.notSent, notYet) };
}
