import {
  fail,
  ok,
  type Payment,
  type Problem,
  type Result,
} from '../../../shared/contract/index.ts';
import {
  type PaymentRecord,
  readPayment,
  storageErrorOf,
  storageProblem,
} from '../../ledger/index.ts';
import type { BillPaymentService } from '../../service/index.ts';
import type { Tracking } from '../tracking.ts';
import type { PaymentPorts } from '../types.ts';
import { type LiveFacts, paymentView } from './views.ts';

/** A payment of the ledger, with what this run of the program knows of it. */
export interface Reading {
  found(paymentId: string): Result<PaymentRecord>;
  view(record: PaymentRecord): Payment;
  viewOf(paymentId: string): Result<Payment>;
  live(record: PaymentRecord, service: BillPaymentService | null): LiveFacts;
  /** A ledger that cannot be read or written is a problem; any other error is the program's. */
  withStorage<Value>(work: () => Result<Value>): Result<Value>;
  /** The same for work that waits. */
  withStorageLater<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>>;
  problemOf(error: unknown): Problem;
}

export function createReading(
  ports: Pick<PaymentPorts, 'database' | 'clock' | 'service' | 'settings' | 'log'>,
  parts: { readonly tracking: Tracking; readonly requestTimeout: () => number },
): Reading {
  const { database, clock, log } = ports;

  function view(record: PaymentRecord): Payment {
    return paymentView(record, live(record, ports.service()));
  }

  function live(record: PaymentRecord, service: BillPaymentService | null): LiveFacts {
    const tracked = parts.tracking.get(record.intent.id);
    return {
      isSending: tracked?.sending === 'wire',
      isIdle: !tracked || (tracked.sending === 'no' && tracked.lookingUp === null),
      correctedTime: service?.requestDate() ?? clock.now(),
      requestTimeout: parts.requestTimeout(),
      isSameVersion: service?.version === record.intent.version,
      isCancelSending:
        record.cancelledBy !== null &&
        parts.tracking.get(record.cancelledBy.paymentId)?.sending === 'wire',
      canCancel: service?.capabilities.cancel ?? false,
      now: clock.now(),
      timeZone: ports.settings().timeZone,
    };
  }

  function withStorage<Value>(work: () => Result<Value>): Result<Value> {
    try {
      return work();
    } catch (error) {
      return fail(problemOf(error));
    }
  }

  function problemOf(error: unknown): Problem {
    const storage = storageErrorOf(error, database);
    if (!storage) throw error;
    log.error({ error: storage }, 'the ledger');
    return storageProblem(storage);
  }

  function found(paymentId: string): Result<PaymentRecord> {
    const record = readPayment(database, paymentId);
    return record ? ok(record) : fail({ kind: 'not-found', what: 'payment' });
  }

  function viewOf(paymentId: string): Result<Payment> {
    const record = found(paymentId);
    return record.ok ? ok(view(record.value)) : record;
  }

  async function withStorageLater<Value>(
    work: () => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    try {
      return await work();
    } catch (error) {
      return fail(problemOf(error));
    }
  }

  return { found, view, viewOf, live, withStorage, withStorageLater, problemOf };
}
