import { fail, ok } from '../../../shared/contract/index.ts';
import { REQUEST_TIMEOUT_MS } from '../../../shared/rules/index.ts';
import type { Clock } from '../../platform/index.ts';
import { findBlockingOtherTillPayments } from './order/index.ts';
import { createOrderCalls } from './order-calls.ts';
import { createPaymentParts } from './payment-parts.ts';
import { preparePaymentReadStatements, preparePaymentWriteStatements } from './rows/index.ts';
import type { PaymentPorts, Payments, SavedBillReader } from './types.ts';
import { createPaymentQueries } from './view/index.ts';

export function createPayments(base: PaymentPorts): Payments {
  // Every stored time is the best estimate of the service's time. If the till's clock is wrong, or
  // is corrected, the one-hour window of the guard against paying twice must still be right.
  const clock: Clock = {
    ...base.clock,
    now: () => base.service()?.getRequestDate() ?? base.clock.now(),
  };
  const ports: PaymentPorts = { ...base, clock };
  let isEnding = false;
  let isStopped = false;
  let sessionId = 0;
  let readSavedBill: SavedBillReader = async () =>
    fail({ kind: 'not-connected', reason: 'not-ready' });
  const parts = createPaymentParts(ports, {
    isEnding: () => isEnding,
    isStopped: () => isStopped,
    session: {
      getSessionId: () => sessionId,
      rejectIfChanged: (pressed) =>
        pressed === sessionId ? null : fail({ kind: 'session-changed' }),
    },
    readSavedBill: (billId) => readSavedBill(billId),
    requestTimeoutMs: ports.requestTimeoutMs ?? (() => REQUEST_TIMEOUT_MS),
  });
  const { basket, lookUpNow, reader, resolver, requestSender, tracker, walkIn } = parts;
  const { find, catchStorageErrorAsync } = reader;
  preparePaymentWriteStatements(ports.database);
  preparePaymentReadStatements(ports.database);

  return {
    ...createOrderCalls(ports, parts),
    ...createPaymentQueries(ports, reader),
    basket,
    setSavedBillReader: (readBalance) => {
      readSavedBill = readBalance;
    },
    withBillDeletionPaused: walkIn.runWithDeletionPaused,
    pay: parts.paymentSender.pay,
    ...parts.resender,
    ...parts.canceller,
    ...parts.supervised,
    ...parts.resultConfirmation,
    paidAtOtherTills: ({ paymentId }) =>
      catchStorageErrorAsync(async () => {
        const record = find(paymentId);
        return record.ok
          ? ok([...(await findBlockingOtherTillPayments(ports, record.value))])
          : record;
      }),
    lookUpNow: ({ paymentId }) => lookUpNow(paymentId),
    refreshPayment: (paymentId) => catchStorageErrorAsync(() => parts.readAgain(paymentId)),
    isSending: () => tracker.isAnySending() || basket.isSending(),
    handleSessionChange: () => {
      sessionId += 1;
      tracker.markAllUnattended();
      parts.halt();
    },
    waitForAnswers: requestSender.waitForAnswers,
    start: () => {
      resolver.start();
      walkIn.start();
    },
    finish: () => {
      isEnding = true;
      return requestSender.waitForAnswers();
    },
    stop: () => {
      isEnding = true;
      isStopped = true;
      tracker.clear();
      walkIn.stop();
    },
  };
}
