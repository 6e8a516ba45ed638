import {
  type CallOutput,
  fail,
  ok,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { maskAccount } from '../../../shared/i18n/index.ts';
import type { AuditPerson } from '../../ledger/audit/index.ts';
import { type PaymentRecord, type RefundWithSettlement, readPayment } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { insertPaymentEvent } from '../payments/index.ts';
import {
  findDecisionObstacle,
  findRowObstacle,
  findSettlementObstacle,
  type SettlementObstacle,
} from './refund-decisions.ts';
import { insertRefundSettlement } from './refund-queries.ts';
import type { ServiceTransactionState } from './service-transaction-state.ts';
import type { RefundPorts, Refunds } from './types.ts';

/**
 * Settles an owed refund once: its cash changes hands, or a supervisor decides that none does. The
 * row is read again before cash moves, because the service may revoke its refund. If the row does not
 * confirm the refund, cash moves only with a supervisor's PIN, and never if the row says that the
 * payment stands. Settlement, movement, slip, event and audit note are one commit, on disk before the
 * drawer opens.
 */
export function createRefundSettlement(
  ports: Pick<RefundPorts, 'database' | 'cash' | 'audit' | 'approve' | 'getPayment' | 'onChange'>,
  parts: {
    readonly now: () => number;
    /** Reads the payment's row now. */
    readonly readTransactionState: (
      paymentId: string,
      cashier: AuditPerson,
    ) => Promise<Result<ServiceTransactionState>>;
  },
): Pick<Refunds, 'settle' | 'decide'> {
  const { database, audit, cash } = ports;

  type OwedRefund = { readonly record: PaymentRecord; readonly refund: RefundWithSettlement };

  function findOwedRefund(
    paymentId: string,
    findObstacle: (refund: RefundWithSettlement | null) => SettlementObstacle | null,
  ): Result<OwedRefund> {
    const record = readPayment(database, paymentId);
    if (!record) return fail({ kind: 'not-found', what: 'payment' });
    const { refund } = record;
    const obstacle = findObstacle(refund);
    return refund === null || obstacle !== null
      ? fail({ kind: 'refund', reason: obstacle ?? 'nothing-owed' })
      : ok({ record, refund });
  }

  function recordSettlement(
    { record, refund }: OwedRefund,
    details: {
      readonly how: 'handed-back' | 'taken-in' | 'decided';
      readonly cashier: AuditPerson;
      readonly approver: AuditPerson | null;
      readonly reason: string | null;
    },
  ): Result<CallOutput<'refunds.settle'>> {
    const { intent, outcome } = record;
    const { how, cashier, approver, reason } = details;
    const at = toIsoTime(parts.now());
    const result = database.commit((): Result<string> => {
      const movement = cash.recordRefundSettledInCommit(
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
      if (!movement.ok) return movement;
      insertRefundSettlement(database, {
        paymentId: intent.id,
        how,
        at,
        shiftId: movement.value.shiftId,
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
      audit.recordInTransaction({
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
      return ok(movement.value.jobId);
    });
    if (!result.ok) return result;
    cash.emitRefundSettled();
    ports.onChange(intent.id);
    const payment = ports.getPayment(intent.id);
    return payment.ok ? ok({ jobId: result.value, payment: payment.value }) : payment;
  }

  async function settle(
    { paymentId, approval }: ValidatedCallInput<'refunds.settle'>,
    cashier: AuditPerson,
  ): Promise<Result<CallOutput<'refunds.settle'>>> {
    const owedBefore = findOwedRefund(paymentId, findSettlementObstacle);
    if (!owedBefore.ok) return owedBefore;
    const approver =
      approval === null ? ok(null) : await ports.approve('settle-unconfirmed-refund', approval);
    if (!approver.ok) return approver;
    const row = await parts.readTransactionState(paymentId, cashier);
    const obstacle = findRowObstacle(row.ok ? row.value.kind : null, approver.value !== null);
    if (obstacle !== null) return fail({ kind: 'refund', reason: obstacle });
    // The refund may have been settled during the request.
    const owedNow = findOwedRefund(paymentId, findSettlementObstacle);
    if (!owedNow.ok) return owedNow;
    const how = owedNow.value.refund.owedTo === 'shop' ? 'taken-in' : 'handed-back';
    return recordSettlement(owedNow.value, {
      how,
      cashier,
      approver: approver.value,
      reason: null,
    });
  }

  async function decide(
    { paymentId, reason, approval }: ValidatedCallInput<'refunds.decide'>,
    cashier: AuditPerson,
  ): Promise<Result<CallOutput<'refunds.decide'>>> {
    const owedBefore = findOwedRefund(paymentId, findDecisionObstacle);
    if (!owedBefore.ok) return owedBefore;
    const approver = await ports.approve('decide-refund', approval);
    if (!approver.ok) return approver;
    // The refund may have been settled while the PIN was checked.
    const owedNow = findOwedRefund(paymentId, findDecisionObstacle);
    if (!owedNow.ok) return owedNow;
    return recordSettlement(owedNow.value, {
      how: 'decided',
      cashier,
      approver: approver.value,
      reason,
    });
  }

  return { settle, decide };
}
