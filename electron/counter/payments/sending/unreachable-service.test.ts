import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, type Problem } from '../../../../shared/contract/index.ts';
import {
  ANA,
  createTestCounter,
  expectOk,
  expectProblem,
  type TestCounter,
} from '../testing/index.ts';

const CUT_OFF: Problem = { kind: 'service-unreachable', reason: 'name-not-found' };
let counter: TestCounter;

beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => counter.close());

const countIntents = () => counter.rows('SELECT id FROM intents').length;
const setAccountProblem = (problem: Problem, after = 100) => {
  counter.service.accountAnswer = { result: fail(problem), after };
};

/** Presses F12, and advances past the probe. */
async function pay(orderId: string) {
  const pendingPayment = Promise.resolve(
    counter.payments.pay(
      { orderId, cash: { amount: '100', currency: 'MXN' }, acknowledged: [] },
      ANA,
    ),
  );
  await counter.advance(9_000);
  return await pendingPayment;
}

describe('a service that was unreachable before', () => {
  it('writes no intent and keeps the order if the probe finds the service unreachable', async () => {
    const order = await counter.order();
    counter.service.problem = CUT_OFF;
    setAccountProblem({ kind: 'service-unreachable', reason: 'no-network' });
    expect(expectProblem(await pay(order.id))).toEqual({
      kind: 'service-unreachable',
      reason: 'no-network',
    });
    expect([countIntents(), counter.service.sentRequests.length]).toEqual([0, 0]);
    // Once the service is reachable, the same order is paid once.
    counter.service.problem = null;
    const paid = expectOk(await pay(order.id));
    expect(counter.get(paid.id).state).toBe('paid');
    expect(expectOk(await pay(order.id)).id).toBe(paid.id);
    expect([countIntents(), counter.service.sentRequests.length]).toEqual([1, 1]);
  });

  it('rejects the payment without waiting for a slow connection failure', async () => {
    const order = await counter.order();
    counter.service.problem = CUT_OFF;
    counter.service.accountAnswer = { result: null, after: null };
    expect(expectProblem(await pay(order.id))).toEqual(CUT_OFF);
    expect(countIntents()).toBe(0);
  });

  it.each<Problem>([
    { kind: 'keys-refused' },
    { kind: 'service-silent', seconds: 60 },
    { kind: 'service-refused', httpStatus: 503, code: null, message: null },
  ])('pays an order if the probe returns another problem: $kind', async (problem) => {
    const order = await counter.order();
    counter.service.problem = CUT_OFF;
    setAccountProblem(problem);
    expect(expectOk(await pay(order.id)).orderId).toBe(order.id);
    expect([countIntents(), counter.service.sentRequests.length]).toEqual([1, 1]);
  });

  it('pays an order if the probe itself breaks', async () => {
    const order = await counter.order();
    counter.service.problem = CUT_OFF;
    Object.assign(counter.service, {
      readAccount: async () => {
        throw new Error('the client broke');
      },
    });
    expect(expectOk(await pay(order.id)).orderId).toBe(order.id);
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('leaves no timer of the probe behind', async () => {
    const order = await counter.order();
    counter.service.problem = CUT_OFF;
    setAccountProblem(CUT_OFF);
    const timers = counter.clock.pendingTimerCount;
    expectProblem(await pay(order.id));
    expect(counter.clock.pendingTimerCount).toBe(timers);
  });

  it('pays an order once for two key presses during the probe', async () => {
    const order = await counter.order();
    counter.service.problem = CUT_OFF;
    setAccountProblem({ kind: 'service-silent', seconds: 60 });
    const [first, second] = await Promise.all([pay(order.id), pay(order.id)]);
    expect(expectOk(first).id).toBe(expectOk(second).id);
    expect([countIntents(), counter.service.sentRequests.length]).toEqual([1, 1]);
  });

  it('sends nothing for an F12 before a lock, and keeps the order', async () => {
    const order = await counter.order();
    counter.service.problem = CUT_OFF;
    counter.service.accountAnswer = { result: null, after: 100 };
    const pendingPayment = pay(order.id);
    counter.payments.handleSessionChange();
    expect(expectProblem(await pendingPayment)).toEqual({ kind: 'session-changed' });
    expect([countIntents(), counter.service.sentRequests.length]).toEqual([0, 0]);
    const paid = expectOk(await pay(order.id));
    expect(counter.get(paid.id).state).toBe('paid');
    expect([countIntents(), counter.service.sentRequests.length]).toEqual([1, 1]);
  });

  it('returns the existing payment to an F12 whose probe ends after a lock', async () => {
    const order = await counter.order();
    counter.service.problem = CUT_OFF;
    setAccountProblem({ kind: 'service-silent', seconds: 60 });
    const early = pay(order.id);
    setAccountProblem({ kind: 'service-silent', seconds: 60 }, 5_000);
    const late = pay(order.id);
    await counter.advance(1_000);
    counter.payments.handleSessionChange();
    expect(expectOk(await late).id).toBe(expectOk(await early).id);
    expect([countIntents(), counter.service.sentRequests.length]).toEqual([1, 1]);
  });

  it('writes no intent of a cash-out if the probe finds the service unreachable', async () => {
    counter.settings.cashOutBillers = [40];
    const order = await counter.order({ kind: 'cash-out' });
    counter.service.problem = CUT_OFF;
    setAccountProblem(CUT_OFF);
    const pendingPayment = Promise.resolve(
      counter.payments.pay({ orderId: order.id, cash: null, acknowledged: [] }, ANA),
    );
    await counter.advance(9_000);
    expect(expectProblem(await pendingPayment)).toEqual(CUT_OFF);
    expect(countIntents()).toBe(0);
  });
});

describe('a payment that never left the till', () => {
  it('marks a payment that never left the till not sent, and warns of nothing for the next', async () => {
    counter.service.fates.push({ arrives: null, answers: null, isNotSent: true });
    const sent = await counter.payBill();
    await counter.advance(100);
    expect(counter.get(sent.id)).toMatchObject({
      state: 'rejected',
      isNotSent: true,
      code: null,
      httpStatus: null,
    });
    const again = await counter.order();
    expect(again.warnings).toEqual([]);
    expectOk(counter.pay(again));
    await counter.advance(100);
    expect(counter.service.sentRequests).toHaveLength(1);
  });

  it('keeps a payment unknown if only its second copy never left the till', async () => {
    const lost = await counter.loseBill();
    counter.service.fates.push({ arrives: null, answers: null, isNotSent: true });
    expectOk(await counter.sendAgain(lost));
    await counter.advance(100);
    expect(counter.get(lost)).toMatchObject({ state: 'unknown', isNotSent: false });
  });
});
