import { fail, ok, type Payment, type Problem, type Result } from '../../shared/contract/index.ts';
import {
  openPayments,
  type PaymentRecord,
  pendingHandOvers,
  readPayment,
  storageErrorOf,
  storageProblem,
} from '../ledger/index.ts';
import { type Clock, createExpiringMap, isoTime } from '../platform/index.ts';
import type { BillPaymentService } from '../service/index.ts';
import { createBalances } from './balances.ts';
import { maySendAgain } from './conclusion.ts';
import { checkBeforePaying, commitIntent, makeIntent, paidOrder } from './intent.ts';
import { createCounter, type KeptOrder } from './order.ts';
import { isOpen } from './outcome.ts';
import {
  newestUnseen,
  readPaymentOfOrder,
  readPayments,
  recentPayments,
  warmPaymentReads,
} from './payment-reads.ts';
import {
  insertEvent,
  insertSend,
  markSeen,
  updateOpenOutcome,
  warmPayments,
} from './payment-writes.ts';
import { createResolver } from './resolver.ts';
import { createSending } from './sending.ts';
import { createSettling } from './settling.ts';
import { createSupervised } from './supervised.ts';
import { createTracking } from './tracking.ts';
import type { PayingCashier, PaymentPorts, Payments } from './types.ts';
import { type LiveFacts, paymentView } from './views.ts';
import { createWalkIn } from './walk-in.ts';

const ORDER_LIFE = 15 * 60_000;
const REQUEST_TIMEOUT = 60_000;

