import type { PaymentKind, PaymentState } from '../../shared/contract/index.ts';
import type { TextKey } from '../i18n/index.ts';

/** The text key of a payment's state; a payment that gives money out has texts of its own. */
export function getStateTextKey(payment: {
  readonly kind: PaymentKind;
  readonly state: PaymentState;
}): TextKey {
  const { kind, state } = payment;
  const isMoneyOut = kind === 'cash-out' || kind === 'cancel';
  return isMoneyOut &&
    (state === 'paid' || state === 'by-hand-paid' || state === 'by-hand-not-paid')
    ? `history.state.${state}.${kind}`
    : `history.state.${state}`;
}
