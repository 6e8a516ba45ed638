import type { Basket, BasketMoneyBreakdown, Payment } from '../../../../shared/contract/index.ts';
import { add, createZero, subtract } from '../../../../shared/money/index.ts';
import { getMoneyStatus, type MoneyStatus } from '../../../../shared/rules/index.ts';

/** Returns the status of an item for screen and tape: being sent, or where its money is. */
export function getItemStatus(payment: Payment | null): 'sending' | MoneyStatus {
  return payment?.state === 'sending' ? 'sending' : getItemMoneyStatus(payment);
}

/** Returns where the item's money is. An item without a payment was not sent. */
export function getItemMoneyStatus(
  payment: Pick<Payment, 'state' | 'isNotSent'> | null,
): MoneyStatus {
  return payment === null ? 'notSent' : getMoneyStatus(payment);
}

/** The shares with texts. `notYet` is not sent but may still be, so it is not returned yet. */
export type DisplayedMoneyBreakdown = BasketMoneyBreakdown & {
  readonly notYet: BasketMoneyBreakdown['notSent'];
};

/** Converts main's shares: `notYet` is subtracted from `notSent`, so the sum does not change. */
export function toDisplayedMoneyBreakdown(
  shares: BasketMoneyBreakdown,
  { items, isStopped, isRestored }: Pick<Basket, 'items' | 'isStopped' | 'isRestored'>,
): DisplayedMoneyBreakdown {
  const canBeSent = (payment: Payment | null): boolean =>
    payment === null && !isStopped && !isRestored;
  const notYet = items
    .filter(({ payment }) => canBeSent(payment))
    .reduce((sum, { due }) => add(sum, due), createZero(shares.notSent.currency));
  return { ...shares, notYet, notSent: subtract(shares.notSent, notYet) };
}
