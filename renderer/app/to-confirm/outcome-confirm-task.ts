import type { Payment } from '../../../shared/contract/index.ts';
import type { Money } from '../../../shared/money/index.ts';
import { getMoneyToGive } from '../../../shared/rules/index.ts';

/** What a cashier does for a payment whose outcome is to be confirmed. */
export interface OutcomeConfirmTask {
  /**
   * `print`: the slip of a cash-out comes out before its money is handed over. `code`: the customer
   * still gets the code of a gift card from the help line.
   */
  readonly action: 'change' | 'cash' | 'print' | 'code' | 'nothing';
  /** Null with `code` and `nothing`. */
  readonly amount: Money | null;
}

export function getOutcomeConfirmTask(payment: Payment): OutcomeConfirmTask {
  const { kind, toConfirm, due } = payment;
  if (toConfirm === 'no-code') return { action: 'code', amount: null };
  const isPaid = toConfirm === 'paid';
  if (isPaid && kind === 'cash-out') return { action: 'print', amount: due };
  if (isPaid && kind === 'cancel') return { action: 'cash', amount: due };
  const amount = getMoneyToGive(payment);
  if (amount === null) return { action: 'nothing', amount };
  return { action: isPaid ? 'change' : 'cash', amount };
}

/** Returns the text key of how the payment ended. */
export function getOutcomeToConfirmTextKey({ kind, toConfirm }: Payment) {
  const outcome = toConfirm === 'not-paid' ? 'not-paid' : 'paid';
  return `toConfirm.${kind === 'cash-out' || kind === 'cancel' ? kind : 'payment'}.${outcome}` as const;
}
