import type { Payment } from '../../../shared/contract/index.ts';
import { type MoneyShare, shareOf } from '../../../shared/rules/index.ts';

/** On the screen and on the tape: the item on its way, or where its money is. */
export function stampWord(payment: Payment | null): 'sending' | MoneyShare {
  return payment?.state === 'sending' ? 'sending' : shareOfItem(payment);
}

/** An item without a payment was not sent. */
export function shareOfItem(payment: Pick<Payment, 'state' | 'isNotSent'> | null): MoneyShare {
  return payment === null ? 'notSent' : shareOf(payment);
}