export function createPayments(given: PaymentPorts): Payments {
  // Every time that is kept is the service's, as well as it is known: a till whose clock is set
  // wrong, or set right, must still know which payment came within the hour of another.
  const clock: Clock = {
    ...given.clock,
    now: () => given.service()?.stamp() ?? given.clock.now(),
  };
  const ports: PaymentPorts = { ...given, clock };
  const { database, newId, log } = ports;
  const requestTimeout = ports.requestTimeout ?? (() => REQUEST_TIMEOUT);
  let isEnding = false;
  let stopped = false;
  const isStopped = (): boolean => stopped;

  const tracking = createTracking();
  const walkIn = createWalkIn(ports);
  const balances = createBalances(clock);
  const counter = createCounter(ports, balances, walkIn);
  const orders = createExpiringMap<KeptOrder>(clock, ORDER_LIFE);
  const settling = createSettling(ports, walkIn);
  const resolver = createResolver(ports, {
    settling,
    tracking,
    isStopped,
    random: ports.random ?? Math.random,
    requestTimeout,
  });
  const sending = createSending(ports, {
    settling,
    tracking,
    isStopped,
    requestTimeout,
    resolve: resolver.begin,
  });
  const supervised = createSupervised(ports, {
    settling,
    sending,
    tracking,
    settled: resolver.settled,
    isEnding: () => isEnding,
    view,
    found,
    withStorage,
    afterFailedCommit,
  });
  warmPayments(database);
  warmPaymentReads(database);

  function view(record: PaymentRecord): Payment {
    return paymentView(record, live(record, ports.service()));
  }

  function live(record: PaymentRecord, service: BillPaymentService | null): LiveFacts {
    const tracked = tracking.get(record.intent.id);
    return {
      isSending: tracked?.sending === 'wire',
      isIdle: !tracked || (tracked.sending === 'no' && tracked.lookingUp === null),
      correctedTime: service?.stamp() ?? clock.now(),
      requestTimeout: requestTimeout(),
      isSameVersion: service?.version === record.intent.version,
      isCancelSending:
        record.cancelledBy !== null &&
        tracking.get(record.cancelledBy.paymentId)?.sending === 'wire',
      canCancel: service?.capabilities.cancel ?? false,
      now: clock.now(),
      timeZone: ports.settings().timeZone,
    };
  }

  /** A ledger that cannot be read or written is a problem; any other error is the program's. */
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

  /** Money goes out only over a printer that can print the slip. */
  async function payOut(
    input: Parameters<Payments['pay']>[0],
    cashier: PayingCashier,
  ): Promise<Result<Payment>> {
    try {
      const paper = await ports.paper.readyNow();
      return paper.ok ? withStorage(() => pay(input, cashier)) : paper;
    } catch (error) {
      return fail(problemOf(error));
    }
  }

  function pay(input: Parameters<Payments['pay']>[0], cashier: PayingCashier): Result<Payment> {
    // Nobody would record the answer.
    if (isEnding) return fail({ kind: 'not-connected', reason: 'not-ready' });
    const now = clock.now();
    const kept = orders.get(input.orderId);
    if (!kept || kept.cashierId !== cashier.id || kept.service !== ports.service()) {
      const paid = paidOrder(readPaymentOfOrder(database, input.orderId));
      return paid.ok ? ok(view(paid.value)) : paid;
    }
    const drawer = ports.cash.mayTakeMoney(cashier.id);
    if (!drawer.ok) return drawer;
    const tender = checkBeforePaying(database, kept, input, now);
    if (!tender.ok) return tender;
    const made = makeIntent(kept, tender.value, cashier, {
      id: newId(),
      now,
      stamp: kept.service.stamp(),
    });
    let record: PaymentRecord;
    try {
      record = commitIntent(ports, made);
    } catch (error) {
      return afterFailedCommit(input.orderId, error);
    }
    // From here nothing may come between the commit and the first byte.
    sending.send(record.intent.id, kept.service, kept.request, {
      idempotencyKey: kept.idempotencyKey,
      date: made.stamp,
      number: 1,
    });
    orders.delete(input.orderId);
    return ok(view(record));
  }

  /**
   * Nothing was sent. A commit that failed may still be on disk, and so may an earlier press of
   * the same order: such a payment is unknown, and is looked up like any other.
   */
  function afterFailedCommit(orderId: string, error: unknown): Result<Payment> {
    const record = readPaymentOfOrder(database, orderId);
    if (!record) return fail(problemOf(error));
    log.error({ error, paymentId: record.intent.id }, 'an intent was there already');
    orders.delete(orderId);
    if (!tracking.get(record.intent.id)) resolver.begin(record.intent.id);
    return ok(view(record));
  }

  async function sendAgain(paymentId: string, cashier: PayingCashier): Promise<Result<Payment>> {
    // A look-up under way may bring the answer; a send and a look-up never overlap.
    await resolver.settled(paymentId);
    return withStorage(() => {
      if (isEnding) return fail({ kind: 'not-connected', reason: 'not-ready' });
      const record = found(paymentId);
      if (!record.ok) return record;
      if (tracking.get(paymentId)?.sending === 'wire') return ok(view(record.value));
      const service = ports.service();
      if (!service) return fail({ kind: 'not-connected', reason: 'not-ready' });
      const facts = live(record.value, service);
      if (!facts.isIdle || !facts.isSameVersion || !maySendAgain(record.value, facts)) {
        return fail(notNow(record.value));
      }
      sendOnceMore(record.value, service, cashier);
      return viewOf(paymentId);
    });
  }

  function notNow(record: PaymentRecord): Problem {
    const seen = view(record);
    return { kind: 'payment-state', state: seen.state, until: seen.nextLookUpAt };
  }

  function sendOnceMore(
    record: PaymentRecord,
    service: BillPaymentService,
    cashier: PayingCashier,
  ): void {
    const { intent, outcome, sends } = record;
    const number = Math.max(...sends.map((send) => send.number)) + 1;
    const stamp = service.stamp();
    const at = isoTime(clock.now());
    const body = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(intent.body);
    database.commit(() => {
      insertSend(database, {
        intentId: intent.id,
        number,
        requestDate: isoTime(stamp),
        startedAt: at,
        cashierId: cashier.id,
      });
      updateOpenOutcome(database, intent.id, { ...outcome, state: 'sent', nextLookUpAt: null });
      insertEvent(database, {
        intentId: intent.id,
        at,
        kind: 'sent-again',
        cashierId: cashier.id,
        detail: { send: number, requestDate: isoTime(stamp) },
      });
    });
    sending.send(
      intent.id,
      service,
      { method: 'POST', target: intent.target, body },
      { idempotencyKey: intent.idempotencyKey, date: stamp, number },
    );
    resolver.pauseFor(intent.id);
    settling.changed(intent.id);
  }

  async function lookUpNow(paymentId: string): Promise<Result<Payment>> {
    const record = withStorage(() => found(paymentId));
    if (!record.ok) return record;
    if (isOpen(record.value.outcome)) {
      if (ports.service() === null) {
        const connected = await ports.connected();
        if (!connected.ok) return connected;
      }
      const looked = await resolver.lookUpNow(paymentId);
      if (!looked.ok) return looked;
    }
    return withStorage(() => viewOf(paymentId));
  }

  return {
    consult: async (input) => {
      try {
        return await counter.consult(input);
      } catch (error) {
        return fail(problemOf(error));
      }
    },
    checkAccount: (input) =>
      withStorage(() => {
        const checked = counter.checkAccount(input);
        return checked.ok ? ok({ accountNumber: checked.value.accountNumber }) : checked;
      }),
    prepare: async (input, cashier) => {
      try {
        const drawer = ports.cash.mayTakeMoney(cashier.id);
        if (!drawer.ok) return drawer;
        const prepared = await counter.prepare(input, cashier);
        if (!prepared.ok) return prepared;
        orders.set(prepared.value.order.id, prepared.value);
        return ok(prepared.value.order);
      } catch (error) {
        return fail(problemOf(error));
      }
    },
    checkTopUp: async (input) => {
      try {
        return await counter.checkTopUp(input);
      } catch (error) {
        return fail(problemOf(error));
      }
    },
    keepBalance: ({ balance, billId, isKept }) => {
      const service = ports.service();
      if (service) balances.keep({ balance, service, billId, isKept });
    },
    whileNoneIsDeleted: walkIn.undisturbed,
    pay: (input, cashier) => {
      const kind = orders.get(input.orderId)?.order.kind;
      return kind === 'cash-out' ? payOut(input, cashier) : withStorage(() => pay(input, cashier));
    },
    ...supervised,
    views: (ids) => readPayments(database, ids).map(view),
    get: ({ paymentId }) => withStorage(() => viewOf(paymentId)),
    recent: ({ limit }) => withStorage(() => ok(recentPayments(database, limit).map(view))),
    inHand: (_input, cashier) =>
      withStorage(() => {
        const record = newestUnseen(database, cashier.id);
        return ok(record && view(record));
      }),
    seen: ({ paymentId }, cashier) =>
      withStorage(() => {
        const record = found(paymentId);
        if (!record.ok) return record;
        const { intent } = record.value;
        if (intent.cashierId !== cashier.id && cashier.role === 'cashier') {
          return fail({ kind: 'not-allowed', needs: 'supervisor' });
        }
        if (view(record.value).state === 'sending') {
          return fail({ kind: 'payment-state', state: 'sending', until: null });
        }
        database.commit(() => markSeen(database, paymentId, isoTime(clock.now())));
        return ok({});
      }),
    unresolved: () =>
      withStorage(() => ok([...openPayments(database), ...pendingHandOvers(database)].map(view))),
    lookUpNow: ({ paymentId }) => lookUpNow(paymentId),
    sendAgain: ({ paymentId }, cashier) => sendAgain(paymentId, cashier),
    unresolvedCount: () => openPayments(database).length + pendingHandOvers(database).length,
    isSending: () => tracking.isSending(),
    answered: sending.answered,
    start: () => {
      resolver.start();
      walkIn.start();
    },
    finish: () => {
      isEnding = true;
      return sending.answered();
    },
    stop: () => {
      isEnding = true;
      stopped = true;
      tracking.dropAll();
      walkIn.stop();
    },
  };
}
