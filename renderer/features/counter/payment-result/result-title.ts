import type { Language, Payment, Tape } from '../../../../shared/contract/index.ts';
import type { Money } from '../../../../shared/money/index.ts';
import { isOutcomeUnknown, type RefusalAction } from '../../../../shared/rules/index.ts';
import { useTillQuery } from '../../../app/index.ts';
import { formatMoneyInSentence } from '../../../components/index.ts';
import { useLanguage, useText } from '../../../i18n/index.ts';
import { getOriginalReceiptStatus } from './original-receipt-status.ts';
import { getPaymentTitleTextKey, getResultTitleTextKey } from './result-title-key.ts';

/** Returns the receipt of a paid payment; undefined for any other, and until it is loaded. */
export function useTapeOfPaidPayment({ id, state }: Payment): Tape | null | undefined {
  const isPaid = state === 'paid' || state === 'by-hand-paid';
  return useTillQuery('printing.tape', { paymentId: id }, { enabled: isPaid }).value;
}

/** Returns what the cashier must do with the money and the paper now. It must never be wrong. */
export function useResultTitle(payment: Payment, refusalAction: RefusalAction): string {
  const text = useText();
  const language = useLanguage();
  const tape = useTapeOfPaidPayment(payment);
  const key = getResultTitleTextKey(payment, refusalAction, getOriginalReceiptStatus(tape));
  return text(key, formatAmounts(payment, language));
}

/**
 * Returns the title of a payment that is viewed later: what to do with the money while that
 * matters, and afterwards the biller; null until it is loaded.
 */
export function usePaymentTitle(payment: Payment | undefined): string | null {
  const text = useText();
  const language = useLanguage();
  if (payment === undefined) return null;
  if (payment.handOver === 'now') {
    return text(
      payment.kind === 'cancel' ? 'pay.cancel.notHandedOver' : 'pay.cashOut.notHandedOver',
      {
        amount: formatMoneyInSentence(payment.due, language),
      },
    );
  }
  return isMoneyPending(payment)
    ? text(getPaymentTitleTextKey(payment), formatAmounts(payment, language))
    : payment.billerName;
}

/**
 * Whether money is pending: the outcome is unknown, a slip must be printed, money must be handed
 * over, or a refund is owed.
 */
export function isMoneyPending(payment: Payment): boolean {
  const isOwed = payment.refund !== null && payment.refund.settled === null;
  const isToHandOver = payment.handOver === 'paper-first' || payment.handOver === 'now';
  return isOutcomeUnknown(payment) || isToHandOver || isOwed;
}

/** The amounts of a title; each text names those that it needs. */
function formatAmounts(payment: Payment, language: Language) {
  const format = (value: Money) => formatMoneyInSentence(value, language);
  const { cash, change, due } = payment;
  return {
    cash: format(cash ?? due),
    amount: format(due),
    ...(change === null ? {} : { change: format(change) }),
  };
}
