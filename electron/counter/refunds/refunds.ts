import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import {
  countPaymentsWithUnsettledRefund,
  createStorageGuard,
  listPaymentsWithUnsettledRefund,
  type PaymentRecord,
  readPayment,
} from '../../ledger/index.ts';
import { yieldToEventLoop } from '../../platform/index.ts';
import type { ServiceTransaction } from '../../service/index.ts';
import { isBeingCancelled } from '../payments/index.ts';
import { findOldestRefundWatch, findPaymentIdOfTransaction } from './refund-queries.ts';
import { createRefundStateReader, type RefundStateReader } from './refund-row-reader.ts';
import { createRefundSettlement } from './refund-settlement.ts';
import { createRefundWatcher } from './refund-watcher.ts';
import {
  type ServiceTransactionState,
  toServiceTransactionState,
} from './service-transaction-state.ts';
import type { RefundPorts, RefundRowChanges, Refunds } from './types.ts';

/** Rows of a list that are handled before yielding. */
const ROW_BATCH_LIMIT = 200;

export function createRefunds(ports: RefundPorts): Refunds {
  const { database, recorder } = ports;
  const { catchStorageError, catchStorageErrorAsync } = createStorageGuard(ports);
  // The service's time, if it is known, so that a wrong clock of the till does not delay reads.
  const getServiceTime = (): number => ports.service()?.getRequestDate() ?? ports.clock.now();
  let isStopped = false;
  const rowReader = createRefundStateReader(ports, {
    recorder,
    isStopped: () => isStopped,
  });
  const watcher = createRefundWatcher(ports, {
    rowReader,
    now: getServiceTime,
    random: ports.random,
  });
  const settlement = createRefundSettlement(ports, {
    now: getServiceTime,
    readTransactionState: (paymentId, cashier) => readRow(paymentId, { how: 'cashier', cashier }),
  });

  /** Reads the row as soon as the service is connected. */
  async function readRow(
    paymentId: string,
    by: Parameters<RefundStateReader['readTransactionState']>[2],
  ): Promise<Result<ServiceTransactionState>> {
    const connected = await ports.waitForService();
    return connected.ok
      ? await rowReader.readTransactionState(connected.value, paymentId, by)
      : connected;
  }

  async function recordRows(rows: readonly ServiceTransaction[]): Promise<RefundRowChanges> {
    const newRefunds = new Map<string, ServiceTransaction>();
    const revokedRefunds = new Map<string, ServiceTransaction>();
    // A payment may have several rows, which are classified together.
    const rowsByPayment = new Map<string, [ServiceTransaction, ...ServiceTransaction[]]>();
    for (const [index, row] of rows.entries()) {
      if (index % ROW_BATCH_LIMIT === 0) await yieldToEventLoop();
      const id = findPaymentIdOfTransaction(database, row);
      if (id === null) continue;
      const paymentRows = rowsByPayment.get(id);
      if (paymentRows === undefined) rowsByPayment.set(id, [row]);
      else paymentRows.push(row);
    }
    const batches = Map.groupBy(rowsByPayment, (_, index) => Math.floor(index / ROW_BATCH_LIMIT));
    for (const batch of batches.values()) {
      if (isStopped) break;
      const changes = database.commit(() =>
        batch.map(([paymentId, paymentRows]) => recordRowsInCommit(paymentId, paymentRows)),
      );
      for (const [index, [paymentId, [row]]] of batch.entries()) {
        if (changes[index] === 'stands-again') revokedRefunds.set(paymentId, row);
        if (changes[index] === 'given-back') {
          newRefunds.set(paymentId, row);
          ports.onChange(paymentId);
        }
      }
      await yieldToEventLoop();
    }
    return { newRefunds, revokedRefunds };
  }

  /** The change that the rows of one payment report; null if there is none. */
  function recordRowsInCommit(
    paymentId: string,
    paymentRows: readonly ServiceTransaction[],
  ): 'given-back' | 'stands-again' | null {
    const record = readPayment(database, paymentId);
    if (record === null || !isRefundable(record)) return null;
    const transactionState = toServiceTransactionState(record, paymentRows);
    if (record.refund !== null) return transactionState.kind === 'stands' ? 'stands-again' : null;
    const source = { how: 'comparison', cashier: null } as const;
    const isNew = recorder.recordTransactionStateInCommit(record, transactionState, source);
    return isNew ? 'given-back' : null;
  }

  return {
    checkNow: ({ paymentId }, cashier) =>
      catchStorageErrorAsync(async () => {
        const record = readPayment(database, paymentId);
        if (!record) return fail({ kind: 'not-found', what: 'payment' });
        if (!isRefundable(record)) {
          const state = ports.getPayment(paymentId);
          return state.ok
            ? fail({ kind: 'payment-state', state: state.value.state, until: null })
            : state;
        }
        const transactionState = await readRow(paymentId, { how: 'cashier', cashier });
        if (!transactionState.ok) return transactionState;
        const payment = ports.getPayment(paymentId);
        return payment.ok ? ok({ ...transactionState.value, payment: payment.value }) : payment;
      }),
    refreshFromService: (paymentId) =>
      catchStorageErrorAsync(async () => {
        const record = readPayment(database, paymentId);
        // Only a paid payment can have a refund.
        if (!record || !isRefundable(record)) return ok(null);
        const transactionState = await readRow(paymentId, { how: 'watch', cashier: null });
        return transactionState.ok ? ok(null) : transactionState;
      }),
    unsettled: () =>
      catchStorageError(() => {
        const views = listPaymentsWithUnsettledRefund(database).map(({ intent }) =>
          ports.getPayment(intent.id),
        );
        return ok(views.flatMap((view) => (view.ok ? [view.value] : [])));
      }),
    settle: (input, cashier) => catchStorageErrorAsync(() => settlement.settle(input, cashier)),
    decide: (input, cashier) => catchStorageErrorAsync(() => settlement.decide(input, cashier)),
    getOldestWatchedPaymentAt: () => findOldestRefundWatch(database)?.since ?? null,
    recordRefundsOfTransactions: recordRows,
    isCancelledByTill: (paymentId) => {
      const record = readPayment(database, paymentId);
      return record !== null && isBeingCancelled(record);
    },
    countOwed: () => countPaymentsWithUnsettledRefund(database),
    start: watcher.start,
    wake: watcher.wake,
    stop: () => {
      isStopped = true;
      watcher.stop();
    },
  };
}

/** Whether the payment is paid and is not a cancel. */
function isRefundable({ intent, outcome }: PaymentRecord): boolean {
  const isPaid = outcome.state === 'paid' || outcome.state === 'by-hand-paid';
  return isPaid && intent.kind !== 'cancel';
}
