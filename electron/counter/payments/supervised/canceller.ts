import {
  type Cashier,
  fail,
  ok,
  type Payment,
  type Result,
  type ValidatedCallInput,
} from '../../../../shared/contract/index.ts';
import type { Intent, PaymentRecord } from '../../../ledger/index.ts';
import type { BillPaymentService } from '../../../service/index.ts';
import { isBeingCancelled, type OutcomeRecorder } from '../outcome/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import { insertPaymentEvent } from '../rows/index.ts';
import { commitIntent, type PaymentSender, type RequestSender } from '../sending/index.ts';
import type { CashierSession, PaymentPorts, Payments } from '../types.ts';
import type { PaymentReader } from '../view/index.ts';
import { buildCancelIntent } from './cancel-intent.ts';

/**
 * Cancels a payment with a supervisor's PIN. The conditions are checked before the PIN and again
 * after it, because hashing takes time.
 */
export function createPaymentCanceller(
  ports: PaymentPorts,
  parts: {
    readonly outcomes: OutcomeRecorder;
    readonly requestSender: RequestSender;
    readonly reader: PaymentReader;
    readonly tracker: Pick<PaymentTracker, 'markAttended'>;
    readonly isEnding: () => boolean;
    readonly session: CashierSession;
    readonly handleFailedCommit: PaymentSender['handleFailedCommit'];
  },
): Pick<Payments, 'cancel'> {
  const { clock, createId } = ports;
  const { outcomes, requestSender } = parts;
  const { find, toView, readView, catchStorageError } = parts.reader;

  function checkCancellable(paymentId: string, cashier: Cashier): Result<PaymentRecord> {
    if (parts.isEnding()) return fail({ kind: 'not-connected', reason: 'not-ready' });
    const drawer = ports.cash.checkCanTakeMoney(cashier.id);
    if (!drawer.ok) return drawer;
    const record = find(paymentId);
    if (!record.ok || isBeingCancelled(record.value)) return record;
    const service = ports.service();
    if (!service) return fail({ kind: 'not-connected', reason: 'not-ready' });
    if (!service.capabilities.hasCancel) return fail({ kind: 'not-offered', what: 'cancel' });
    const view = toView(record.value);
    return view.canCancel
      ? record
      : fail({ kind: 'payment-state', state: view.state, until: null });
  }

  async function cancel(
    input: ValidatedCallInput<'payments.cancel'>,
    cashier: Cashier,
  ): Promise<Result<Payment>> {
    const sessionAtKeyPress = parts.session.getSessionId();
    const before = catchStorageError(() => checkCancellable(input.paymentId, cashier));
    if (!before.ok) return before;
    const approver = await ports.approve('cancel', input.approval);
    if (!approver.ok) return approver;
    return catchStorageError(() => {
      // The conditions may have changed while the PIN was checked.
      const record = checkCancellable(input.paymentId, cashier);
      if (!record.ok) return record;
      const { newestCancel } = record.value;
      if (newestCancel !== null && isBeingCancelled(record.value)) {
        return readView(newestCancel.paymentId);
      }
      const sessionProblem = parts.session.rejectIfChanged(sessionAtKeyPress);
      if (sessionProblem !== null) return sessionProblem;
      const service = ports.service();
      if (!service) return fail({ kind: 'not-connected', reason: 'not-ready' });
      const cancelIntent = buildCancelIntent(
        record.value,
        service,
        {
          cashier,
          approvedBy: approver.value.id,
          reason: input.reason,
          posNumber: ports.settings().posNumber,
        },
        { createId, now: clock.now() },
      );
      return sendCancel(cancelIntent, service, (intent) => {
        insertCancelAskedEvent(intent);
        ports.audit.recordInTransaction({
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

  /** Records the cancel at the original payment as well. Call it inside the commit. */
  function insertCancelAskedEvent({
    cancelledPaymentId,
    createdAt,
    cashierId,
    approvedBy,
    reason,
  }: Intent): void {
    if (cancelledPaymentId === null || approvedBy === null) return;
    insertPaymentEvent(ports.database, {
      intentId: cancelledPaymentId,
      at: createdAt,
      kind: 'cancel-asked',
      cashierId,
      detail: { reason },
      approvedBy,
    });
  }

  function sendCancel(
    cancelIntent: ReturnType<typeof buildCancelIntent>,
    service: BillPaymentService,
    inCommit: Parameters<typeof commitIntent>[2],
  ): Result<Payment> {
    let record: PaymentRecord;
    try {
      record = commitIntent(ports, cancelIntent, inCommit);
    } catch (error) {
      return parts.handleFailedCommit(cancelIntent.intent.orderId, error);
    }
    parts.tracker.markAttended(record.intent.id);
    void requestSender.sendRequest(record.intent.id, service, cancelIntent.request, {
      idempotencyKey: cancelIntent.intent.idempotencyKey,
      requestDate: cancelIntent.requestDate,
      number: 1,
    });
    if (cancelIntent.intent.cancelledPaymentId !== null)
      outcomes.emitPaymentChange(cancelIntent.intent.cancelledPaymentId);
    return ok(toView(record));
  }

  return { cancel };
}
