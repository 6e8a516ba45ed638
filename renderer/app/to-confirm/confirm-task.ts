import type { Payment } from '../../../shared/contract/index.ts';
import { maskAccount } from '../../../shared/i18n/index.ts';
import type { Money } from '../../../shared/money/index.ts';
import { getMoneyToGive } from '../../../shared/rules/index.ts';
import { formatMoneyInSentence } from '../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../i18n/index.ts';

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

/** Returns how the payment ended, for example "El pago se hizo." */
export function formatOutcomeToConfirm(text: TextFunction, { kind, toConfirm }: Payment): string {
  const outcome = toConfirm === 'not-paid' ? 'not-paid' : 'paid';
  return text(
    `toConfirm.${kind === 'cash-out' || kind === 'cancel' ? kind : 'payment'}.${outcome}`,
  );
}

/** Returns whose payment ended and how; the account number stays on one line. */
export function formatOutcomeToConfirmTitle(text: TextFunction, payment: Payment): string {
  const account = maskAccount(payment).replaceAll(' ', '\u00a0');
  return `${payment.billerName} ${account}: ${formatOutcomeToConfirm(text, payment)}`;
}

/** Returns what the cashier does now, for example "Dé $735.40 de cambio." */
export function formatOutcomeConfirmTask(
  text: TextFunction,
  { action: what, amount }: OutcomeConfirmTask,
  language: string,
): string {
  const amountText = amount === null ? '' : formatMoneyInSentence(amount, language);
  return text(`toConfirm.${what}`, { amount: amountText });
}

/** Returns a function that describes outcome and task in one sentence, for a list's row. */
export function useOutcomeToConfirmFormatter(): (payment: Payment) => string {
  const text = useText();
  const language = useLanguage();
  return (payment) =>
    text('toConfirm.row', {
      what: formatOutcomeToConfirm(text, payment),
      give: formatOutcomeConfirmTask(text, getOutcomeConfirmTask(payment), language),
    });
}
