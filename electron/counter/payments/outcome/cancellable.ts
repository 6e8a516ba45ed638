import { toDay } from '../../../../shared/dates/index.ts';
import { isRefundedOrReversedStatus } from '../../../../shared/rules/index.ts';
import type { PaymentRecord } from '../../../ledger/index.ts';

/** Whether a payment can be cancelled. Pure. */

/**
 * True for a payment that was paid today in the shop's time zone, has an authorization of the
 * service, and is neither given back nor being cancelled. Never for a cash-out: its money has left
 * the drawer. `now` is in milliseconds since the epoch; `timeZone` is an IANA name.
 */
export function isCancellable(
  record: PaymentRecord,
  clock: { readonly now: number; readonly timeZone: string },
): boolean {
  const { intent, outcome, newestCancel, refund } = record;
  if (!['bill', 'top-up', 'gift-card'].includes(intent.kind)) return false;
  if (outcome.state !== 'paid' || outcome.authorization === null) return false;
  if (isRefundedOrReversedStatus(outcome.serviceStatus) || refund !== null) return false;
  if (newestCancel !== null && blocksAnotherCancel(newestCancel.state)) return false;
  const day = (at: number): string => toDay(at, clock.timeZone);
  return day(Date.parse(intent.createdAt)) === day(clock.now);
}

/** False for a cancel that was refused or not performed: another one may follow. */
function blocksAnotherCancel(state: PaymentRecord['outcome']['state']): boolean {
  return !['rejected', 'not-performed', 'by-hand-not-paid'].includes(state);
}

/** True while a cancel of the payment is open, and once it is performed. */
export function isBeingCancelled(record: Pick<PaymentRecord, 'newestCancel'>): boolean {
  return record.newestCancel !== null && blocksAnotherCancel(record.newestCancel.state);
}
