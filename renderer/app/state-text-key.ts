import type { PaymentKind, PaymentState } from '../../shared/contract/index.ts';
import type { TextKey } from '../i18n/index.ts';

/** How a payment stands, in a word of its own; where money went out, it was done and not paid. */
export function getStateTextKey(payment: {
  readonly kind: PaymentKind;
  readonly state: PaymentState;
}): TextKey {
  const { kind, state } = payment;
  const isOut = kind === 'cash-out' || kind === 'cancel';
  return isOut && (state === 'paid' || state === 'by-hand-paid' || state === 'by-hand-not-paid')
    ? `history.state.${state}.${kind}`
    : `history.state.${state}`;
}
