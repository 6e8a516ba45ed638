import type { PAYMENT_STATES } from './payment-states.ts';

/** Where the customer's money for one payment is. */
export type MoneyStatus = 'paid' | 'refused' | 'unknown' | 'notSent';

const STATUS_BY_STATE: Readonly<Record<(typeof PAYMENT_STATES)[number], MoneyStatus>> = {
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
export function getMoneyStatus(payment: {
  readonly state: (typeof PAYMENT_STATES)[number] | null;
  readonly isNotSent: boolean;
}): MoneyStatus {
  return payment.state === null || payment.isNotSent ? 'notSent' : STATUS_BY_STATE[payment.state];
}
