import type { HandOver, PaymentKind, PaymentState } from '../../shared/contract/index.ts';
import { isTicketTextMissing } from '../../shared/rules/index.ts';
import type { TextKey } from '../i18n/index.ts';

/**
 * The text key of a payment's state; a payment that gives money out has texts of its own, also for
 * money that was not handed over yet; so has a gift card whose code did not come.
 */
export function getStateTextKey(payment: {
  readonly kind: PaymentKind;
  readonly state: PaymentState;
  readonly handOver?: HandOver;
  readonly hasTicketText?: boolean;
}): TextKey {
  const { kind, state, handOver, hasTicketText = true } = payment;
  if (kind === 'gift-card' && isTicketTextMissing({ kind, state, hasTicketText })) {
    return 'history.state.no-code';
  }
  if (kind !== 'cash-out' && kind !== 'cancel') return `history.state.${state}`;
  if (handOver === 'now' || handOver === 'paper-first') return `history.state.to-hand-over.${kind}`;
  return state === 'paid' || state === 'by-hand-paid' || state === 'by-hand-not-paid'
    ? `history.state.${state}.${kind}`
    : `history.state.${state}`;
}
