import {
  type Approval,
  fail,
  ok,
  type Payment,
  type Result,
} from '../../../../shared/contract/index.ts';
import type { PaymentRecord } from '../../../ledger/index.ts';
import type { OutcomeRecorder } from '../outcome/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import type { PaymentCashier, PaymentPorts, Payments } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import { createManualDecisions, requireHandOverState } from './manual-decisions.ts';

/**
 * The acts besides a cancel that need a supervisor's PIN, and handing over the money. The
 * conditions are checked before the PIN, and once more after it, because hashing takes time.
 */
export function createSupervisedActions(
  ports: PaymentPorts,
  parts: {
    readonly outcomes: OutcomeRecorder;
    readonly tracking: PaymentTracker;
    /** When the look-up under way has ended. */
    readonly lookUpEnded: (paymentId: string) => Promise<void>;
    readonly reading: PaymentReader;
  },
): Pick<Payments, 'closeByHand' | 'releaseCash' | 'handedOver'> {
  const { find, toView, readView, withStorage } = parts.reading;
  const byHand = createManualDecisions(ports, parts.outcomes);

  /**
   * An act that a supervisor's PIN allows: checked before the PIN is asked and once more after it.
   */
  async function approved(
    input: { readonly paymentId: string; readonly approval: Approval },
    mayDo: (payment: Payment) => Result<Payment>,
    act: (record: PaymentRecord, approver: PaymentCashier) => void,
  ): Promise<Result<Payment>> {
    const check = (): Result<PaymentRecord> => {
      const record = find(input.paymentId);
      if (!record.ok) return record;
      const may = mayDo(toView(record.value));
      return may.ok ? record : may;
    };
    const before = withStorage(check);
    if (!before.ok) return before;
    const approver = await ports.approve(input.approval);
    if (!approver.ok) return approver;
    await parts.lookUpEnded(input.paymentId);
    return withStorage(() => {
      const record = check();
      if (!record.ok) return record;
      act(record.value, approver.value);
      return readView(input.paymentId);
    });
  }

  return {
    closeByHand: (input, cashier) =>
      approved(
        input,
        (payment) =>
          payment.mayCloseByHand
            ? ok(payment)
            : fail({ kind: 'payment-state', state: payment.state, until: payment.certainAt }),
        (record, approver) => {
          byHand.closePayment(record, input, { cashier, approver });
          parts.tracking.delete(record.intent.id);
        },
      ),
    releaseCash: (input, cashier) =>
      approved(
        input,
        (payment) => requireHandOverState(payment, 'paper-first'),
        (record, approver) => byHand.releaseCash(record, input.reason, { cashier, approver }),
      ),
    handedOver: ({ paymentId }, cashier) =>
      withStorage(() => {
        const record = find(paymentId);
        if (!record.ok) return record;
        const now = requireHandOverState(toView(record.value), 'now');
        if (!now.ok) return now;
        byHand.recordHandedOver(record.value, cashier);
        return readView(paymentId);
      }),
  };
}
