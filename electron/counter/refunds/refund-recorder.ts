import { isGivenBackStatus } from '../../../shared/rules/index.ts';
import type { PaymentOutcome, PaymentRecord } from '../../ledger/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { insertPaymentEvent, isBeingCancelled } from '../payments/index.ts';
import {
  deleteWatch,
  insertRefund,
  insertWatch,
  readWatch,
  rescheduleWatch,
} from './refund-queries.ts';
import type { RowFinding } from './row-finding.ts';
import type { RefundCashier, RefundPorts } from './types.ts';
import { computeFirstReadAt, computeNextReadAt, computeWatchDuration } from './watch-schedule.ts';

/** Writes what a row says now. The outcome is left as it is: this is a fact of its own. */
export interface RefundRecorder {
  recordPaidInCommit(record: PaymentRecord, outcome: PaymentOutcome, at: string): void;
  /** Inside a commit. True if it is a refund that was not known. */
  recordFindingInCommit(
    record: PaymentRecord,
    finding: RowFinding,
    by: {
      readonly how: 'watch' | 'cashier' | 'comparison';
      readonly cashier: RefundCashier | null;
    },
  ): boolean;
}

/** A cancel of ours is open: its end tells what a refund means. */
const OPEN_CANCEL_DELAY_MS = 60 * 60_000;

export function createRefundRecorder(
  ports: Pick<RefundPorts, 'database' | 'catalog' | 'audit'>,
  parts: { readonly now: () => number; readonly random: () => number },
): RefundRecorder {
  const { database, audit } = ports;

  function refundInCommit(
    record: PaymentRecord,
    status: string,
    by: {
      readonly how: 'watch' | 'cashier' | 'comparison' | 'outcome';
      readonly cashier: RefundCashier | null;
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
      isHandedOver: isCashOut && handOver?.handedAt != null,
      // What the customer handed over, with the shop's fee; of a cash-out, what he was handed.
      amount: intent.due,
    });
    if (!isNew) return false;
    deleteWatch(database, intent.id);
    insertPaymentEvent(database, {
      intentId: intent.id,
      at: by.at,
      kind: 'refund-found',
      cashierId: by.cashier?.id ?? null,
      detail: { status, how: by.how },
    });
    audit.noteInCommit({
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

  return {
    recordPaidInCommit: (record, outcome, at) => {
      const { intent } = record;
      if (intent.kind === 'cancel') return;
      const status = outcome.serviceStatus;
      if (status !== null && isGivenBackStatus(status)) {
        refundInCommit(record, status, { how: 'outcome', cashier: null, at });
        return;
      }
      const hours =
        outcome.hoursToFulfill ??
        ports.catalog.biller(intent.billerId)?.biller.hoursToFulfill ??
        null;
      const length = computeWatchDuration(hours);
      if (length === null) return;
      const since = Date.parse(at);
      const endsAt = since + length;
      const nextAt = computeFirstReadAt({ since, endsAt }, parts.random());
      insertWatch(database, { paymentId: intent.id, since, endsAt, nextAt });
    },
    recordFindingInCommit: (record, finding, { how, cashier }) => {
      const { id } = record.intent;
      const now = parts.now();
      const isCancelled = isBeingCancelled(record);
      if (finding.says === 'given-back' && finding.status !== null && !isCancelled) {
        const at = toIsoTime(now);
        return refundInCommit(record, finding.status, { how, cashier, at });
      }
      const watch = readWatch(database, id);
      if (watch === null) return false;
      const next = isCancelled
        ? isCancelPerformed(record)
          ? null
          : now + OPEN_CANCEL_DELAY_MS
        : computeNextReadAt(watch, finding, now, parts.random());
      if (next === null) deleteWatch(database, id);
      else rescheduleWatch(database, id, next, !isCancelled);
      return false;
    },
  };
}

/** Our own cancel took it back: the customer's money went back by that. */
function isCancelPerformed({ cancelledBy }: PaymentRecord): boolean {
  return cancelledBy?.state === 'paid' || cancelledBy?.state === 'by-hand-paid';
}
