import { describe, expect, it, vi } from 'vitest';
import { MAX_BASKET_ITEMS } from '../../../../shared/contract/index.ts';
import { StorageError } from '../../../ledger/index.ts';
import {
  ANA,
  ANSWER_LOST,
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

const NOT_READY = { kind: 'not-connected', reason: 'not-ready' };
const NO_BASKET = { kind: 'not-found', what: 'basket' };
const NOT_NOW = { kind: 'basket', reason: 'not-now' };

const tryPay = (basketId: string, cash = '100.00', cashier = ANA) =>
  expectSynchronousBasket(
    at.counter.payments.basket.pay({ basketId, cash: toPesos(cash) }, cashier),
  );
const tryAdd = (orderId: string, cashier = ANA) =>
  at.counter.payments.basket.add({ orderId, acknowledged: ['in-basket'] }, cashier);

/** A basket of three whose second item is unknown, so that the third waits. */
async function createWaitingBasket(): Promise<string> {
  const { id } = await fillBasket('100.00', '200.00', '300.00');
  at.counter.service.fates.push({ arrives: 20, answers: 30 }, NEVER_ARRIVES);
  pay(id, '700.00');
  await at.counter.advance(2 * MINUTE);
  expect(states(getBasket(id))).toEqual(['paid', 'unknown', null]);
  // The unknown payment says itself why the basket stopped.
  expect(getBasket(id)).toMatchObject({ state: 'waiting', stoppedBy: null });
  return id;
}

describe('adding an item', () => {
  it(`takes ${MAX_BASKET_ITEMS} items, and no more`, async () => {
    await fillBasket(...Array.from({ length: MAX_BASKET_ITEMS }, () => '10.00'));
    const order = await at.counter.order({ account: '999' });
    expect(expectProblem(tryAdd(order.id))).toEqual({ kind: 'basket', reason: 'full' });
  });

  it('takes no item in another currency, and no order of another cashier', async () => {
    await fillBasket('10.00');
    const order = await at.counter.order({ account: '999' });
    expect(expectProblem(tryAdd(order.id, LUIS))).toEqual({ kind: 'not-found', what: 'order' });
    expect(expectProblem(tryAdd('another'))).toEqual({ kind: 'not-found', what: 'order' });
    at.counter.settings.shopCurrency = 'USD';
    at.counter.settings.accountCurrency = 'USD';
    at.counter.billers.set(40, createTestBiller({ currency: 'USD' }));
    const pendingOrder = at.counter.payments.prepare(
      {
        kind: 'bill',
        billerId: 40,
        accountNumber: '998',
        nameOnAccount: null,
        amount: { amount: '5', currency: 'USD' },
        balanceId: null,
      },
      ANA,
    );
    await at.counter.advance(10);
    const dollars = expectOk(await pendingOrder);
    expect(expectProblem(tryAdd(dollars.id))).toEqual({
      kind: 'amount',
      reason: 'wrong-currency',
      limit: null,
    });
  });

  it('takes no order whose service client was replaced', async () => {
    const order = await at.counter.order();
    at.counter.isServiceAvailable = false;
    expect(expectProblem(tryAdd(order.id))).toEqual({ kind: 'not-found', what: 'order' });
  });

  it('takes no item while a basket of the cashier is being sent', async () => {
    const { id } = await fillBasket('100.00');
    const order = await at.counter.order({ account: '999' });
    pay(id, '100.00');
    expect(expectProblem(tryAdd(order.id))).toEqual({ kind: 'basket', reason: 'sent' });
  });

  it('reports each added and removed item, and shows the draft', async () => {
    const order = await at.counter.order({ amount: '10.00', account: '1' });
    const { id } = add(order);
    await at.counter.payments.basket.remove({ orderId: 'another' }, LUIS);
    expect(at.counter.basketChanges).toEqual([id]);
    expect(getBasket(id)).toMatchObject({
      id,
      number: null,
      state: 'collecting',
      cashierId: ANA.id,
      cashierName: ANA.name,
      createdAt: null,
      due: toPesos('10.00'),
      cash: null,
      canContinue: false,
      isStopped: false,
      isRestored: false,
      stoppedBy: null,
      items: [{ number: 1, orderId: order.id, amount: toPesos('10.00'), payment: null }],
    });
    await at.counter.payments.basket.remove({ orderId: order.id }, ANA);
    expect(at.counter.basketChanges).toEqual([id, id]);
  });

  it('adds an order once, also beside other items', async () => {
    const order = await at.counter.order({ amount: '10.00', account: '1' });
    add(order);
    add(await at.counter.order({ amount: '20.00', account: '2' }));
    expect(add(order).items).toHaveLength(2);
  });

  it('keeps the other items when one is removed', async () => {
    const { items, id } = await fillBasket('10.00', '20.00');
    const [first] = items;
    const removed = at.counter.payments.basket.remove({ orderId: first?.orderId ?? '' }, ANA);
    expect(expectOk(removed)).toMatchObject({ id, due: toPesos('20.00') });
  });
});

describe('F12 of a basket', () => {
  /** Calls `work` before each report of a basket's change. */
  const onReport = (work: () => void): void => {
    at.counter.portCall = (name) => {
      if (name === 'ports.onBasketChange') work();
    };
  };

  it('reports the basket when it is on disk, after each item, and once nothing more is sent', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    const reported: string[] = [];
    onReport(() => reported.push(getBasket(id).state));
    pay(id, '300.00');
    await at.counter.advance(1000);
    expect(reported).toEqual(['waiting', 'sending', 'sending', 'settled']);
  });

  it('sends the basket although its change cannot be reported', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    onReport(() => {
      throw new Error('the page is gone');
    });
    expect(pay(id, '300.00').state).toBe('sending');
    await at.counter.advance(1000);
    expect(getBasket(id)).toMatchObject({ state: 'settled', stoppedBy: null });
  });

  it('counts as sending from F12 to the last answer', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    const { basket } = at.counter.payments;
    expect(basket.isSending()).toBe(false);
    pay(id, '300.00');
    await at.counter.advance(60);
    expect(basket.isSending()).toBe(true);
    await at.counter.advance(1000);
    expect(basket.isSending()).toBe(false);
  });

  it('sends no basket of another cashier, none that is unknown, and none while payments finish', async () => {
    const { id } = await fillBasket('100.00');
    expect(expectProblem(tryPay(id, '100.00', LUIS))).toEqual(NO_BASKET);
    expect(expectProblem(tryPay('another'))).toEqual(NO_BASKET);
    void at.counter.payments.finish();
    expect(expectProblem(tryPay(id))).toEqual(NOT_READY);
    expect(at.counter.rows('SELECT id FROM baskets')).toEqual([]);
  });

  it('keeps the draft if the basket cannot be written, and sends it later', async () => {
    const { id } = await fillBasket('100.00');
    at.counter.fault = (call) => {
      if (call === 'before-commit') throw new StorageError('full', 'ledger', null);
    };
    expect(expectProblem(tryPay(id))).toMatchObject({ kind: 'storage', reason: 'full' });
    at.counter.fault = () => {};
    const { diskSpace } = at.counter.database;
    const full = vi.spyOn(diskSpace, 'assertEnough').mockImplementationOnce(() => {
      throw new StorageError('full', 'ledger', null);
    });
    expect(expectProblem(tryPay(id))).toMatchObject({ kind: 'storage', reason: 'full' });
    full.mockRestore();
    expect(at.counter.service.sentRequests).toEqual([]);
    expect(pay(id, '100.00').state).toBe('sending');
  });

  it('stops with the problem of an item that breaks, until F12', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '300.00');
    let commits = 0;
    at.counter.fault = (call) => {
      commits += call === 'before-commit' ? 1 : 0;
      // The first is the answer of the first item.
      if (commits > 1) throw new Error('broken');
    };
    await at.counter.advance(1000);
    at.counter.fault = () => {};
    const stopped = getBasket(id);
    expect(stopped).toMatchObject({
      canContinue: true,
      stoppedBy: { kind: 'internal', reference: id },
    });
    sendRest(id);
    expect(getBasket(id).stoppedBy).toBe(null);
  });

  it('forgets the problem of a stop at F12, also if the next item is unknown', async () => {
    const { id } = await fillBasket('100.00', '200.00', '300.00');
    pay(id, '600.00');
    at.counter.isServiceAvailable = false;
    await at.counter.advance(1000);
    expect(getBasket(id).stoppedBy).toEqual(NOT_READY);
    at.counter.isServiceAvailable = true;
    at.counter.service.fates.push(NEVER_ARRIVES);
    sendRest(id);
    await at.counter.advance(2 * MINUTE);
    expect(states(getBasket(id))).toEqual(['paid', 'unknown', null]);
    expect(getBasket(id)).toMatchObject({ state: 'waiting', stoppedBy: null });
  });

  it('waits while another cashier’s basket is being sent', async () => {
    const id = await createWaitingBasket();
    const order = await at.counter.order({ account: '9', cashier: LUIS });
    const input = { orderId: order.id, acknowledged: [] };
    const other = expectOk(at.counter.payments.basket.add(input, LUIS));
    expect(expectOk(tryPay(other.id, '100.00', LUIS)).state).toBe('sending');
    expect(getBasket(id).state).toBe('waiting');
  });

  it('writes no error once every item is sent', async () => {
    const errors: unknown[] = [];
    at.counter.log = { ...at.counter.log, error: (fields: object) => errors.push(fields) };
    at.counter.restart();
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '300.00');
    await at.counter.advance(1000);
    expect(states(getBasket(id))).toEqual(['paid', 'paid']);
    expect(errors).toEqual([]);
  });

  it('names the disk as the reason of the stop, until the rest is discarded', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '300.00');
    let isDiskBroken = false;
    at.counter.portCall = (name) => {
      // The report after the first item: the ledger is read for the next one.
      if (name === 'ports.onBasketChange') isDiskBroken = true;
      if (name !== 'database.prepare' || !isDiskBroken) return;
      at.counter.portCall = () => {};
      throw new StorageError('failed', 'ledger', null);
    };
    await at.counter.advance(1000);
    expect(getBasket(id).stoppedBy).toMatchObject({ kind: 'storage', reason: 'failed' });
    const input = { basketId: id };
    expectOk(at.counter.payments.basket.discardRest(input, ANA));
    expect(getBasket(id)).toMatchObject({ state: 'settled', stoppedBy: null });
  });

  it('names the full disk that keeps the next item from being sent, until F12', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '300.00');
    const full = vi.spyOn(at.counter.database.diskSpace, 'assertEnough').mockImplementation(() => {
      throw new StorageError('full', 'ledger', null);
    });
    await at.counter.advance(1000);
    expect(getBasket(id).stoppedBy).toMatchObject({ kind: 'storage', reason: 'full' });
    expect(at.counter.service.sentRequests).toHaveLength(1);
    full.mockRestore();
    sendRest(id);
    await at.counter.advance(1000);
    expect(states(getBasket(id))).toEqual(['paid', 'paid']);
  });

  it('sends no next item while payments finish', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '300.00');
    void at.counter.payments.finish();
    await at.counter.advance(1000);
    expect(getBasket(id)).toMatchObject({ state: 'waiting', stoppedBy: NOT_READY });
    expect(at.counter.service.sentRequests).toHaveLength(1);
  });

  it('sends no next item with another service client than the one that prepared it', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '300.00');
    at.counter.isServiceAvailable = false;
    await at.counter.advance(1000);
    expect(getBasket(id)).toMatchObject({ state: 'waiting', stoppedBy: NOT_READY });
    expect(at.counter.service.sentRequests).toHaveLength(1);
  });

  it('sends no next item without a shift', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '300.00');
    at.counter.shifts = 'required';
    at.counter.database.commit(() =>
      at.counter.database.prepare("UPDATE shifts SET closed_at = '2026-01-15T12:00:00.000Z'").run(),
    );
    await at.counter.advance(1000);
    expect(getBasket(id)).toMatchObject({
      state: 'waiting',
      stoppedBy: { kind: 'shift', reason: 'needed' },
    });
    expect(at.counter.service.sentRequests).toHaveLength(1);
  });
});

