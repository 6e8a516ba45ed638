import type { PAYMENT_STATES } from './payment-states.ts';

/**
 * Whether a performed cash-out came without its regulated text, or a gift card without its code: the
 * service sends that text with its first answer only, and that answer was lost. Nothing is sent again
 * to get it.
 */
export function isTicketTextMissing(payment: {
  readonly kind: string;
  readonly state: (typeof PAYMENT_STATES)[number];
  readonly hasTicketText: boolean;
}): boolean {
  const { kind, state, hasTicketText } = payment;
  const isPerformed = state === 'paid' || state === 'by-hand-paid';
  return isPerformed && !hasTicketText && (kind === 'cash-out' || kind === 'gift-card');
}
