import {
  type CallReceived,
  fail,
  ok,
  type Payment,
  type Result,
} from '../../../shared/contract/index.ts';
import type { PaymentOutcome, PaymentRecord } from '../../ledger/index.ts';
import { isoTime } from '../../platform/index.ts';
import type { OutcomeRecording } from '../outcome/index.ts';
import { insertEvent, insertRelease, markHandedOver, markSeen, noteByHand } from '../rows/index.ts';
import type { PayingCashier, PaymentPorts } from '../types.ts';

/**
 * Decisions that people make about a payment, each recorded with who, when and why. Synchronous.
 */
export interface ByHand {
  close(
    record: PaymentRecord,
    input: CallReceived<'payments.closeByHand'>,
    people: { readonly cashier: PayingCashier; readonly approver: PayingCashier },
  ): void;
  release(
    record: PaymentRecord,
    reason: string,
    people: { readonly cashier: PayingCashier; readonly approver: PayingCashier },
  ): void;
  handedOver(record: PaymentRecord, cashier: PayingCashier): void;
}

export function createByHand(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'cash' | 'audit'>,
  outcomes: OutcomeRecording,
): ByHand {
  const { database, clock, audit } = ports;

  return {
    close: (record, input, { cashier, approver }) => {
      const at = isoTime(clock.now());
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
        noteByHand(database, intent.id, { by: approver.id, reason: input.reason });
        outcomes.recordOutcomeInCommit(record, next, {
          at,
          kind: 'closed-by-hand',
          detail: { reason: input.reason },
          cashierId: cashier.id,
          approvedBy: approver.id,
        });
        audit.noteInCommit({
          kind: 'close-by-hand',
          by: cashier,
          approvedBy: approver,
          detail: {
            ...factsOf(record),
            isPaid: input.isPaid,
            authorization: next.authorization,
            reason: input.reason,
          },
        });
      });
      outcomes.afterCommit(record, next);
    },
    release: (record, reason, { cashier, approver }) => {
      const at = isoTime(clock.now());
      const intentId = record.intent.id;
      database.commit(() => {
        insertRelease(database, intentId, { at, by: approver.id, reason });
        insertEvent(database, {
          intentId,
          at,
          kind: 'cash-released',
          cashierId: cashier.id,
          detail: { reason },
          approvedBy: approver.id,
        });
        audit.noteInCommit({
          kind: 'release-cash',
          by: cashier,
          approvedBy: approver,
          detail: { ...factsOf(record), reason },
        });
      });
      outcomes.changed(intentId);
    },
    handedOver: (record, cashier) => {
      const at = isoTime(clock.now());
      const intentId = record.intent.id;
      database.commit(() => {
        markHandedOver(database, intentId, { at, by: cashier.id });
        ports.cash.handedOverInCommit(record.intent, cashier.id, at);
        insertEvent(database, {
          intentId,
          at,
          kind: 'handed-over',
          cashierId: cashier.id,
          detail: {},
        });
        // With its money handed over it is in nobody's hand: nothing leads the cashier back to it.
        markSeen(database, intentId, at);
      });
      ports.cash.changed();
      outcomes.changed(intentId);
    },
  };
}

/** What the audit log shows an owner of the payment concerned. */
function factsOf({ intent }: PaymentRecord): Readonly<Record<string, unknown>> {
  return {
    paymentId: intent.id,
    externalId: intent.externalId,
    billerName: intent.billerName,
    amount: intent.amount,
  };
}

/** An act that is allowed in only one state of the hand-over. */
export function inHandOver(payment: Payment, needed: Payment['handOver']): Result<Payment> {
  return payment.handOver === needed
    ? ok(payment)
    : fail({ kind: 'payment-state', state: payment.state, until: payment.nextLookUpAt });
}
