import type { PAYMENT_STATES } from './payment-states.ts';

/** Where the customer's money for one payment is. */
export type MoneyShare = 'paid' | 'refused' | 'unknown' | 'notSent';

const SHARE_BY_STATE: Readonly<Record<(typeof PAYMENT_STATES)[number], MoneyShare>> = {
  sending: 'unknown',
  unknown: 'unknown',
  unclear: 'unknown',
  paid: 'paid',
  'by-hand-paid': 'paid',
  rejected: 'refused',
  'not-performed': 'refused',
  'by-hand-not-paid': 'refused',
};

/** `state` is null if there is no intent. `isNotSent`: no byte of the intent left the till. */
export function getMoneyShare(payment: {
  readonly state: (typeof PAYMENT_STATES)[number] | null;
  readonly isNotSent: boolean;
}): MoneyShare {
  return payment.state === null || payment.isNotSent ? 'notSent' : SHARE_BY_STATE[payment.state];
}
