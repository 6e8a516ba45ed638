import { ORDER_TTL_MS } from '../../../shared/rules/index.ts';
import { createExpiringMap } from '../../platform/index.ts';
import { createBasket, openDrawerAfterOutcome } from './basket/index.ts';
import { createManualLookUp, createResolver, createRowRefresher } from './look-ups/index.ts';
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
import { createCanceller, createSupervisedActions } from './supervised/index.ts';
import type { CashierSession, PaymentPorts } from './types.ts';
import { createPaymentReader } from './view/index.ts';

/** This run of the program. */
export interface PaymentRunState {
  /** Nothing new is sent any more. */
  isEnding(): boolean;
  /** Nothing is recorded any more. */
  isStopped(): boolean;
  requestTimeout(): number;
  readonly session: CashierSession;
}

export type PaymentParts = ReturnType<typeof createPaymentParts>;

/** What payments are made of, each part after those that it needs. */
export function createPaymentParts(ports: PaymentPorts, run: PaymentRunState) {
  const tracking = createPaymentTracker();
  const walkIn = createWalkInBills(ports);
  const balances = createBalanceCache(ports.clock);
  const consultations = createConsultations(ports, balances, walkIn);
  const preparation = createOrderPreparation(ports, balances, consultations);
  const orders = createExpiringMap<PreparedOrder>(ports.clock, ORDER_TTL_MS);
  const reading = createPaymentReader(ports, { tracking, requestTimeout: run.requestTimeout });
  const outcomes = createOutcomeRecorder(ports, walkIn, (paymentId) =>
    openDrawerAfterOutcome(ports, paymentId),
  );
  const resolver = createResolver(ports, {
    outcomes,
    tracking,
    isStopped: run.isStopped,
    random: ports.random ?? Math.random,
    requestTimeout: run.requestTimeout,
  });
  const sending = createRequestSender(ports, {
    outcomes,
    tracking,
    isStopped: run.isStopped,
    requestTimeout: run.requestTimeout,
    resolve: resolver.startLookUps,
  });
  const paying = createPaymentSender(ports, {
    orders,
    reading,
    sending,
    tracking,
    isEnding: run.isEnding,
    session: run.session,
    resolve: resolver.startLookUps,
  });
  const sendingAgain = createResender(ports, {
    reading,
    resolver,
    sending,
    outcomes,
    tracking,
    isEnding: run.isEnding,
    session: run.session,
  });
  const { basket, warnings, halt } = createBasket(ports, {
    orders,
    preparation,
    consultations,
    walkIn,
    paying,
    reading,
    isEnding: run.isEnding,
    isStopped: run.isStopped,
    session: run.session,
  });
  const cancelling = createCanceller(ports, {
    outcomes,
    sending,
    reading,
    isEnding: run.isEnding,
    session: run.session,
    afterFailedCommit: paying.handleFailedCommit,
  });
  const supervised = createSupervisedActions(ports, {
    outcomes,
    tracking,
    reading,
    lookUpEnded: resolver.waitForLookUp,
  });
  const lookUpNow = createManualLookUp(ports, { reading, resolver });
  const readAgain = createRowRefresher(ports, { lookUpNow, isStopped: run.isStopped });
  return {
    tracking,
    walkIn,
    balances,
    consultations,
    preparation,
    orders,
    reading,
    resolver,
    sending,
    paying,
    sendingAgain,
    basket,
    warnings,
    halt,
    cancelling,
    supervised,
    lookUpNow,
    readAgain,
  };
}
