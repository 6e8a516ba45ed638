import { fail, ok } from '../../shared/contract/index.ts';
import { REQUEST_DEADLINE } from '../../shared/rules/index.ts';
import type { Clock } from '../platform/index.ts';
import { paidElsewhereBefore } from './order/index.ts';
import { createOrdering } from './ordering.ts';
import { createParts } from './parts.ts';
import { warmPaymentReads, warmPayments } from './rows/index.ts';
import type { PaymentPorts, Payments } from './types.ts';
import { createShownPayments } from './view/index.ts';

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
  const parts = createParts(ports, {
    isEnding: () => ending,
    isStopped: () => stopped,
    session: {
      now: () => sessions,
      left: (pressed) => (pressed === sessions ? null : fail({ kind: 'session-changed' })),
    },
    requestTimeout: ports.requestTimeout ?? (() => REQUEST_DEADLINE),
  });
  const { basket, lookUpNow, reading, resolver, sending, tracking, walkIn } = parts;
  const { found, withStorageLater } = reading;
  warmPayments(ports.database);
  warmPaymentReads(ports.database);

  return {
    ...createOrdering(ports, parts),
    ...createShownPayments(ports, reading),
    basket,
    whileNoneIsDeleted: walkIn.undisturbed,
    pay: parts.paying.pay,
    ...parts.sendingAgain,
    ...parts.cancelling,
    ...parts.supervised,
    paidElsewhere: ({ paymentId }) =>
      withStorageLater(async () => {
        const record = found(paymentId);
        return record.ok ? ok([...(await paidElsewhereBefore(ports, record.value))]) : record;
      }),
    lookUpNow: ({ paymentId }) => lookUpNow(paymentId),
    readAgain: (paymentId) => withStorageLater(() => parts.readAgain(paymentId)),
    isSending: () => tracking.isSending() || basket.isSending(),
    sessionChanged: () => {
      sessions += 1;
      parts.halt();
    },
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
