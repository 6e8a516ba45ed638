import { describe, expect, it } from 'vitest';
import { StorageError } from '../../../ledger/index.ts';
import {
  ANA,
  createTestBiller,
  expectOk,
  expectProblem,
  LUIS,
  NEVER_ARRIVES,
} from '../testing/index.ts';
import {
  createBasketCounter,
  expectSynchronousBasket,
  MINUTE,
  toPesos,
} from './basket-calls.fixture.ts';

const at = createBasketCounter();
const { getBasket, add, pay, sendRest, states, fillBasket } = at;

describe('a restart', () => {
  it.each([0, 10, 25, 45])(
    'sends no remaining item before F12 if the till restarts after %d ms',
    async (after) => {
      const { id } = await fillBasket('100.00', '200.00', '300.00');
      pay(id, '600.00');
      await at.counter.advance(after);
      at.counter.restart();
      const sent = at.counter.service.sentRequests.length;
      await at.counter.advance(20 * MINUTE);
      expect(at.counter.service.sentRequests).toHaveLength(sent);
      expect(expectOk(at.counter.payments.basket.current({}, ANA))?.id).toBe(id);
      for (let press = 0; press < 3 && getBasket(id).state === 'waiting'; press += 1) {
        sendRest(id);
        await at.counter.advance(2000);
      }
      await at.counter.advance(20 * MINUTE);
      const done = getBasket(id);
      expect(done.state).toBe('settled');
      const paid = states(done).filter((state) => state === 'paid').length;
      expect(at.counter.service.performed.size).toBe(paid);
      expect(at.counter.rows('SELECT order_id FROM intents')).toHaveLength(3);
    },
  );

  it('sends nothing after a restart when the amount due has changed', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    at.counter.service.fates.push(NEVER_ARRIVES);
    pay(id, '300.00');
    at.counter.restart();
    at.counter.settings.customerFee = {
      kind: 'fixed',
      utility: '7.00',
      'top-up': '7.00',
      'gift-card': '7.00',
      partner: '7.00',
    };
    sendRest(id);
    await at.counter.advance(1000);
    expect(getBasket(id)).toMatchObject({
      state: 'waiting',
      stoppedBy: { kind: 'basket', reason: 'changed' },
    });
    expect(at.counter.service.sentRequests).toHaveLength(1);
  });

  it('sends nothing before another F12 if the commit of the basket failed after the write', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    at.counter.fault = (call) => {
      if (call !== 'after-commit') return;
      // Only the commit of the basket fails. A later commit would succeed, and its item be sent.
      at.counter.fault = () => {};
      throw new StorageError('failed', 'ledger', null);
    };
    const first = expectSynchronousBasket(
      at.counter.payments.basket.pay({ basketId: id, cash: toPesos('300.00') }, ANA),
    );
    expect(first.ok).toBe(true);
    await at.counter.advance(MINUTE);
    expect(at.counter.service.sentRequests).toHaveLength(0);
    expect(getBasket(id).state).toBe('waiting');
    for (let press = 0; press < 3 && getBasket(id).state === 'waiting'; press += 1) {
      sendRest(id);
      await at.counter.advance(20 * MINUTE);
    }
    expect(at.counter.rows('SELECT order_id FROM intents')).toHaveLength(2);
    expect(getBasket(id).state).toBe('settled');
  });
});

describe('a stop of the program', () => {
  it('reports no change of a basket, and no error, once the program has stopped', async () => {
    const errors: object[] = [];
    at.counter.log = { ...at.counter.log, error: (fields: object) => errors.push(fields) };
    at.counter.restart();
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '300.00');
    const other = await at.counter.order({ account: '9', cashier: LUIS });
    expectOk(at.counter.payments.basket.add({ orderId: other.id, acknowledged: [] }, LUIS));
    const { length } = at.counter.basketChanges;
    at.counter.restart();
    await at.counter.advance(20 * MINUTE);
    expect(at.counter.basketChanges).toHaveLength(length);
    expect(errors).toEqual([]);
  });
});

describe('a lock', () => {
  it('completes the item in flight at a lock, and sends nothing more before F12', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '300.00');
    at.counter.payments.handleSessionChange();
    await at.counter.advance(MINUTE);
    expect(states(getBasket(id))).toEqual(['paid', null]);
    expect(at.counter.service.sentRequests).toHaveLength(1);
    const other = at.counter.payments.basket.sendRest({ basketId: id, next: 2 }, LUIS);
    expect(expectProblem(other)).toEqual({ kind: 'basket', reason: 'not-yours' });
    sendRest(id);
    await at.counter.advance(1000);
    expect(getBasket(id).state).toBe('settled');
  });
});

describe('a lock before the next item', () => {
  it('asks neither printer nor service for the next item', async () => {
    at.counter.billers.set(30001, createTestBiller({ id: 30001, kind: 'gift-card' }));
    add(await at.counter.order({ amount: '100.00', account: '1' }));
    const { id } = add(await at.counter.order({ kind: 'gift-card', billerId: 30001 }));
    pay(id, '200.00');
    at.counter.payments.handleSessionChange();
    const calls: string[] = [];
    at.counter.portCall = (name) => calls.push(name);
    await at.counter.advance(MINUTE);
    expect(states(getBasket(id))).toEqual(['paid', null]);
    expect(calls).not.toContain('paper.checkReady');
  });
});

describe('a lock while an order is prepared again', () => {
  it('sends nothing before F12 if the till is locked while an order is prepared again', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    at.counter.service.fates.push(NEVER_ARRIVES);
    pay(id, '300.00');
    at.counter.restart();
    await at.counter.advance(20 * MINUTE);
    const { length } = at.counter.service.sentRequests;
    sendRest(id);
    at.counter.payments.handleSessionChange();
    await at.counter.advance(MINUTE);
    expect(at.counter.service.sentRequests).toHaveLength(length);
    expect(getBasket(id)).toMatchObject({ state: 'waiting', stoppedBy: null });
    sendRest(id);
    await at.counter.advance(MINUTE);
    expect(getBasket(id).state).toBe('settled');
  });
});
