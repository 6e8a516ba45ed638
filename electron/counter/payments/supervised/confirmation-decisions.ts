import type { Payment, PaymentState } from '../../../../shared/contract/index.ts';
import { getMoneyToGive } from '../../../../shared/rules/index.ts';
import type { PaymentOutcome } from '../../../ledger/index.ts';
import { isUnresolved } from '../outcome/index.ts';

/** What leaving a payment and confirming its outcome mean. Pure. */

/**
 * Whether the cashier who leaves the payment has seen its present outcome. `shownState` is what the
 * screen showed: an outcome that arrived while the key was pressed was not seen. A payment that is
 * being sent stays in hand.
 */
export function isSeenOnLeaving(
  outcome: PaymentOutcome,
  state: PaymentState,
  shownState: PaymentState,
): boolean {
  return state !== 'sending' && (isUnresolved(outcome) || state === shownState);
}

/**
 * `hand-over`: the pending list would otherwise ask for the money of a cancel once more.
 * `close-code`: its change was given and its paper printed when its outcome was seen.
 */
export type Confirmation = 'not-certain' | 'nothing' | 'hand-over' | 'close-code' | 'see-outcome';

export function decideConfirmation(
  outcome: PaymentOutcome,
  view: Pick<Payment, 'kind' | 'toConfirm' | 'handOver'>,
): Confirmation {
  if (isUnresolved(outcome)) return 'not-certain';
  if (view.toConfirm === 'none') return 'nothing';
  if (view.kind === 'cancel' && view.handOver === 'now') return 'hand-over';
  return view.toConfirm === 'no-code' ? 'close-code' : 'see-outcome';
}

/** Whether the drawer opens for money that goes out, unless the receipt that was queued opens it. */
export function isDrawerOpenedByConfirmation(
  view: Pick<Payment, 'toConfirm' | 'state' | 'cash' | 'change'>,
  isPaperQueued: boolean,
): boolean {
  const isOpenedByReceipt = isPaperQueued && view.toConfirm !== 'not-paid';
  return !isOpenedByReceipt && getMoneyToGive(view) !== null;
}
