import { isGivenBackStatus } from '../../../shared/codes/index.ts';
import { assertNever, type Payment } from '../../../shared/contract/index.ts';
import { isZero, type Money } from '../../../shared/money/index.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { moneyWords } from './money-words.ts';

/** What the cashier does with the money now: the one thing that must not go wrong. */
export function useResultTitle(payment: Payment): string {
  const text = useText();
  const language = useLanguage();
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
