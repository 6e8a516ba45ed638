import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, type Problem } from '../../../../shared/contract/index.ts';
import { ANA, expectOk, expectProblem, type TestCounter, testCounter } from '../testing/index.ts';

const CUT_OFF: Problem = { kind: 'service-unreachable', reason: 'name-not-found' };
let counter: TestCounter;

beforeEach(() => {
  counter = testCounter();
});
afterEach(() => counter.close());

const intents = () => counter.rows('SELECT id FROM intents').length;
const answering = (says: Problem, after = 100) => {
  counter.service.accountAnswer = { says: fail(says), after };
};

/** F12, and the time that the question takes. */
async function pay(orderId: string) {
  const paying = Promise.resolve(
    counter.payments.pay(
      { orderId, cash: { amount: '100', currency: 'MXN' }, acknowledged: [] },
      ANA,
    ),
  );
  await counter.advance(9_000);
  return await paying;
}

describe('a service that could not be reached before', () => {
  it('is asked first: where it still cannot be, there is no intent, and the order stays', async () => {
    const order = await counter.order();
    counter.service.trouble = CUT_OFF;
    answering({ kind: 'service-unreachable', reason: 'no-network' });
    expect(expectProblem(await pay(order.id))).toEqual({
      kind: 'service-unreachable',
      reason: 'no-network',
    });
    expect([intents(), counter.service.sent.length]).toEqual([0, 0]);
    // It is back, and the very same order is paid, once.
    counter.service.trouble = null;
    const paid = expectOk(await pay(order.id));
    expect(counter.get(paid.id).state).toBe('paid');
    expect(expectOk(await pay(order.id)).id).toBe(paid.id);
    expect([intents(), counter.service.sent.length]).toEqual([1, 1]);
  });

  it('rejects the payment without waiting for a slow connection failure', async () => {
    const order = await counter.order();
    counter.service.trouble = CUT_OFF;
    counter.service.accountAnswer = { says: null, after: null };
    expect(expectProblem(await pay(order.id))).toEqual(CUT_OFF);
    expect(intents()).toBe(0);
  });

  it.each<Problem>([
    { kind: 'keys-refused' },
    { kind: 'service-silent', seconds: 60 },
    { kind: 'service-refused', httpStatus: 503, code: null, message: null },
  ])('is paid with whatever else it says: $kind', async (says) => {
    const order = await counter.order();
    counter.service.trouble = CUT_OFF;
    answering(says);
    expect(expectOk(await pay(order.id)).orderId).toBe(order.id);
    expect([intents(), counter.service.sent.length]).toEqual([1, 1]);
  });

  it('is paid once by two presses that wait for it together', async () => {
    const order = await counter.order();
    counter.service.trouble = CUT_OFF;
    answering({ kind: 'service-silent', seconds: 60 });
    const [one, two] = await Promise.all([pay(order.id), pay(order.id)]);
    expect(expectOk(one).id).toBe(expectOk(two).id);
    expect([intents(), counter.service.sent.length]).toEqual([1, 1]);
  });

  it('is sent nothing by an F12 of before a lock, and the order stays', async () => {
    const order = await counter.order();
    counter.service.trouble = CUT_OFF;
    counter.service.accountAnswer = { says: null, after: 100 };
    const paying = pay(order.id);
    counter.payments.sessionChanged();
    expect(expectProblem(await paying)).toEqual({ kind: 'session-changed' });
    expect([intents(), counter.service.sent.length]).toEqual([0, 0]);
    const paid = expectOk(await pay(order.id));
    expect(counter.get(paid.id).state).toBe('paid');
    expect([intents(), counter.service.sent.length]).toEqual([1, 1]);
  });

  it('answers what was paid to a press that waited through a lock', async () => {
    const order = await counter.order();
    counter.service.trouble = CUT_OFF;
    answering({ kind: 'service-silent', seconds: 60 });
    const early = pay(order.id);
    answering({ kind: 'service-silent', seconds: 60 }, 5_000);
    const late = pay(order.id);
    await counter.advance(1_000);
    counter.payments.sessionChanged();
    expect(expectOk(await late).id).toBe(expectOk(await early).id);
    expect([intents(), counter.service.sent.length]).toEqual([1, 1]);
  });

  it('keeps a cash-out back as well', async () => {
    counter.settings.cashOutBillers = [40];
    const order = await counter.order({ kind: 'cash-out' });
    counter.service.trouble = CUT_OFF;
    answering(CUT_OFF);
    const paying = Promise.resolve(
      counter.payments.pay({ orderId: order.id, cash: null, acknowledged: [] }, ANA),
    );
    await counter.advance(9_000);
    expect(expectProblem(await paying)).toEqual(CUT_OFF);
    expect(intents()).toBe(0);
  });
});

describe('a payment that never left', () => {
  it('says so, and stands in the way of no other', async () => {
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
    expect(counter.service.sent).toHaveLength(1);
  });

  it('is not one whose first copy may have arrived', async () => {
    const lost = await counter.loseBill();
    counter.service.fates.push({ arrives: null, answers: null, isNotSent: true });
    expectOk(await counter.sendAgain(lost));
    await counter.advance(100);
    expect(counter.get(lost)).toMatchObject({ state: 'unknown', isNotSent: false });
  });
});
