import { fail, ok, type Payment, type Result } from '../../shared/contract/index.ts';
import { ORDER_LIFE, REQUEST_DEADLINE } from '../../shared/rules/index.ts';
import { openPayments, pendingHandOvers } from '../ledger/index.ts';
import { type Clock, createExpiringMap, isoTime } from '../platform/index.ts';
import { createResolver } from './look-ups/index.ts';
import {
  createBalances,
  createConsultations,
  createOrderPreparation,
  createWalkIn,
  type KeptOrder,
} from './order/index.ts';
import { createOutcomeRecording, isOpen } from './outcome/index.ts';
import {
  markSeen,
  newestUnseen,
  readPayments,
  recentPayments,
  warmPaymentReads,
  warmPayments,
} from './rows/index.ts';
import { createPaying, createSending, createSendingAgain } from './sending/index.ts';
import { createCancelling, createSupervised } from './supervised/index.ts';
import { createTracking } from './tracking.ts';
import type { PaymentPorts, Payments } from './types.ts';
import { createReading } from './view/index.ts';

export function createPayments(given: PaymentPorts): Payments {
  // Every time that is kept is the service's, as well as it is known: a till whose clock is set
  // wrong, or set right, must still know which payment came within the hour of another.
  const clock: Clock = {
    ...given.clock,
    now: () => given.service()?.requestDate() ?? given.clock.now(),
  };
  const ports: PaymentPorts = { ...given, clock };
  const { database } = ports;
  const requestTimeout = ports.requestTimeout ?? (() => REQUEST_DEADLINE);
  let ending = false;
  let stopped = false;
  const isEnding = (): boolean => ending;
  const isStopped = (): boolean => stopped;

  const tracking = createTracking();
  const walkIn = createWalkIn(ports);
  const balances = createBalances(clock);
  const consultations = createConsultations(ports, balances, walkIn);
  const preparation = createOrderPreparation(ports, balances, consultations);
  const orders = createExpiringMap<KeptOrder>(clock, ORDER_LIFE);
  const reading = createReading(ports, { tracking, requestTimeout });
  const { view, viewOf, found, withStorage, withStorageLater } = reading;
  const outcomes = createOutcomeRecording(ports, walkIn);
  const resolver = createResolver(ports, {
    outcomes,
    tracking,
    isStopped,
    random: ports.random ?? Math.random,
    requestTimeout,
  });
  const sending = createSending(ports, {
    outcomes,
    tracking,
    isStopped,
    requestTimeout,
    resolve: resolver.begin,
  });
  const paying = createPaying(ports, {
    orders,
    reading,
    sending,
    tracking,
    isEnding,
    resolve: resolver.begin,
  });
  const sendingAgain = createSendingAgain(ports, {
    reading,
    resolver,
    sending,
    outcomes,
    tracking,
    isEnding,
  });
  const cancelling = createCancelling(ports, {
    outcomes,
    sending,
    reading,
    isEnding,
    afterFailedCommit: paying.afterFailedCommit,
  });
  const supervised = createSupervised(ports, {
    outcomes,
    tracking,
    reading,
    lookUpEnded: resolver.lookUpEnded,
  });
  warmPayments(database);
  warmPaymentReads(database);

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
    consult: (input) => withStorageLater(() => consultations.consult(input)),
    checkAccount: (input) => withStorage(() => consultations.checkAccount(input)),
    checkTopUp: (input) => withStorageLater(() => consultations.checkTopUp(input)),
    prepare: (input, cashier) =>
      withStorageLater(async () => {
        const drawer = ports.cash.mayTakeMoney(cashier.id);
        if (!drawer.ok) return drawer;
        const prepared = await preparation.prepare(input, cashier);
        if (!prepared.ok) return prepared;
        orders.set(prepared.value.order.id, prepared.value);
        return ok(prepared.value.order);
      }),
    keepBalance: ({ balance, billId, isKept }) => {
      const service = ports.service();
      if (service) balances.keep({ balance, service, billId, isKept });
    },
    whileNoneIsDeleted: walkIn.undisturbed,
    pay: paying.pay,
    ...sendingAgain,
    ...cancelling,
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
    unresolvedCount: () => openPayments(database).length + pendingHandOvers(database).length,
    isSending: () => tracking.isSending(),
    answered: sending.answered,
    start: () => {
      resolver.start();
      walkIn.start();
    },
    finish: () => {
      ending = true;
      return sending.answered();
    },
    stop: () => {
      ending = true;
      stopped = true;
      tracking.dropAll();
      walkIn.stop();
    },
  };
}