describe('the rest of a basket', () => {
  const basketCalls = () => at.counter.payments.basket;

  it('sends the rest only for its cashier, and not while payments finish', async () => {
    const id = await createWaitingBasket();
    const tryRest = (basketId: string, cashier = ANA) =>
      basketCalls().sendRest({ basketId, next: 3 }, cashier);
    expect(expectProblem(tryRest('another'))).toEqual(NO_BASKET);
    expect(expectProblem(tryRest(id, LUIS))).toEqual({ kind: 'basket', reason: 'not-yours' });
    expect(expectOk(basketCalls().get({ basketId: id }, LUIS)).canContinue).toBe(false);
    expect(getBasket(id).canContinue).toBe(true);
    void at.counter.payments.finish();
    expect(expectProblem(tryRest(id))).toEqual(NOT_READY);
    expect(at.counter.service.sentRequests).toHaveLength(2);
  });

  it('sends no other item while one is sent again', async () => {
    const id = await createWaitingBasket();
    const paymentId = getBasket(id).items[1]?.payment?.id ?? '';
    at.counter.service.fates.push({ arrives: 20, answers: 5000 });
    expectOk(await at.counter.sendAgain(paymentId));
    expect(sendRest(id).state).toBe('sending');
    await at.counter.advance(2000);
    expect(at.counter.service.sentRequests).toHaveLength(3);
    await at.counter.advance(10_000);
    expect(states(getBasket(id))).toEqual(['paid', 'paid', null]);
  });

  it('sends nothing once no item is left', async () => {
    const { id } = await fillBasket('100.00');
    at.counter.service.fates.push(NEVER_ARRIVES);
    pay(id, '100.00');
    await at.counter.advance(2 * MINUTE);
    expect(getBasket(id)).toMatchObject({ state: 'open', canContinue: false });
    expect(expectProblem(basketCalls().sendRest({ basketId: id, next: 1 }, ANA))).toEqual(NOT_NOW);
  });

  it('writes a decision about a basket only in its state, once', async () => {
    const id = await createWaitingBasket();
    const input = { basketId: id };
    expect(expectProblem(basketCalls().leave(input, ANA))).toEqual(NOT_NOW);
    expect(expectProblem(basketCalls().end(input, ANA))).toEqual(NOT_NOW);
    expect(expectProblem(basketCalls().end({ basketId: 'another' }, ANA))).toEqual(NO_BASKET);
    const changes = at.counter.basketChanges.length;
    const { wakeCount } = at.counter;
    const stop = () => expectOk(basketCalls().discardRest(input, ANA));
    expect([stop().isStopped, stop().isStopped]).toEqual([true, true]);
    expect(at.counter.basketChanges.slice(changes)).toEqual([id]);
    expect(at.counter.wakeCount).toBe(wakeCount + 1);
    const leave = () => expectOk(basketCalls().leave(input, ANA));
    leave();
    leave();
    const details = at.counter.rows(
      "SELECT kind, detail FROM audit WHERE kind LIKE 'basket-%' ORDER BY number",
    ) as { kind: string; detail: string }[];
    const facts = { basket: 1, payments: 3, sent: 2, cash: toPesos('700.00') };
    expect(details.map(({ kind, detail }) => [kind, JSON.parse(detail)])).toEqual([
      ['basket-stopped', facts],
      ['basket-left', facts],
    ]);
  });

  it('prints the item of a left basket once a cashier ends it', async () => {
    const { id } = await fillBasket('100.00');
    at.counter.service.fates.push(ANSWER_LOST);
    at.counter.service.lookUpFates.push('failed', 'failed', 'failed');
    pay(id, '100.00');
    await at.counter.advance(MINUTE + 500);
    expect(getBasket(id).state).toBe('open');
    expectOk(basketCalls().leave({ basketId: id }, ANA));
    expect(expectOk(basketCalls().current({}, ANA))).toBe(null);
    await at.counter.advance(MINUTE);
    expect(getBasket(id).state).toBe('settled');
    expect(at.counter.rows('SELECT kind FROM print_jobs')).toEqual([]);
    expectOk(basketCalls().end({ basketId: id }, ANA));
    expect(at.counter.rows('SELECT kind FROM print_jobs')).toEqual([{ kind: 'original' }]);
  });
});
