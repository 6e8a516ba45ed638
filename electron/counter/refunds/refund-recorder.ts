import { isRefundedOrReversedStatus } from '../../../shared/rules/index.ts';
import type { AuditPerson } from '../../ledger/audit/index.ts';
import type { PaymentRecord } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { insertPaymentEvent } from '../payments/index.ts';
import { decideOnRow, type RowDecision } from './refund-decisions.ts';
import {
  deleteRefundWatch,
  insertRefund,
  insertRefundWatch,
  type RefundWatch,
  readRefundWatch,
  rescheduleRefundWatch,
} from './refund-queries.ts';
import type { ServiceTransactionState } from './service-transaction-state.ts';
import type { RefundPorts, RefundRecorder } from './types.ts';
import {
  computeFirstRefundReadAt,
  computeNextRefundReadAt,
  computeRefundWatchDurationMs,
} from './watch-schedule.ts';

/** The delay while a cancel of this till is open, whose outcome decides what a refund means. */
const OPEN_CANCEL_DELAY_MS = 60 * 60_000;

export function createRefundRecorder(
  ports: Pick<RefundPorts, 'database' | 'catalog' | 'audit' | 'random'> & {
    /** The service's time in milliseconds, if it is known. */
    readonly now: () => number;
  },
): RefundRecorder {
  const { database, audit, random } = ports;

  function recordRefundInCommit(
    record: PaymentRecord,
    status: string,
    by: {
      readonly how: 'watch' | 'cashier' | 'comparison' | 'outcome';
      readonly cashier: AuditPerson | null;
      readonly at: string;
    },
  ): boolean {
    const { intent, handOver } = record;
    const isCashOut = intent.kind === 'cash-out';
    const isNew = insertRefund(database, {
      paymentId: intent.id,
      foundAt: by.at,
      foundBy: by.how,
      serviceStatus: status,
      owedTo: isCashOut ? 'shop' : 'customer',
      isHandedOver: handOver?.handedAt != null,
      // The amount paid by the customer, with the shop's fee; for a cash-out, the amount handed over.
      amount: intent.due,
    });
    if (!isNew) return false;
    deleteRefundWatch(database, intent.id);
    insertPaymentEvent(database, {
      intentId: intent.id,
      at: by.at,
      kind: 'refund-found',
      cashierId: by.cashier?.id ?? null,
      detail: { status, how: by.how },
    });
    audit.recordInTransaction({
      kind: 'refund-found',
      by: by.cashier,
      detail: {
        paymentId: intent.id,
        externalId: intent.externalId,
        billerName: intent.billerName,
        status,
        owedTo: isCashOut ? 'shop' : 'customer',
        amount: intent.due,
      },
    });
    return true;
  }

  function computeNextReadAt(
    decision: Exclude<RowDecision, { kind: 'record-refund' }>,
    watch: RefundWatch,
    transactionState: ServiceTransactionState,
    now: number,
  ): number | null {
    if (decision.kind === 'cancelled') return null;
    if (decision.kind === 'wait-for-cancel') return now + OPEN_CANCEL_DELAY_MS;
    return computeNextRefundReadAt(watch, transactionState, now, random());
  }

  return {
    startRefundWatchInCommit: (record, outcome, at) => {
      const { intent } = record;
      if (intent.kind === 'cancel') return;
      const status = outcome.serviceStatus;
      if (status !== null && isRefundedOrReversedStatus(status)) {
        recordRefundInCommit(record, status, { how: 'outcome', cashier: null, at });
        return;
      }
      const hours =
        outcome.hoursToFulfill ??
        ports.catalog.biller(intent.billerId)?.biller.hoursToFulfill ??
        null;
      const duration = computeRefundWatchDurationMs(hours);
      if (duration === null) return;
      const since = Date.parse(at);
      const endsAt = since + duration;
      const nextAt = computeFirstRefundReadAt({ since, endsAt }, random());
      insertRefundWatch(database, { paymentId: intent.id, since, endsAt, nextAt });
    },
    recordTransactionStateInCommit: (record, transactionState, { how, cashier }) => {
      const { id } = record.intent;
      const now = ports.now();
      const decision = decideOnRow(record, transactionState);
      if (decision.kind === 'record-refund') {
        const at = toIsoTime(now);
        return recordRefundInCommit(record, decision.status, { how, cashier, at });
      }
      const watch = readRefundWatch(database, id);
      if (watch === null) return false;
      const nextReadAt = computeNextReadAt(decision, watch, transactionState, now);
      if (nextReadAt === null) deleteRefundWatch(database, id);
      else rescheduleRefundWatch(database, id, nextReadAt, decision.kind === 'watch');
      return false;
    },
  };
}
