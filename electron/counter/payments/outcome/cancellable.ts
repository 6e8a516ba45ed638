import { toDay } from '../../../../shared/dates/index.ts';
import { isGivenBackStatus } from '../../../../shared/rules/index.ts';
import type { PaymentRecord } from '../../../ledger/index.ts';

/** Whether a payment may be taken back. Pure. */

/**
 * Paid today by the shop's calendar, known to the service by an id, and not taken back or being
 * taken back. A cash-out is not: its money has left the drawer.
 */
export function isCancellable(
  record: PaymentRecord,
  today: { readonly now: number; readonly timeZone: string },
): boolean {
  const { intent, outcome, cancelledBy, refund } = record;
  if (!['bill', 'top-up', 'gift-card'].includes(intent.kind)) return false;
  if (outcome.state !== 'paid' || outcome.authorization === null) return false;
  if (isGivenBackStatus(outcome.serviceStatus) || refund !== null) return false;
  if (cancelledBy !== null && blocksAnotherCancel(cancelledBy.state)) return false;
  const day = (at: number): string => toDay(at, today.timeZone);
  return day(Date.parse(intent.createdAt)) === day(today.now);
}

/** A cancel that was refused or not performed leaves room for another. */
function blocksAnotherCancel(state: PaymentRecord['outcome']['state']): boolean {
  return !['rejected', 'not-performed', 'by-hand-not-paid'].includes(state);
}

/** True while a cancel of it is open or has been done. */
export function isBeingCancelled(record: Pick<PaymentRecord, 'cancelledBy'>): boolean {
  return record.cancelledBy !== null && blocksAnotherCancel(record.cancelledBy.state);
}
