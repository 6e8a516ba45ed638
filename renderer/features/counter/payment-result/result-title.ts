import {
  assertNever,
  type Language,
  type Payment,
  type Tape,
} from '../../../../shared/contract/index.ts';
import { isZero, type Money } from '../../../../shared/money/index.ts';
import {
  isOutcomeUnknown,
  isTicketTextMissing,
  type RefusalAction,
} from '../../../../shared/rules/index.ts';
import { useTillQuery } from '../../../app/index.ts';
import { formatMoneyInSentence } from '../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../i18n/index.ts';
import { getOriginalReceiptStatus, type OriginalReceiptStatus } from './original-receipt-status.ts';

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
  const isMoneyOut = payment.kind === 'cash-out' || payment.kind === 'cancel';
  const cash = formatMoneyInSentence(payment.cash ?? payment.due, language);
  if (!isMoneyOut && payment.isNotSent) return text('pay.notSent.title', { cash });
  return isMoneyOut || refusalAction.kind === 'next-customer'
    ? formatResultTitle(payment, text, language, getOriginalReceiptStatus(tape))
    : text(`pay.correction.title.${refusalAction.kind}`, { cash });
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
  return isMoneyPending(payment) ? formatResultTitle(payment, text, language) : payment.billerName;
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

function formatResultTitle(
  payment: Payment,
  text: TextFunction,
  language: Language,
  // Depends on whether the shop prints on request: the title must not ask to hand over a paper that
  // does not exist.
  receiptStatus: OriginalReceiptStatus = 'coming',
): string {
  const format = (value: Money) => formatMoneyInSentence(value, language);
  if (payment.refund !== null) {
    return text(payment.kind === 'cash-out' ? 'refunds.titleOut' : 'pay.paid.givenBackTitle');
  }
  if (payment.kind === 'cash-out' || payment.kind === 'cancel') return formatMoneyOutTitle();
  switch (payment.state) {
    case 'sending':
      return text('pay.sending.title');
    case 'paid':
    case 'by-hand-paid': {
      const isGift = payment.kind === 'gift-card';
      const isExact = payment.change === null || isZero(payment.change);
      if (isGift && isTicketTextMissing(payment)) {
        return payment.change === null || isExact
          ? text('pay.gift.noCodeTitleExact')
          : text('pay.gift.noCodeTitle', { change: format(payment.change) });
      }
      if (receiptStatus === 'not-printed') {
        return payment.change === null || isExact
          ? text('receipts.paidExact')
          : text('receipts.paid', { change: format(payment.change) });
      }
      if (receiptStatus === 'failed') {
        return payment.change === null || isExact
          ? text('pay.paid.titleNoPaperExact')
          : text('pay.paid.titleNoPaper', { change: format(payment.change) });
      }
      return payment.change === null || isExact
        ? text(isGift ? 'pay.gift.titleExact' : 'pay.paid.titleExact')
        : text(isGift ? 'pay.gift.title' : 'pay.paid.title', { change: format(payment.change) });
    }
    case 'rejected':
    case 'not-performed':
    case 'by-hand-not-paid':
      return text('pay.refused.title', { cash: format(payment.cash ?? payment.due) });
    case 'unknown':
    case 'unclear':
      return text('pay.unknown.title');
    default:
      return assertNever(payment.state);
  }

  function formatMoneyOutTitle(): string {
    const textGroup = payment.kind === 'cancel' ? 'cancel' : 'cashOut';
    switch (payment.handOver) {
      case 'none':
      case 'not-yet':
        return text(`pay.${textGroup}.unknown`);
      case 'paper-first':
        return text(
          isTicketTextMissing(payment) ? 'pay.cashOut.textMissing' : 'pay.cashOut.paperFirst',
        );
      case 'now':
        return text(`pay.${textGroup}.handOver`, { amount: format(payment.due) });
      case 'done':
        return text(`pay.${textGroup}.done`);
      case 'never':
        return text(`pay.${textGroup}.notDone`);
      default:
        return assertNever(payment.handOver);
    }
  }
}
