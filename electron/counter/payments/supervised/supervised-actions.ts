import {
  type Approval,
  type Cashier,
  fail,
  ok,
  type Payment,
  type Permission,
  type Result,
} from '../../../../shared/contract/index.ts';
import type { PaymentRecord } from '../../../ledger/index.ts';
import type { OutcomeRecorder } from '../outcome/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import type { PaymentPorts, Payments } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import { createManualDecisions, requireHandOverState } from './manual-decisions.ts';

/**
 * The actions other than a cancel that need a supervisor's PIN, and the hand-over of money. The
 * conditions are checked before the PIN and again after it, because hashing takes time.
 */
export function createSupervisedActions(
  ports: PaymentPorts,
  parts: {
    readonly outcomes: OutcomeRecorder;
    readonly tracker: PaymentTracker;
    /** Resolves when the look-up in flight ends. */
    readonly waitForLookUp: (paymentId: string) => Promise<void>;
    readonly reader: PaymentReader;
  },
): Pick<Payments, 'closeByHand' | 'releaseCash' | 'confirmHandOver'> {
  const { find, toView, readView, catchStorageError } = parts.reader;
  const decisions = createManualDecisions(ports, parts.outcomes);

  /** Runs `act` if the conditions hold before and after the check of the supervisor's PIN. */
  async function runApproved(
    permission: Permission,
    input: { readonly paymentId: string; readonly approval: Approval },
    checkState: (payment: Payment) => Result<Payment>,
    act: (record: PaymentRecord, approver: Cashier) => void,
  ): Promise<Result<Payment>> {
    const check = (): Result<PaymentRecord> => {
      const record = find(input.paymentId);
      if (!record.ok) return record;
      const checked = checkState(toView(record.value));
      return checked.ok ? record : checked;
    };
    const before = catchStorageError(check);
    if (!before.ok) return before;
    const approver = await ports.approve(permission, input.approval);
    if (!approver.ok) return approver;
    await parts.waitForLookUp(input.paymentId);
    return catchStorageError(() => {
      const record = check();
      if (!record.ok) return record;
      act(record.value, approver.value);
      return readView(input.paymentId);
    });
  }

  return {
    closeByHand: (input, cashier) =>
      runApproved(
        'close-by-hand',
        input,
        (payment) =>
          payment.canCloseByHand
            ? ok(payment)
            : fail({ kind: 'payment-state', state: payment.state, until: payment.certainAt }),
        (record, approver) => {
          decisions.closePaymentByHand(record, input, { cashier, approver });
          parts.tracker.stopTracking(record.intent.id);
        },
      ),
    releaseCash: (input, cashier) =>
      runApproved(
        'release-cash',
        input,
        (payment) => requireHandOverState(payment, 'paper-first'),
        (record, approver) =>
          decisions.releaseTakenCash(record, input.reason, { cashier, approver }),
      ),
    confirmHandOver: ({ paymentId }, cashier) =>
      catchStorageError(() => {
        const record = find(paymentId);
        if (!record.ok) return record;
        const ready = requireHandOverState(toView(record.value), 'now');
        if (!ready.ok) return ready;
        const { intent } = record.value;
        // A supervisor who approved the payment out vouches for the cash.
        const cashCheck =
          intent.approvedBy === null
            ? ports.cash.checkCanHandOutCash(cashier.id, intent.due, intent.id)
            : ready;
        if (!cashCheck.ok) return cashCheck;
        decisions.recordCashHandedOver(record.value, cashier);
        return readView(paymentId);
      }),
  };
}
