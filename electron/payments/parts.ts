import { ORDER_LIFE } from '../../shared/rules/index.ts';
import { createExpiringMap } from '../platform/index.ts';
import { createBasket, openDrawerAfterOutcome } from './basket/index.ts';
import { createLookUpNow, createReadingAgain, createResolver } from './look-ups/index.ts';
import {
  createBalances,
  createConsultations,
  createOrderPreparation,
  createWalkIn,
  type KeptOrder,
} from './order/index.ts';
import { createOutcomeRecording } from './outcome/index.ts';
import { createPaying, createSending, createSendingAgain } from './sending/index.ts';
import { createCancelling, createSupervised } from './supervised/index.ts';
import type { PayingSession, PaymentPorts } from './types.ts';
import { createTracking } from './unresolved-tracking.ts';
import { createReading } from './view/index.ts';

/** This run of the program. */
export interface PaymentRun {
  /** Nothing new is sent any more. */
  isEnding(): boolean;
  /** Nothing is recorded any more. */
  isStopped(): boolean;
  requestTimeout(): number;
  readonly session: PayingSession;
}

export type PaymentParts = ReturnType<typeof createParts>;

/** What payments are made of, each part after those that it needs. */
export function createParts(ports: PaymentPorts, run: PaymentRun) {
  const tracking = createTracking();
  const walkIn = createWalkIn(ports);
  const balances = createBalances(ports.clock);
  const consultations = createConsultations(ports, balances, walkIn);
  const preparation = createOrderPreparation(ports, balances, consultations);
  const orders = createExpiringMap<KeptOrder>(ports.clock, ORDER_LIFE);
  const reading = createReading(ports, { tracking, requestTimeout: run.requestTimeout });
  const outcomes = createOutcomeRecording(ports, walkIn, (paymentId) =>
    openDrawerAfterOutcome(ports, paymentId),
  );
  const resolver = createResolver(ports, {
    outcomes,
    tracking,
    isStopped: run.isStopped,
    random: ports.random ?? Math.random,
    requestTimeout: run.requestTimeout,
  });
  const sending = createSending(ports, {
    outcomes,
    tracking,
    isStopped: run.isStopped,
    requestTimeout: run.requestTimeout,
    resolve: resolver.begin,
  });
  const paying = createPaying(ports, {
    orders,
    reading,
    sending,
    tracking,
    isEnding: run.isEnding,
    session: run.session,
    resolve: resolver.begin,
  });
  const sendingAgain = createSendingAgain(ports, {
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
  const cancelling = createCancelling(ports, {
    outcomes,
    sending,
    reading,
    isEnding: run.isEnding,
    session: run.session,
    afterFailedCommit: paying.afterFailedCommit,
  });
  const supervised = createSupervised(ports, {
    outcomes,
    tracking,
    reading,
    lookUpEnded: resolver.lookUpEnded,
  });
  const lookUpNow = createLookUpNow(ports, { reading, resolver });
  const readAgain = createReadingAgain(ports, { lookUpNow, isStopped: run.isStopped });
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
