import { fail, ok, type Payment, type Result } from '../../../shared/contract/index.ts';
import {
  createStorageGuard,
  type PaymentRecord,
  readPayment,
  type StorageGuard,
} from '../../ledger/index.ts';
import type { BillPaymentService } from '../../service/index.ts';
import type { PaymentPorts } from '../types.ts';
import type { Tracking } from '../unresolved-tracking.ts';
import { type LiveFacts, paymentView } from './views.ts';

/** A payment of the ledger, with what this run of the program knows of it. */
export interface Reading extends StorageGuard {
  found(paymentId: string): Result<PaymentRecord>;
  view(record: PaymentRecord): Payment;
  /** The same of many, all at one moment. */
  views(records: readonly PaymentRecord[]): Payment[];
  viewOf(paymentId: string): Result<Payment>;
  live(record: PaymentRecord, service: BillPaymentService | null): LiveFacts;
}

export function createReading(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'settings' | 'log'>,
  parts: { readonly tracking: Tracking; readonly requestTimeout: () => number },
): Reading {
  const { database, clock } = ports;

  function view(record: PaymentRecord): Payment {
    return paymentView(record, live(record, ports.service()));
  }

  function views(records: readonly PaymentRecord[]): Payment[] {
    const moment = momentOf(ports.service());
    return records.map((record) => paymentView(record, liveAt(moment, record)));
  }

  function live(record: PaymentRecord, service: BillPaymentService | null): LiveFacts {
    return liveAt(momentOf(service), record);
  }

  /** What holds for every payment alike: a page asks the machine for it once. */
  function momentOf(service: BillPaymentService | null) {
    return {
      version: service?.version ?? null,
      correctedTime: service?.requestDate() ?? clock.now(),
      passedTime: service?.passedTime() ?? null,
      uptime: clock.uptime(),
      requestTimeout: parts.requestTimeout(),
      canCancel: service?.capabilities.cancel ?? false,
      now: clock.now(),
      timeZone: ports.settings().timeZone,
    };
  }

  function liveAt(
    { version, ...moment }: ReturnType<typeof momentOf>,
    { intent, cancelledBy }: PaymentRecord,
  ): LiveFacts {
    const tracked = parts.tracking.get(intent.id);
    return {
      ...moment,
      isSending: tracked?.sending === 'wire',
      isIdle: !tracked || (tracked.sending === 'no' && tracked.lookingUp === null),
      quietSince: tracked?.quietSince ?? null,
      aliveUntil: tracked?.aliveUntil ?? null,
      isSameVersion: version === intent.version,
      isCancelSending:
        cancelledBy !== null && parts.tracking.get(cancelledBy.paymentId)?.sending === 'wire',
    };
  }

  function found(paymentId: string): Result<PaymentRecord> {
    const record = readPayment(database, paymentId);
    return record ? ok(record) : fail({ kind: 'not-found', what: 'payment' });
  }

  function viewOf(paymentId: string): Result<Payment> {
    const record = found(paymentId);
    return record.ok ? ok(view(record.value)) : record;
  }

  return { found, view, views, viewOf, live, ...createStorageGuard(ports) };
}
