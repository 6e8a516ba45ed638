import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ANA,
  atOnce,
  expectOk,
  expectProblem,
  type TestCounter,
  testBiller,
  testCounter,
} from './testing/index.ts';

let counter: TestCounter;
beforeEach(() => {
  counter = testCounter();
});
afterEach(() => {
  counter.close();
});

const moved = (): unknown[] =>
  counter.rows('SELECT kind, amount, intent_id FROM cash_movements ORDER BY number');

describe('the drawer', () => {
  it('has the cash of a payment once it is known to be paid, and only once', async () => {
    const order = await counter.order();
    const { id } = expectOk(atOnce(counter.pay(order)));
    expect(moved()).toEqual([]);
    await counter.advance(100);
    expect(counter.get(id).state).toBe('paid');
    const once = [{ kind: 'payment', amount: order.due.amount, intent_id: id }];
    expect(moved()).toEqual(once);
    counter.restart();
    await counter.advance(60_000);
    expect(moved()).toEqual(once);
  });

  it('gives a cash-out’s money when it is handed over, not when it is confirmed', async () => {
    counter.billers.set(20001, testBiller({ id: 20001, kind: 'partner' }));
    counter.settings.cashOutBillers = [20001];
    const { id } = expectOk(await counter.payOut({ billerId: 20001, amount: '300.00' }));
    await counter.advance(100);
    counter.paper(id, 'printed');
    expect(counter.get(id)).toMatchObject({ state: 'paid', handOver: 'now' });
    expect(moved()).toEqual([]);
    expectOk(counter.payments.handedOver({ paymentId: id }, ANA));
    expect(moved()).toEqual([{ kind: 'cash-out', amount: '-300.00', intent_id: id }]);
  });

  it('must be open where the shop wants it: nothing is prepared or sent before', async () => {
    const order = await counter.order();
    counter.shifts = 'required';
    const needed = { kind: 'shift', reason: 'needed' };
    expect(expectProblem(atOnce(counter.pay(order)))).toEqual(needed);
    expect(expectProblem(await counter.prepare())).toEqual(needed);
    expect(counter.rows('SELECT id FROM intents')).toEqual([]);
    expect(counter.rows('SELECT id FROM shifts')).toEqual([]);
  });
});
