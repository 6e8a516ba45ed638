import {
  type CallOutput,
  type CallReceived,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../shared/contract/index.ts';
import { maskAccount } from '../../../shared/i18n/index.ts';
import { type PaymentRecord, type RefundRow, readPayment } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { insertPaymentEvent } from '../payments/index.ts';
import { insertSettlement } from './refund-queries.ts';
import type { RowFinding } from './row-finding.ts';
import type { RefundCashier, RefundPorts, Refunds } from './types.ts';

/**
 * What is owed is settled once: its money changes hands, or a supervisor decides that none does.
 * Before money moves the row is read once more: a service may take its refund back. Where it does
 * not say so now, money moves only with a supervisor's PIN, and never where the payment stands.
 * Settlement, movement, slip, event and note are one commit, on disk before the drawer opens.
 */
export function createRefundSettlement(
  ports: Pick<RefundPorts, 'database' | 'cash' | 'audit' | 'approve' | 'view' | 'onChange'>,
  parts: {
    readonly now: () => number;
    /** What the row of the payment says at this moment. */
    readonly readRow: (paymentId: string, cashier: RefundCashier) => Promise<Result<RowFinding>>;
  },
): Pick<Refunds, 'settle' | 'decide'> {
  const { database, audit, cash } = ports;

  type Owed = { readonly record: PaymentRecord; readonly refund: RefundRow };

  function owed(paymentId: string): Result<Owed> {
    const record = readPayment(database, paymentId);
    if (!record) return fail({ kind: 'not-found', what: 'payment' });
    const { refund } = record;
    if (refund === null) return fail({ kind: 'refund', reason: 'nothing-owed' });
    if (refund.settled !== null) return fail({ kind: 'refund', reason: 'settled' });
    return ok({ record, refund });
  }

  function settleAs(
    { record, refund }: Owed,
    settled: {
      readonly how: 'handed-back' | 'taken-in' | 'decided';
      readonly cashier: RefundCashier;
      readonly approver: RefundCashier | null;
      readonly reason: string | null;
    },
  ): Result<CallOutput<'refunds.settle'>> {
    const { intent, outcome } = record;
    const { how, cashier, approver, reason } = settled;
    const at = toIsoTime(parts.now());
    const done = database.commit((): Result<string> => {
      const moved = cash.recordRefundSettledInCommit(
        {
          how,
          paymentId: intent.id,
          billerName: intent.billerName,
          account: maskAccount(intent),
          externalId: intent.externalId,
          authorization: outcome.authorization,
          paidAt: intent.createdAt,
          owedTo: refund.owedTo,
          isHandedOver: refund.isHandedOver,
          amount: refund.amount,
          fee: intent.fee,
          reason,
        },
        cashier,
        approver,
      );
      if (!moved.ok) return moved;
      insertSettlement(database, {
        paymentId: intent.id,
        how,
        at,
        shiftId: moved.value.shiftId,
        by: cashier.id,
        approvedBy: approver?.id ?? null,
        reason,
      });
      insertPaymentEvent(database, {
        intentId: intent.id,
        at,
        kind: `refund-${how}`,
        cashierId: cashier.id,
        detail: reason === null ? {} : { reason },
        ...(approver === null ? {} : { approvedBy: approver.id }),
      });
      audit.noteInCommit({
        kind: `refund-${how}`,
        by: cashier,
        approvedBy: approver,
        detail: {
          paymentId: intent.id,
          externalId: intent.externalId,
          billerName: intent.billerName,
          owedTo: refund.owedTo,
          amount: refund.amount,
          ...(reason === null ? {} : { reason }),
        },
      });
      return ok(moved.value.jobId);
    });
    if (!done.ok) return done;
    cash.emitRefundSettled();
    ports.onChange(intent.id);
    const payment = ports.view(intent.id);
    return payment.ok ? ok({ jobId: done.value, payment: payment.value }) : payment;
  }

  function movable(paymentId: string): Result<Owed> {
    const found = owed(paymentId);
    if (!found.ok) return found;
    const { refund } = found.value;
    // Cash that was not handed over cannot come back.
    const isOut = refund.owedTo === 'shop' && !refund.isHandedOver;
    return isOut ? fail<Problem>({ kind: 'refund', reason: 'not-handed-over' }) : found;
  }

  async function settle(
    { paymentId, approval }: CallReceived<'refunds.settle'>,
    cashier: RefundCashier,
  ): Promise<Result<CallOutput<'refunds.settle'>>> {
    const asked = movable(paymentId);
    if (!asked.ok) return asked;
    const approver = approval === null ? ok(null) : await ports.approve(approval);
    if (!approver.ok) return approver;
    const row = await parts.readRow(paymentId, cashier);
    const says = row.ok ? row.value.says : null;
    if (says === 'stands') return fail({ kind: 'refund', reason: 'stands' });
    if (says !== 'given-back' && approver.value === null) {
      return fail({ kind: 'refund', reason: 'not-confirmed' });
    }
    // Somebody may have settled it while the service was asked.
    const found = movable(paymentId);
    if (!found.ok) return found;
    const how = found.value.refund.owedTo === 'shop' ? 'taken-in' : 'handed-back';
    return settleAs(found.value, { how, cashier, approver: approver.value, reason: null });
  }

  async function decide(
    { paymentId, reason, approval }: CallReceived<'refunds.decide'>,
    cashier: RefundCashier,
  ): Promise<Result<CallOutput<'refunds.decide'>>> {
    const asked = owed(paymentId);
    if (!asked.ok) return asked;
    const approver = await ports.approve(approval);
    if (!approver.ok) return approver;
    // Somebody may have handed it back while the PIN was checked.
    const found = owed(paymentId);
    if (!found.ok) return found;
    return settleAs(found.value, { how: 'decided', cashier, approver: approver.value, reason });
  }

  return { settle, decide };
}
