import {
  type CallReceived,
  fail,
  ok,
  type Payment,
  type Result,
} from '../../../../shared/contract/index.ts';
import type { Intent, PaymentRecord } from '../../../ledger/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import { isBeingCancelled, type OutcomeRecorder } from '../outcome/index.ts';
import { insertEvent } from '../rows/index.ts';
import { commitIntent, type PaymentSender, type RequestSender } from '../sending/index.ts';
import type { CashierSession, PaymentCashier, PaymentPorts, Payments } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import { buildCancelIntent } from './cancel-intent.ts';

/**
 * Cancels a payment with a supervisor's PIN. The conditions are checked before the PIN, and once
 * more after it, because hashing takes time.
 */
export function createCanceller(
  ports: PaymentPorts,
  parts: {
    readonly outcomes: OutcomeRecorder;
    readonly sending: RequestSender;
    readonly reading: PaymentReader;
    readonly isEnding: () => boolean;
    readonly session: CashierSession;
    readonly afterFailedCommit: PaymentSender['handleFailedCommit'];
  },
): Pick<Payments, 'cancel'> {
  const { clock, newId } = ports;
  const { outcomes, sending } = parts;
  const { find, toView, readView, withStorage } = parts.reading;

  function toCancel(paymentId: string, cashier: PaymentCashier): Result<PaymentRecord> {
    if (parts.isEnding()) return fail({ kind: 'not-connected', reason: 'not-ready' });
    const drawer = ports.cash.canTakeMoney(cashier.id);
    if (!drawer.ok) return drawer;
    const record = find(paymentId);
    if (!record.ok || isBeingCancelled(record.value)) return record;
    const service = ports.service();
    if (!service) return fail({ kind: 'not-connected', reason: 'not-ready' });
    if (!service.capabilities.cancel) return fail({ kind: 'not-offered', what: 'cancel' });
    const seen = toView(record.value);
    return seen.mayCancel
      ? record
      : fail({ kind: 'payment-state', state: seen.state, until: null });
  }

  async function cancel(
    input: CallReceived<'payments.cancel'>,
    cashier: PaymentCashier,
  ): Promise<Result<Payment>> {
    const pressed = parts.session.currentId();
    const asked = withStorage(() => toCancel(input.paymentId, cashier));
    if (!asked.ok) return asked;
    const approver = await ports.approve(input.approval);
    if (!approver.ok) return approver;
    return withStorage(() => {
      // A condition that held before the PIN need not hold after it.
      const record = toCancel(input.paymentId, cashier);
      if (!record.ok) return record;
      const { cancelledBy } = record.value;
      if (cancelledBy !== null && isBeingCancelled(record.value)) {
        return readView(cancelledBy.paymentId);
      }
      const left = parts.session.rejectIfChanged(pressed);
      if (left !== null) return left;
      const service = ports.service();
      if (!service) return fail({ kind: 'not-connected', reason: 'not-ready' });
      const made = buildCancelIntent(
        record.value,
        service,
        {
          cashier,
          approvedBy: approver.value.id,
          reason: input.reason,
          posNumber: ports.settings().posNumber,
        },
        { newId, now: clock.now() },
      );
      return sendCancel(made, service, (intent) => {
        noteAsked(intent);
        ports.audit.noteInCommit({
          kind: 'cancel',
          by: cashier,
          approvedBy: approver.value,
          detail: {
            paymentId: record.value.intent.id,
            externalId: record.value.intent.externalId,
            cancelId: intent.id,
            billerName: intent.billerName,
            amount: intent.amount,
            reason: input.reason,
          },
        });
      });
    });
  }

  /** At the payment, too, it is to be read that it was to be taken back. Inside the commit. */
  function noteAsked({
    cancelledPaymentId,
    createdAt,
    cashierId,
    approvedBy,
    reason,
  }: Intent): void {
    if (cancelledPaymentId === null || approvedBy === null) return;
    insertEvent(ports.database, {
      intentId: cancelledPaymentId,
      at: createdAt,
      kind: 'cancel-asked',
      cashierId,
      detail: { reason },
      approvedBy,
    });
  }

  function sendCancel(
    made: ReturnType<typeof buildCancelIntent>,
    service: BillPaymentService,
    inCommit: Parameters<typeof commitIntent>[2],
  ): Result<Payment> {
    let record: PaymentRecord;
    try {
      record = commitIntent(ports, made, inCommit);
    } catch (error) {
      return parts.afterFailedCommit(made.intent.orderId, error);
    }
    void sending.send(record.intent.id, service, made.request, {
      idempotencyKey: made.intent.idempotencyKey,
      requestDate: made.requestDate,
      number: 1,
    });
    if (made.intent.cancelledPaymentId !== null)
      outcomes.emitChange(made.intent.cancelledPaymentId);
    return ok(toView(record));
  }

  return { cancel };
}
