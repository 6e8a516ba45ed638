import type { Basket, BasketShares, Payment } from '../../../shared/contract/index.ts';
import { add, subtract, zero } from '../../../shared/money/index.ts';
import { type MoneyShare, shareOf } from '../../../shared/rules/index.ts';

/** On the screen and on the tape: the item on its way, or where its money is. */
export function stampWord(payment: Payment | null): 'sending' | MoneyShare {
  return payment?.state === 'sending' ? 'sending' : shareOfItem(payment);
}

/** An item without a payment was not sent. */
export function shareOfItem(payment: Pick<Payment, 'state' | 'isNotSent'> | null): MoneyShare {
  return payment === null ? 'notSent' : shareOf(payment);
}

/** The shares in words: `notYet` was not sent and may still be, so that nothing of it goes back yet. */
export type SharesInWords = BasketShares & { readonly notYet: BasketShares['notSent'] };

/** They add up to what main says: `notYet` is taken out of what was not sent. */
export function sharesInWords(
  shares: BasketShares,
  { items, isStopped, isRestored }: Pick<Basket, 'items' | 'isStopped' | 'isRestored'>,
): SharesInWords {
  const mayBeSent = (payment: Payment | null): boolean =>
    payment === null && !isStopped && !isRestored;
  const notYet = items
    .filter(({ payment }) => mayBeSent(payment))
    .reduce((sum, { due }) => add(sum, due), zero(shares.notSent.currency));
  return { ...shares, notYet, notSent: subtract(shares.notSent, notYet) };
}
