import { assertNever, type Language, type Payment } from '../../../../shared/contract/index.ts';
import { isZero, type Money } from '../../../../shared/money/index.ts';
import { isGivenBackStatus } from '../../../../shared/rules/index.ts';
import { moneyWords } from '../../../components/index.ts';
import { type Text, useLanguage, useText } from '../../../i18n/index.ts';
import { isOpen } from '../flow/index.ts';

/** What the cashier does with the money now: the one thing that must not go wrong. */
export function useResultTitle(payment: Payment): string {
  return resultTitle(payment, useText(), useLanguage());
}

/**
 * The title of a payment that is looked at again: what to do with the money while something is to
 * be done or left alone, and afterwards whose payment it is; null until it is read.
 */
export function usePaymentTitle(payment: Payment | undefined): string | null {
  const text = useText();
  const language = useLanguage();
  if (payment === undefined) return null;
  return isAboutMoney(payment) ? resultTitle(payment, text, language) : payment.billerName;
}

/** Money waits: for an answer, for a slip or for a hand. */
export function isAboutMoney(payment: Payment): boolean {
  return isOpen(payment) || payment.handOver === 'paper-first' || payment.handOver === 'now';
}

function resultTitle(payment: Payment, text: Text, language: Language): string {
  const write = (value: Money) => moneyWords(value, language);
  if (payment.kind === 'cash-out' || payment.kind === 'cancel') return moneyOut();
  switch (payment.state) {
    case 'sending':
      return text('pay.sending.title');
    case 'paid':
    case 'by-hand-paid': {
      if (isGivenBackStatus(payment.serviceStatus)) return text('pay.paid.givenBackTitle');
      const isGift = payment.kind === 'gift-card';
      return payment.change === null || isZero(payment.change)
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
