import { ORDER_TTL_MS } from '../../../shared/rules/index.ts';
import { createExpiringMap } from '../../platform/index.ts';
import { createBasketParts, openDrawerForChangeOfPaymentsBasket } from './basket/index.ts';
import {
  createManualLookUp,
  createPaymentResolver,
  createPaymentRowRefresher,
} from './look-ups/index.ts';
import {
  createBalanceCache,
  createConsultations,
  createOrderPreparation,
  createWalkInBills,
  type PreparedOrder,
} from './order/index.ts';
import { createOutcomeRecorder } from './outcome/index.ts';
import { createPaymentTracker } from './payment-tracker.ts';
import { createPaymentSender, createRequestSender, createResender } from './sending/index.ts';
import {
  createPaymentCanceller,
  createResultConfirmation,
  createSupervisedActions,
} from './supervised/index.ts';
import type { CashierSession, PaymentPorts, SavedBillReader } from './types.ts';
import { createPaymentReader } from './view/index.ts';

/** The state of this run of the program. */
export interface PaymentRunState {
  /** True once no new request may be sent. */
  isEnding(): boolean;
  /** True once no answer may be recorded. */
  isStopped(): boolean;
  requestTimeoutMs(): number;
  readonly session: CashierSession;
  readonly readSavedBill: SavedBillReader;
}

export type PaymentParts = ReturnType<typeof createPaymentParts>;

/** Creates the parts of payments, each after the parts that it depends on. */
export function createPaymentParts(ports: PaymentPorts, run: PaymentRunState) {
  const tracker = createPaymentTracker();
  const walkIn = createWalkInBills(ports);
  const balances = createBalanceCache(ports.clock);
  const consultations = createConsultations(ports, balances, walkIn);
  const preparation = createOrderPreparation(ports, balances, consultations);
  const orders = createExpiringMap<PreparedOrder>(ports.clock, ORDER_TTL_MS);
  const reader = createPaymentReader(ports, { tracker, requestTimeoutMs: run.requestTimeoutMs });
  const outcomes = createOutcomeRecorder(ports, walkIn, tracker, (paymentId) =>
    openDrawerForChangeOfPaymentsBasket(ports, paymentId),
  );
  const resolver = createPaymentResolver(ports, {
    outcomes,
    tracker,
    isStopped: run.isStopped,
    random: ports.random ?? Math.random,
    requestTimeoutMs: run.requestTimeoutMs,
  });
  const requestSender = createRequestSender(ports, {
    outcomes,
    tracker,
    isStopped: run.isStopped,
    requestTimeoutMs: run.requestTimeoutMs,
    startLookUps: resolver.startLookUps,
  });
  const paymentSender = createPaymentSender(ports, {
    orders,
    reader,
    requestSender,
    tracker,
    isEnding: run.isEnding,
    session: run.session,
    startLookUps: resolver.startLookUps,
  });
  const resender = createResender(ports, {
    reader,
    resolver,
    requestSender,
    outcomes,
    tracker,
    isEnding: run.isEnding,
    session: run.session,
  });
  const { basket, warnings, halt } = createBasketParts(ports, {
    orders,
    preparation,
    consultations,
    walkIn,
    paymentSender,
    reader,
    outcomes,
    tracker,
    isEnding: run.isEnding,
    isStopped: run.isStopped,
    session: run.session,
    readSavedBill: run.readSavedBill,
  });
  const canceller = createPaymentCanceller(ports, {
    outcomes,
    requestSender,
    reader,
    tracker,
    isEnding: run.isEnding,
    session: run.session,
    handleFailedCommit: paymentSender.handleFailedCommit,
  });
  const supervised = createSupervisedActions(ports, {
    outcomes,
    tracker,
    reader,
    waitForLookUp: resolver.waitForLookUp,
  });
  const resultConfirmation = createResultConfirmation(ports, {
    outcomes,
    tracker,
    reader,
    confirmHandOver: supervised.confirmHandOver,
  });
  const lookUpNow = createManualLookUp(ports, { reader, resolver });
  const readAgain = createPaymentRowRefresher(ports, { lookUpNow, isStopped: run.isStopped });
  return {
    tracker,
    walkIn,
    balances,
    consultations,
    preparation,
    orders,
    reader,
    resolver,
    requestSender,
    paymentSender,
    resender,
    basket,
    warnings,
    halt,
    canceller,
    supervised,
    resultConfirmation,
    lookUpNow,
    readAgain,
  };
}
