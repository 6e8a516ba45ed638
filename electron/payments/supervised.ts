import { type Approval, fail, ok, type Payment, type Result } from '../../shared/contract/index.ts';
import type { Intent, PaymentRecord } from '../ledger/index.ts';
import type { BillPaymentService } from '../service/index.ts';
import { createByHand, inHandOver } from './by-hand.ts';
import { isBeingCancelled, makeCancel } from './cancel.ts';
import { commitIntent } from './intent.ts';
import { insertEvent } from './payment-writes.ts';
import type { Sending } from './sending.ts';
import type { Settling } from './settling.ts';
import type { Tracking } from './tracking.ts';
import type { PayingCashier, PaymentPorts, Payments } from './types.ts';

/**
 * The acts that a supervisor's PIN allows, and the handing over of money that follows some. Each
 * is checked before the PIN is, and once more after it: hashing takes its time.
 */
export function createSupervised(
  ports: PaymentPorts,
  parts: {
    readonly settling: Settling;
    readonly sending: Sending;
    readonly tracking: Tracking;
    /** When the look-up under way has ended. */
    readonly settled: (paymentId: string) => Promise<void>;
    readonly isEnding: () => boolean;
    readonly view: (record: PaymentRecord) => Payment;
    readonly found: (paymentId: string) => Result<PaymentRecord>;
    readonly withStorage: <Value>(work: () => Result<Value>) => Result<Value>;
    readonly afterFailedCommit: (orderId: string, error: unknown) => Result<Payment>;
  },
): Pick<Payments, 'cancel' | 'closeByHand' | 'releaseCash' | 'handedOver'> {
  const { clock, newId } = ports;
  const { settling, sending, view, found, withStorage } = parts;
  const byHand = createByHand(ports, settling);

  function toCancel(paymentId: string, cashier: PayingCashier): Result<PaymentRecord> {
    if (parts.isEnding()) return fail({ kind: 'not-connected', reason: 'not-ready' });
    const drawer = ports.cash.mayTakeMoney(cashier.id);
    if (!drawer.ok) return drawer;
    const record = found(paymentId);
    if (!record.ok || isBeingCancelled(record.value)) return record;
    const service = ports.service();
    if (!service) return fail({ kind: 'not-connected', reason: 'not-ready' });
    if (!service.capabilities.cancel) return fail({ kind: 'not-offered', what: 'cancel' });
    const seen = view(record.value);
    return seen.mayCancel
      ? record
      : fail({ kind: 'payment-state', state: seen.state, until: null });
  }

  async function cancel(
    input: Parameters<Payments['cancel']>[0],
    cashier: PayingCashier,
  ): Promise<Result<Payment>> {
    const asked = withStorage(() => toCancel(input.paymentId, cashier));
    if (!asked.ok) return asked;
    const approver = await ports.approve(input.approval);
    if (!approver.ok) return approver;
    return withStorage(() => {
      // What was true before the PIN need not be true after it.
      const record = toCancel(input.paymentId, cashier);
      if (!record.ok) return record;
      const { cancelledBy } = record.value;
      if (cancelledBy !== null && isBeingCancelled(record.value)) {
        return viewOf(found(cancelledBy.paymentId));
      }
      const service = ports.service();
      if (!service) return fail({ kind: 'not-connected', reason: 'not-ready' });
      const made = makeCancel(
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
  function noteAsked({ cancels, createdAt, cashierId, approvedBy, reason }: Intent): void {
    if (cancels === null || approvedBy === null) return;
    insertEvent(ports.database, {
      intentId: cancels,
      at: createdAt,
      kind: 'cancel-asked',
      cashierId,
      detail: { reason },
      approvedBy,
    });
  }

  function sendCancel(
    made: ReturnType<typeof makeCancel>,
    service: BillPaymentService,
    inCommit: Parameters<typeof commitIntent>[2],
  ): Result<Payment> {
    let record: PaymentRecord;
    try {
      record = commitIntent(ports, made, inCommit);
    } catch (error) {
      return parts.afterFailedCommit(made.intent.orderId, error);
    }
    sending.send(record.intent.id, service, made.request, {
      idempotencyKey: made.intent.idempotencyKey,
      date: made.stamp,
      number: 1,
    });
    if (made.intent.cancels !== null) settling.changed(made.intent.cancels);
    return ok(view(record));
  }

  /** An act that a supervisor's PIN allows: checked before the PIN is asked and once more after it. */
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
    await parts.settled(input.paymentId);
    return withStorage(() => {
      const record = check();
      if (!record.ok) return record;
      act(record.value, approver.value);
      return viewOf(found(input.paymentId));
    });
  }

  function viewOf(record: Result<PaymentRecord>): Result<Payment> {
    return record.ok ? ok(view(record.value)) : record;
  }

  return {
    cancel,
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
        return viewOf(found(paymentId));
      }),
  };
}
