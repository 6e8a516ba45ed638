import type { Payment } from '../../../shared/contract/index.ts';
import { maskAccount } from '../../../shared/i18n/index.ts';
import { formatMoneyInSentence } from '../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../i18n/index.ts';
import {
  getOutcomeConfirmTask,
  getOutcomeToConfirmTextKey,
  type OutcomeConfirmTask,
} from './outcome-confirm-task.ts';

/** Returns how the payment ended, for example "El pago se hizo." */
export function formatOutcomeToConfirm(text: TextFunction, payment: Payment): string {
  return text(getOutcomeToConfirmTextKey(payment));
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
