import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ANA,
  createTestBiller,
  createTestCounter,
  expectOk,
  expectProblem,
  expectSynchronous,
  type TestCounter,
} from './testing/index.ts';

let counter: TestCounter;
beforeEach(() => {
  counter = createTestCounter();
});
afterEach(() => {
  counter.close();
});

const listMovements = (): unknown[] =>
  counter.rows('SELECT kind, amount, intent_id FROM cash_movements ORDER BY number');

describe('the drawer', () => {
  it('records the cash of a payment once, when the payment becomes paid', async () => {
    const order = await counter.order();
    const { id } = expectOk(expectSynchronous(counter.pay(order)));
    expect(listMovements()).toEqual([]);
    await counter.advance(100);
    expect(counter.get(id).state).toBe('paid');
    const expectedMovements = [{ kind: 'payment', amount: order.due.amount, intent_id: id }];
    expect(listMovements()).toEqual(expectedMovements);
    counter.restart();
    await counter.advance(60_000);
    expect(listMovements()).toEqual(expectedMovements);
  });

  it('records the money of a cash-out when it is handed over, not when it is confirmed', async () => {
    counter.billers.set(20001, createTestBiller({ id: 20001, kind: 'partner' }));
    counter.settings.cashOutBillers = [20001];
    const { id } = expectOk(await counter.payOut({ billerId: 20001, amount: '300.00' }));
    await counter.advance(100);
    counter.setPrintJobState(id, 'printed');
    expect(counter.get(id)).toMatchObject({ state: 'paid', handOver: 'now' });
    expect(listMovements()).toEqual([]);
    expectOk(counter.payments.confirmHandOver({ paymentId: id }, ANA));
    expect(listMovements()).toEqual([{ kind: 'cash-out', amount: '-300.00', intent_id: id }]);
  });

  it('rejects prepare and pay without an open shift if shifts are required', async () => {
    const order = await counter.order();
    counter.shifts = 'required';
    const needed = { kind: 'shift', reason: 'needed' };
    expect(expectProblem(expectSynchronous(counter.pay(order)))).toEqual(needed);
    expect(expectProblem(await counter.prepare())).toEqual(needed);
    expect(counter.rows('SELECT id FROM intents')).toEqual([]);
    expect(counter.rows('SELECT id FROM shifts')).toEqual([]);
  });
});
