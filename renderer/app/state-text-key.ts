import type { HandOverState, PaymentKind, PaymentState } from '../../shared/contract/index.ts';
import { isTicketTextMissing } from '../../shared/rules/index.ts';

export interface PaymentStateFields {
  readonly kind: PaymentKind;
  readonly state: PaymentState;
  readonly handOver?: HandOverState;
  readonly hasTicketText?: boolean;
  readonly isNotSent?: boolean;
  readonly refund?: { readonly settled: unknown } | null;
  readonly cancelledBy?: { readonly state: PaymentState } | null;
}

/**
 * The text key of a payment's state; a payment that gives money out has texts of its own, also for
 * money that was not handed over yet; so has a gift card whose code did not come. A payment that was
 * refunded or cancelled later is no longer called paid.
 */
export function getPaymentStateTextKey(payment: PaymentStateFields) {
  const { kind, state, handOver, hasTicketText = true, refund = null } = payment;
  if (refund !== null)
    return refund.settled === null ? 'history.state.refund-owed' : 'history.state.refunded';
  if (isCancelled(payment)) return 'history.cancelled';
  if (payment.isNotSent === true) return 'history.state.not-sent';
  if (kind === 'gift-card' && isTicketTextMissing({ kind, state, hasTicketText })) {
    return 'history.state.no-code';
  }
  if (kind !== 'cash-out' && kind !== 'cancel') return `history.state.${state}` as const;
  if (handOver === 'now' || handOver === 'paper-first')
    return `history.state.to-hand-over.${kind}` as const;
  return state === 'paid' || state === 'by-hand-paid' || state === 'by-hand-not-paid'
    ? (`history.state.${state}.${kind}` as const)
    : (`history.state.${state}` as const);
}

export function isCancelled({ cancelledBy = null }: PaymentStateFields): boolean {
  return cancelledBy?.state === 'paid' || cancelledBy?.state === 'by-hand-paid';
}
