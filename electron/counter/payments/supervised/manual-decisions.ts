import {
  type Cashier,
  fail,
  ok,
  type Payment,
  type Result,
  type ValidatedCallInput,
} from '../../../../shared/contract/index.ts';
import type { PaymentOutcome, PaymentRecord } from '../../../ledger/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { OutcomeRecorder } from '../outcome/index.ts';
import {
  insertCashRelease,
  insertPaymentEvent,
  markCashHandedOver,
  markOutcomeSeen,
  writeManualDecision,
} from '../rows/index.ts';
import type { PaymentPorts } from '../types.ts';

/**
 * Writes the decisions that people make about a payment, each with who, when and why. Synchronous.
 */
export interface ManualDecisions {
  closePaymentByHand(
    record: PaymentRecord,
    input: ValidatedCallInput<'payments.closeByHand'>,
    people: { readonly cashier: Cashier; readonly approver: Cashier },
  ): void;
  releaseTakenCash(
    record: PaymentRecord,
    reason: string,
    people: { readonly cashier: Cashier; readonly approver: Cashier },
  ): void;
  recordCashHandedOver(record: PaymentRecord, cashier: Cashier): void;
}

export function createManualDecisions(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'cash' | 'audit' | 'paper'>,
  outcomes: OutcomeRecorder,
): ManualDecisions {
  const { database, clock, audit } = ports;

  return {
    closePaymentByHand: (record, input, { cashier, approver }) => {
      const at = toIsoTime(clock.now());
      const { intent, outcome } = record;
      const next: PaymentOutcome = {
        ...outcome,
        state: input.isPaid ? 'by-hand-paid' : 'by-hand-not-paid',
        resolvedAt: at,
        resolvedBy: 'by-hand',
        authorization: (input.isPaid && input.authorization) || outcome.authorization,
        nextLookUpAt: null,
      };
      database.commit(() => {
        writeManualDecision(database, intent.id, { by: approver.id, reason: input.reason });
        outcomes.recordOutcomeInCommit(record, next, {
          at,
          kind: 'closed-by-hand',
          detail: { reason: input.reason },
          cashierId: cashier.id,
          approvedBy: approver.id,
        });
        audit.recordInTransaction({
          kind: 'close-by-hand',
          by: cashier,
          approvedBy: approver,
          detail: {
            ...toAuditFacts(record),
            isPaid: input.isPaid,
            authorization: next.authorization,
            reason: input.reason,
          },
        });
      });
      outcomes.finishOutcomeAfterCommit(record, next);
    },
    releaseTakenCash: (record, reason, { cashier, approver }) => {
      const at = toIsoTime(clock.now());
      const intentId = record.intent.id;
      database.commit(() => {
        insertCashRelease(database, intentId, { at, by: approver.id, reason });
        insertPaymentEvent(database, {
          intentId,
          at,
          kind: 'cash-released',
          cashierId: cashier.id,
          detail: { reason },
          approvedBy: approver.id,
        });
        audit.recordInTransaction({
          kind: 'release-cash',
          by: cashier,
          approvedBy: approver,
          detail: { ...toAuditFacts(record), reason },
        });
      });
      outcomes.emitPaymentChange(intentId);
    },
    recordCashHandedOver: (record, cashier) => {
      const at = toIsoTime(clock.now());
      const intentId = record.intent.id;
      database.commit(() => {
        markCashHandedOver(database, intentId, { at, by: cashier.id });
        ports.cash.recordCashHandedOverInCommit(record.intent, cashier.id, at);
        insertPaymentEvent(database, {
          intentId,
          at,
          kind: 'handed-over',
          cashierId: cashier.id,
          detail: {},
        });
        outcomes.enqueueMissingPapersInCommit(record);
        // Mark it as seen, because after the hand-over no screen shows it to the cashier again.
        markOutcomeSeen(database, intentId, at);
      });
      ports.paper.wake();
      ports.cash.emitCashChange();
      outcomes.emitPaymentChange(intentId);
    },
  };
}

/** The fields of the payment that the audit log shows to an owner. */
function toAuditFacts({ intent }: PaymentRecord): Readonly<Record<string, unknown>> {
  return {
    paymentId: intent.id,
    externalId: intent.externalId,
    billerName: intent.billerName,
    amount: intent.amount,
  };
}

/**
 * Returns the payment if its hand-over is in the required state, a `payment-state` problem if not.
 */
export function requireHandOverState(
  payment: Payment,
  required: Payment['handOver'],
): Result<Payment> {
  return payment.handOver === required
    ? ok(payment)
    : fail({ kind: 'payment-state', state: payment.state, until: payment.nextLookUpAt });
}
