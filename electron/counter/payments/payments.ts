import { fail, ok } from '../../../shared/contract/index.ts';
import { REQUEST_TIMEOUT_MS } from '../../../shared/rules/index.ts';
import type { Clock } from '../../platform/index.ts';
import { findBlockingOtherTillPayments } from './order/index.ts';
import { createOrderCalls } from './order-calls.ts';
import { createPaymentParts } from './payment-parts.ts';
import { preparePaymentReadStatements, preparePaymentWriteStatements } from './rows/index.ts';
import type { PaymentPorts, Payments } from './types.ts';
import { createPaymentQueries } from './view/index.ts';

export function createPayments(given: PaymentPorts): Payments {
  // Every time that is kept is the service's, as well as it is known: a till whose clock is set
  // wrong, or set right, must still know which payment came within the hour of another.
  const clock: Clock = {
    ...given.clock,
    now: () => given.service()?.requestDate() ?? given.clock.now(),
  };
  const ports: PaymentPorts = { ...given, clock };
  let ending = false;
  let stopped = false;
  let sessions = 0;
  const parts = createPaymentParts(ports, {
    isEnding: () => ending,
    isStopped: () => stopped,
    session: {
      currentId: () => sessions,
      rejectIfChanged: (pressed) =>
        pressed === sessions ? null : fail({ kind: 'session-changed' }),
    },
    requestTimeout: ports.requestTimeout ?? (() => REQUEST_TIMEOUT_MS),
  });
  const { basket, lookUpNow, reading, resolver, sending, tracking, walkIn } = parts;
  const { find, withStorageAsync } = reading;
  preparePaymentWriteStatements(ports.database);
  preparePaymentReadStatements(ports.database);

  return {
    ...createOrderCalls(ports, parts),
    ...createPaymentQueries(ports, reading),
    basket,
    withBillDeletionPaused: walkIn.undisturbed,
    pay: parts.paying.pay,
    ...parts.sendingAgain,
    ...parts.cancelling,
    ...parts.supervised,
    paidElsewhere: ({ paymentId }) =>
      withStorageAsync(async () => {
        const record = find(paymentId);
        return record.ok
          ? ok([...(await findBlockingOtherTillPayments(ports, record.value))])
          : record;
      }),
    lookUpNow: ({ paymentId }) => lookUpNow(paymentId),
    readAgain: (paymentId) => withStorageAsync(() => parts.readAgain(paymentId)),
    isSending: () => tracking.isSending() || basket.isSending(),
    sessionChanged: () => {
      sessions += 1;
      parts.halt();
    },
    answered: sending.waitForAnswers,
    start: () => {
      resolver.start();
      walkIn.start();
    },
    finish: () => {
      ending = true;
      return sending.waitForAnswers();
    },
    stop: () => {
      ending = true;
      stopped = true;
      tracking.clear();
      walkIn.stop();
    },
  };
}
