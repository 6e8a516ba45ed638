import { isZero, type Money } from '../money/index.ts';
import { getMoneyStatus } from './money-status.ts';
import type { PAYMENT_STATES } from './payment-states.ts';

/**
 * The cash that a customer gets back after a cash payment: the change of a paid one, all the cash of
 * one that was not made. Null if that is nothing, while the outcome is unknown, and for a payment
 * without cash of its own (a cash-out, a cancel, a payment of a basket).
 */
export function getMoneyToGive(payment: {
  readonly state: (typeof PAYMENT_STATES)[number];
  readonly cash: Money | null;
  readonly change: Money | null;
}): Money | null {
  const { state, cash, change } = payment;
  if (cash === null) return null;
  switch (getMoneyStatus({ state, isNotSent: false })) {
    case 'paid':
      return change === null || isZero(change) ? null : change;
    case 'refused':
      return isZero(cash) ? null : cash;
    default:
      return null;
  }
}
