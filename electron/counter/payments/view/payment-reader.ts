import { fail, ok, type Payment, type Result } from '../../../../shared/contract/index.ts';
import {
  createStorageGuard,
  type PaymentRecord,
  readPayment,
  type StorageGuard,
} from '../../../ledger/index.ts';
import type { PaymentTracker } from '../payment-tracker.ts';
import type { PaymentPorts } from '../types.ts';
import { type PaymentRuntimeFacts, toPaymentView } from './payment-view.ts';

/** Reads payments from the ledger, and adds the in-memory state of this run of the program. */
export interface PaymentReader extends StorageGuard {
  find(paymentId: string): Result<PaymentRecord>;
  toView(record: PaymentRecord): Payment;
  /** Converts all records with the same clock readings. */
  toViews(records: readonly PaymentRecord[]): Payment[];
  readView(paymentId: string): Result<Payment>;
  getRuntimeFacts(record: PaymentRecord): PaymentRuntimeFacts;
}

export function createPaymentReader(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'settings' | 'log'>,
  parts: { readonly tracker: PaymentTracker; readonly requestTimeoutMs: () => number },
): PaymentReader {
  const { database, clock } = ports;

  function toView(record: PaymentRecord): Payment {
    return toPaymentView(record, getRuntimeFacts(record));
  }

  function toViews(records: readonly PaymentRecord[]): Payment[] {
    const sharedFacts = readSharedFacts();
    return records.map((record) => toPaymentView(record, toRuntimeFacts(sharedFacts, record)));
  }

  function getRuntimeFacts(record: PaymentRecord): PaymentRuntimeFacts {
    return toRuntimeFacts(readSharedFacts(), record);
  }

  /** Reads the facts that are the same for every payment, so that a list reads them only once. */
  function readSharedFacts() {
    const service = ports.service();
    // The clock of payments is corrected by the service's answers.
    const now = clock.now();
    return {
      version: service?.version ?? null,
      estimatedServiceTime: now,
      certainlyPassedTime: service?.getSlowestServiceTime() ?? null,
      uptime: clock.uptime(),
      requestTimeoutMs: parts.requestTimeoutMs(),
      canCancel: service?.capabilities.hasCancel ?? false,
      now,
      timeZone: ports.settings().timeZone,
    };
  }

  function toRuntimeFacts(
    { version, ...sharedFacts }: ReturnType<typeof readSharedFacts>,
    { intent, newestCancel }: PaymentRecord,
  ): PaymentRuntimeFacts {
    const tracked = parts.tracker.getTracked(intent.id);
    return {
      ...sharedFacts,
      isSending: tracked?.sendState === 'wire',
      isIdle: !tracked || (tracked.sendState === 'no' && tracked.lookUpInFlight === null),
      quietSince: tracked?.quietSince ?? null,
      requestExpiryUptime: tracked?.requestExpiryUptime ?? null,
      isLookedUpAfterTimeout: tracked?.isLookedUpAfterTimeout ?? false,
      isServiceVersionUnchanged: version === intent.version,
      isAttended: parts.tracker.isAttended(intent.id),
      isCancelSending:
        newestCancel !== null &&
        parts.tracker.getTracked(newestCancel.paymentId)?.sendState === 'wire',
    };
  }

  function find(paymentId: string): Result<PaymentRecord> {
    const record = readPayment(database, paymentId);
    return record ? ok(record) : fail({ kind: 'not-found', what: 'payment' });
  }

  function readView(paymentId: string): Result<Payment> {
    const record = find(paymentId);
    return record.ok ? ok(toView(record.value)) : record;
  }

  return {
    find,
    toView,
    toViews,
    readView,
    getRuntimeFacts,
    ...createStorageGuard(ports),
  };
}
