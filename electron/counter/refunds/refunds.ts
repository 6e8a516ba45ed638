import { fail, ok } from '../../../shared/contract/index.ts';
import {
  countOwedPayments,
  createStorageGuard,
  listOwedPayments,
  type PaymentRecord,
  readPayment,
} from '../../ledger/index.ts';
import { yieldToEventLoop } from '../../platform/index.ts';
import type { Transaction } from '../../service/index.ts';
import { isBeingCancelled } from '../payments/index.ts';
import { findOldestWatch, findPaymentIdOfRow, hasRefund, readWatch } from './refund-queries.ts';
import { createRefundRecorder } from './refund-recorder.ts';
import { createRefundRowReader } from './refund-row-reader.ts';
import { createRefundSettlement } from './refund-settlement.ts';
import { createRefundWatcher } from './refund-watcher.ts';
import { classifyRowStatus, toRowFinding } from './row-finding.ts';
import type { RefundPorts, RefundRowChanges, Refunds } from './types.ts';

/** Rows of a list between which others may run. */
const ROW_BATCH_LIMIT = 200;

export function createRefunds(ports: RefundPorts): Refunds {
  const { database } = ports;
  const { withStorage, withStorageAsync } = createStorageGuard(ports);
  const random = ports.random ?? Math.random;
  // The service's time, as well as it is known: a till whose clock is set wrong reads in time too.
  const now = (): number => ports.service()?.requestDate() ?? ports.clock.now();
  let isStopped = false;
  const recording = createRefundRecorder(ports, { now, random });
  const reading = createRefundRowReader(ports, { recording, isStopped: () => isStopped });
  const watching = createRefundWatcher(ports, { reading, now, random });
  const settling = createRefundSettlement(ports, {
    now,
    readRow: async (paymentId, cashier) => {
      const connected = await ports.waitForService();
      if (!connected.ok) return connected;
      return await reading.read(connected.value, paymentId, { how: 'cashier', cashier });
    },
  });

  async function recordRows(rows: readonly Transaction[]): Promise<RefundRowChanges> {
    const givenBack = new Map<string, Transaction>();
    const standAgain = new Map<string, Transaction>();
    // Of one payment there may be several rows: they are judged together.
    const ofPayment = new Map<string, Transaction[]>();
    for (const [place, row] of rows.entries()) {
      if (place % ROW_BATCH_LIMIT === 0) await yieldToEventLoop();
      const id = findPaymentIdOfRow(database, row);
      if (id !== null) ofPayment.set(id, [...(ofPayment.get(id) ?? []), row]);
    }
    const all = [...ofPayment];
    for (let from = 0; from < all.length && !isStopped; from += ROW_BATCH_LIMIT) {
      const found = database.commit(() =>
        all
          .slice(from, from + ROW_BATCH_LIMIT)
          .map(([paymentId, own]) => noticeInCommit(paymentId, own)),
      );
      for (const { what, paymentId, row } of found.flat()) {
        (what === 'given-back' ? givenBack : standAgain).set(paymentId, row);
        if (what === 'given-back') ports.onChange(paymentId);
      }
      await yieldToEventLoop();
    }
    return { givenBack, standAgain };
  }

  /** What one payment's rows say that is news; empty if nothing. */
  function noticeInCommit(
    paymentId: string,
    own: readonly Transaction[],
  ): { what: 'given-back' | 'stands-again'; paymentId: string; row: Transaction }[] {
    const [row] = own;
    const isTurned = own.some(({ status }) => classifyRowStatus(status) === 'given-back');
    const isWatched = readWatch(database, paymentId) !== null;
    if (!row || (!isTurned && !isWatched && !hasRefund(database, paymentId))) return [];
    const record = readPayment(database, paymentId);
    if (record === null || !isRefundable(record)) return [];
    const finding = toRowFinding(record, own);
    if (record.refund !== null) {
      return finding.says === 'stands' ? [{ what: 'stands-again', paymentId, row }] : [];
    }
    const by = { how: 'comparison', cashier: null } as const;
    const isNew = recording.recordFindingInCommit(record, finding, by);
    return isNew ? [{ what: 'given-back', paymentId, row }] : [];
  }

  return {
    recordPaidInCommit: recording.recordPaidInCommit,
    readNow: ({ paymentId }, cashier) =>
      withStorageAsync(async () => {
        const record = readPayment(database, paymentId);
        if (!record) return fail({ kind: 'not-found', what: 'payment' });
        if (!isRefundable(record)) {
          const state = ports.view(paymentId);
          return state.ok
            ? fail({ kind: 'payment-state', state: state.value.state, until: null })
            : state;
        }
        const connected = await ports.waitForService();
        if (!connected.ok) return connected;
        const read = await reading.read(connected.value, paymentId, { how: 'cashier', cashier });
        if (!read.ok) return read;
        const payment = ports.view(paymentId);
        return payment.ok ? ok({ ...read.value, payment: payment.value }) : payment;
      }),
    readAgain: (paymentId) =>
      withStorageAsync(async () => {
        const record = readPayment(database, paymentId);
        // What our own cancel took back, or may yet, is no refund.
        if (!record || !isRefundable(record)) return ok(null);
        const connected = await ports.waitForService();
        if (!connected.ok) return connected;
        const by = { how: 'watch', cashier: null } as const;
        const read = await reading.read(connected.value, paymentId, by);
        return read.ok ? ok(null) : read;
      }),
    owed: () =>
      withStorage(() => {
        const views = listOwedPayments(database).map(({ intent }) => ports.view(intent.id));
        return ok(views.flatMap((view) => (view.ok ? [view.value] : [])));
      }),
    settle: (input, cashier) => withStorageAsync(() => settling.settle(input, cashier)),
    decide: (input, cashier) => withStorageAsync(() => settling.decide(input, cashier)),
    getOldestWatchedAt: () => findOldestWatch(database)?.since ?? null,
    recordRows,
    isCancelledByTill: (paymentId) => {
      const record = readPayment(database, paymentId);
      return record !== null && isBeingCancelled(record);
    },
    countOwed: () => countOwedPayments(database),
    start: watching.start,
    wake: watching.wake,
    stop: () => {
      isStopped = true;
      watching.stop();
    },
  };
}

/** Paid, and not itself what takes a payment back. */
function isRefundable({ intent, outcome }: PaymentRecord): boolean {
  const isPaid = outcome.state === 'paid' || outcome.state === 'by-hand-paid';
  return isPaid && intent.kind !== 'cancel';
}
