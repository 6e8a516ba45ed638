import { getMoneyStatus, isTicketTextMissing } from '../../shared/rules/index.ts';
import type { NoticeTone } from '../components/index.ts';
import { isCancelled, type PaymentStateFields } from './state-text-key.ts';

/** The tone of the notice of this state; the icon and the colour of a list follow it. */
export function getPaymentStateTone(payment: PaymentStateFields): NoticeTone {
  const { kind, state, handOver, hasTicketText = true, refund = null } = payment;
  if (refund !== null) return refund.settled === null ? 'warning' : 'info';
  if (isCancelled(payment)) return 'info';
  const isOwed = handOver === 'now' || handOver === 'paper-first';
  if (isOwed || (kind === 'gift-card' && isTicketTextMissing({ kind, state, hasTicketText })))
    return 'warning';
  switch (getMoneyStatus({ state, isNotSent: payment.isNotSent === true })) {
    case 'paid':
      return 'paid';
    case 'unknown':
      return 'unknown';
    case 'refused':
    case 'notSent':
      return 'refused';
  }
}
