import type { Basket, BasketShares, Payment } from '../../../../shared/contract/index.ts';
import { add, createZero, subtract } from '../../../../shared/money/index.ts';
import { getMoneyShare, type MoneyShare } from '../../../../shared/rules/index.ts';

/** Returns the item's stamp for screen and tape: being sent, or the share of the money. */
export function getItemStamp(payment: Payment | null): 'sending' | MoneyShare {
  return payment?.state === 'sending' ? 'sending' : getItemShare(payment);
}

/** Returns the item's share of the money. An item without a payment was not sent. */
export function getItemShare(payment: Pick<Payment, 'state' | 'isNotSent'> | null): MoneyShare {
  return payment === null ? 'notSent' : getMoneyShare(payment);
}

/** The shares with texts. `notYet` is not sent but may still be, so it is not returned yet. */
export type DisplayedShares = BasketShares & { readonly notYet: BasketShares['notSent'] };

/** Converts main's shares: `notYet` is subtracted from `notSent`, so the sum does not change. */
export function toDisplayedShares(
  shares: BasketShares,
  { items, isStopped, isRestored }: Pick<Basket, 'items' | 'isStopped' | 'isRestored'>,
): DisplayedShares {
  const canBeSent = (payment: Payment | null): boolean =>
    payment === null && !isStopped && !isRestored;
  const notYet = items
    .filter(({ payment }) => canBeSent(payment))
    .reduce((sum, { due }) => add(sum, due), createZero(shares.notSent.currency));
  return { ...shares, notYet, notSent: subtract(shares.notSent, notYet) };
}
