import { assertNever, type Language, type Payment } from '../../../../../shared/contract/index.ts';
import { isZero, type Money } from '../../../../../shared/money/index.ts';
import type { RefusalHelp } from '../../../../../shared/rules/index.ts';
import { useTillQuery } from '../../../../app/index.ts';
import { formatMoneyInSentence } from '../../../../components/index.ts';
import { type TextFunction, useLanguage, useText } from '../../../../i18n/index.ts';
import { isOutcomeUnknown } from '../flow/index.ts';
import { getPaperStatus, type PaperStatus } from './paper-status.ts';

/** What the cashier does with the money and the paper now: this must never be wrong. */
export function useResultTitle(payment: Payment, help: RefusalHelp): string {
  const text = useText();
  const language = useLanguage();
  const isPaid = payment.state === 'paid' || payment.state === 'by-hand-paid';
  const tape = useTillQuery('printing.tape', { paymentId: payment.id }, { enabled: isPaid }).value;
  const isOut = payment.kind === 'cash-out' || payment.kind === 'cancel';
  const cash = formatMoneyInSentence(payment.cash ?? payment.due, language);
  if (!isOut && payment.isNotSent) return text('pay.notSent.title', { cash });
  return isOut || help.helps === 'next-customer'
    ? formatResultTitle(payment, text, language, getPaperStatus(tape))
    : text(`pay.anew.title.${help.helps}`, { cash });
}

/**
 * The title of a payment that is viewed again: what to do with the money while that matters, and
 * afterwards whose payment it is; null until it is read.
 */
export function usePaymentTitle(payment: Payment | undefined): string | null {
  const text = useText();
  const language = useLanguage();
  if (payment === undefined) return null;
  return isMoneyPending(payment) ? formatResultTitle(payment, text, language) : payment.billerName;
}

/** Money waits for an answer, for a slip or to be handed over, or it is owed. */
export function isMoneyPending(payment: Payment): boolean {
  const isOwed = payment.refund !== null && payment.refund.settled === null;
  const isToHandOver = payment.handOver === 'paper-first' || payment.handOver === 'now';
  return isOutcomeUnknown(payment) || isToHandOver || isOwed;
}

function formatResultTitle(
  payment: Payment,
  text: TextFunction,
  language: Language,
  // In a shop that prints on request: a customer is asked, and nobody hands over what is not there.
  paper: PaperStatus = 'comes',
): string {
  const write = (value: Money) => formatMoneyInSentence(value, language);
  if (payment.refund !== null) {
    return text(payment.kind === 'cash-out' ? 'refunds.titleOut' : 'pay.paid.givenBackTitle');
  }
  if (payment.kind === 'cash-out' || payment.kind === 'cancel') return moneyOut();
  switch (payment.state) {
    case 'sending':
      return text('pay.sending.title');
    case 'paid':
    case 'by-hand-paid': {
      const isGift = payment.kind === 'gift-card';
      const isExact = payment.change === null || isZero(payment.change);
      if (paper === 'spared') {
        return payment.change === null || isExact
          ? text('receipts.paidExact')
          : text('receipts.paid', { change: write(payment.change) });
      }
      if (paper === 'lacking') {
        return payment.change === null || isExact
          ? text('pay.paid.titleNoPaperExact')
          : text('pay.paid.titleNoPaper', { change: write(payment.change) });
      }
      return payment.change === null || isExact
        ? text(isGift ? 'pay.gift.titleExact' : 'pay.paid.titleExact')
        : text(isGift ? 'pay.gift.title' : 'pay.paid.title', { change: write(payment.change) });
    }
    case 'rejected':
    case 'not-performed':
    case 'by-hand-not-paid':
      return text('pay.refused.title', { cash: write(payment.cash ?? payment.due) });
    case 'unknown':
    case 'unclear':
      return text('pay.unknown.title');
    default:
      return assertNever(payment.state);
  }

  function moneyOut(): string {
    const of = payment.kind === 'cancel' ? 'cancel' : 'out';
    switch (payment.handOver) {
      case 'none':
      case 'not-yet':
        return text(`pay.${of}.unknown`);
      case 'paper-first':
        return text('pay.out.paperFirst');
      case 'now':
        return text(`pay.${of}.now`, { amount: write(payment.due) });
      case 'done':
        return text(`pay.${of}.done`);
      case 'never':
        return text(`pay.${of}.never`);
      default:
        return assertNever(payment.handOver);
    }
  }
}
