import {
  type Approval,
  fail,
  ok,
  type Payment,
  type Result,
} from '../../../shared/contract/index.ts';
import type { PaymentRecord } from '../../ledger/index.ts';
import type { OutcomeRecording } from '../outcome/index.ts';
import type { PayingCashier, PaymentPorts, Payments } from '../types.ts';
import type { Tracking } from '../unresolved-tracking.ts';
import type { Reading } from '../view/index.ts';
import { createByHand, inHandOver } from './by-hand.ts';

/**
 * The acts besides a cancel that need a supervisor's PIN, and handing over the money. The
 * conditions are checked before the PIN, and once more after it, because hashing takes time.
 */
export function createSupervised(
  ports: PaymentPorts,
  parts: {
    readonly outcomes: OutcomeRecording;
    readonly tracking: Tracking;
    /** When the look-up under way has ended. */
    readonly lookUpEnded: (paymentId: string) => Promise<void>;
    readonly reading: Reading;
  },
): Pick<Payments, 'closeByHand' | 'releaseCash' | 'handedOver'> {
  const { found, view, viewOf, withStorage } = parts.reading;
  const byHand = createByHand(ports, parts.outcomes);

  /**
   * An act that a supervisor's PIN allows: checked before the PIN is asked and once more after it.
   */
  async function approved(
    input: { readonly paymentId: string; readonly approval: Approval },
    mayDo: (payment: Payment) => Result<Payment>,
    act: (record: PaymentRecord, approver: PayingCashier) => void,
  ): Promise<Result<Payment>> {
    const check = (): Result<PaymentRecord> => {
      const record = found(input.paymentId);
      if (!record.ok) return record;
      const may = mayDo(view(record.value));
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
      return viewOf(input.paymentId);
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
          byHand.close(record, input, { cashier, approver });
          parts.tracking.drop(record.intent.id);
        },
      ),
    releaseCash: (input, cashier) =>
      approved(
        input,
        (payment) => inHandOver(payment, 'paper-first'),
        (record, approver) => byHand.release(record, input.reason, { cashier, approver }),
      ),
    handedOver: ({ paymentId }, cashier) =>
      withStorage(() => {
        const record = found(paymentId);
        if (!record.ok) return record;
        const now = inHandOver(view(record.value), 'now');
        if (!now.ok) return now;
        byHand.handedOver(record.value, cashier);
        return viewOf(paymentId);
      }),
  };
}
