import { describe, expect, it } from 'vitest';
import {
  ANA,
  ANSWER_LOST,
  createRefusal,
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

describe('a successful basket', () => {
  it('sends items one after the other, each with its own intent and receipt, and computes one change', async () => {
    const { id, due } = await fillBasket('100.00', '250.50', '49.50');
    expect(due).toEqual(toPesos('400.00'));
    expect(at.counter.rows('SELECT id FROM intents')).toEqual([]);
    const first = pay(id, '500.00');
    expect(first).toMatchObject({ state: 'sending', giveBack: null });
    expect(states(first)).toEqual(['sending', null, null]);
    expect(at.counter.service.sentRequests).toHaveLength(1);
    await at.counter.advance(1000);
    const done = getBasket(id);
    expect(states(done)).toEqual(['paid', 'paid', 'paid']);
    expect(done).toMatchObject({
      state: 'settled',
      giveBack: toPesos('100.00'),
      shares: {
        paid: toPesos('400.00'),
        refused: toPesos('0.00'),
        unknown: toPesos('0.00'),
        notSent: toPesos('0.00'),
        over: toPesos('100.00'),
      },
    });
    const keys = at.counter.rows('SELECT DISTINCT external_id, idempotency_key FROM intents');
    expect(keys).toHaveLength(3);
    expect(at.counter.rows("SELECT 1 FROM print_jobs WHERE kind = 'original'")).toHaveLength(3);
    const moved = at.counter.rows('SELECT amount FROM cash_movements ORDER BY number');
    expect(moved).toEqual([{ amount: '100.00' }, { amount: '250.50' }, { amount: '49.50' }]);
    expect(done.items[1]?.payment?.basket).toEqual({ id, number: 2, of: 3 });
    expect(at.counter.payments.basket.listUnfinishedIds()).toEqual([id]);
    expect(expectOk(at.counter.payments.basket.end({ basketId: id }, ANA)).state).toBe('ended');
    expect(at.counter.payments.basket.listUnfinishedIds()).toEqual([]);
    expect(expectOk(at.counter.payments.basket.current({}, ANA))).toBeNull();
    expect(expectOk(at.counter.payments.current({}, ANA))).toBeNull();
    expect(at.counter.rows('SELECT 1 FROM outcomes WHERE seen_at IS NULL')).toEqual([]);
  });

  it('writes items and tender before the first byte, and each intent only just before its item is sent', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    let before: unknown[] = [];
    const { send } = at.counter.service;
    at.counter.service.send = (...sent: Parameters<typeof send>) => {
      before = at.counter.rows(
        'SELECT json_array_length(items) AS items, cash, (SELECT count(*) FROM intents) AS intents FROM baskets',
      );
      at.counter.service.send = send;
      return send.apply(at.counter.service, sent);
    };
    pay(id, '300.00');
    expect(before).toEqual([{ items: 2, cash: '300.00', intents: 1 }]);
  });

  it('sends a basket once for repeated F12 presses', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '300.00');
    pay(id, '900.00');
    sendRest(id);
    await at.counter.advance(30);
    sendRest(id);
    await at.counter.advance(1000);
    expect(getBasket(id)).toMatchObject({ state: 'settled', cash: toPesos('300.00') });
    expect(at.counter.service.sentRequests).toHaveLength(2);
    expect(at.counter.service.performed.size).toBe(2);
  });
});

describe('a basket item', () => {
  it('rejects a separate payment of an order that is in a basket', async () => {
    const order = await at.counter.order();
    const { id } = add(order);
    expect(expectProblem(await at.counter.pay(order))).toEqual({
      kind: 'not-found',
      what: 'order',
    });
    expect(add(order).items).toHaveLength(1);
    expect(expectOk(at.counter.payments.basket.remove({ orderId: order.id }, ANA))).toBeNull();
    const gone = expectSynchronousBasket(
      at.counter.payments.basket.pay({ basketId: id, cash: toPesos('100.00') }, ANA),
    );
    expect(expectProblem(gone)).toEqual({ kind: 'not-found', what: 'basket' });
    expect(at.counter.service.sentRequests).toEqual([]);
  });

  it('rejects a cash-out and an order with an undecided warning', async () => {
    at.counter.billers.set(20001, createTestBiller({ id: 20001, kind: 'partner' }));
    at.counter.settings.cashOutBillers = [20001];
    const out = await at.counter.order({ kind: 'cash-out', billerId: 20001 });
    const { basket } = at.counter.payments;
    expect(expectProblem(basket.add({ orderId: out.id, acknowledged: [] }, ANA))).toEqual({
      kind: 'basket',
      reason: 'cash-out',
    });
    add(await at.counter.order({ amount: '100.00' }));
    const same = await at.counter.order({ amount: '100.00' });
    expect(same.warnings).toEqual([
      { kind: 'in-basket', amount: toPesos('100.00'), isSameAmount: true },
    ]);
    const other = await at.counter.order({ amount: '70.00' });
    expect(other.warnings).toEqual([
      { kind: 'in-basket', amount: toPesos('100.00'), isSameAmount: false },
    ]);
    for (const order of [same, other]) {
      const added = basket.add({ orderId: order.id, acknowledged: [] }, ANA);
      expect(expectProblem(added)).toMatchObject({ field: 'acknowledged', reason: 'in-basket' });
    }
    expect(add(same).items).toHaveLength(2);
  });

  it('warns of an item in the basket that was added after the order was prepared', async () => {
    const first = await at.counter.order();
    const second = await at.counter.order();
    expect(second.warnings).toEqual([]);
    add(first);
    const added = at.counter.payments.basket.add({ orderId: second.id, acknowledged: [] }, ANA);
    expect(expectProblem(added)).toMatchObject({ reason: 'in-basket' });
  });

  it('stores the account kind of an item, and reads items of earlier versions without one', async () => {
    at.counter.billers.set(40, createTestBiller({ id: 40, billType: 'phone_number' }));
    const { id, items } = add(await at.counter.order({ billerId: 40 }));
    expect(items[0]?.accountIs).toBe('phone');
    pay(id, '900.00');
    expect(getBasket(id).items[0]?.accountIs).toBe('phone');
    at.counter.rows('DROP TRIGGER baskets_are_not_changed');
    at.counter.rows("UPDATE baskets SET items = json_remove(items, '$[0].accountIs')");
    expect(getBasket(id).items[0]?.accountIs).toBe('account');
  });

  it('sends two identical items if the cashier acknowledged the warning', async () => {
    add(await at.counter.order({ amount: '100.00' }));
    const { id } = add(await at.counter.order({ amount: '100.00' }));
    pay(id, '200.00');
    await at.counter.advance(5000);
    expect(at.counter.service.sentRequests).toHaveLength(2);
    expect(getBasket(id).items.every(({ payment }) => payment !== null)).toBe(true);
  });

  it('expires a basket that was never paid, and reports that', async () => {
    const { id } = await fillBasket('100.00');
    at.counter.basketChanges.length = 0;
    await at.counter.advance(16 * MINUTE);
    expect(at.counter.basketChanges).toEqual([id]);
    expect(expectOk(at.counter.payments.basket.current({}, ANA))).toBeNull();
    const late = expectSynchronousBasket(
      at.counter.payments.basket.pay({ basketId: id, cash: toPesos('100.00') }, ANA),
    );
    expect(expectProblem(late)).toEqual({ kind: 'not-found', what: 'basket' });
  });

  it('keeps a basket for 15 minutes after its last item, and reports only then that it expired', async () => {
    const { id } = await fillBasket('100.00');
    await at.counter.advance(10 * MINUTE);
    add(await at.counter.order({ account: '9' }));
    at.counter.basketChanges.length = 0;
    await at.counter.advance(14 * MINUTE);
    expect(at.counter.basketChanges).toEqual([]);
    expect(getBasket(id).items).toHaveLength(2);
    await at.counter.advance(2 * MINUTE);
    expect(at.counter.basketChanges).toEqual([id]);
  });

  it('rejects a basket without enough cash or without a required shift', async () => {
    const { id } = await fillBasket('100.00', '50.00');
    const { basket } = at.counter.payments;
    const short = expectSynchronousBasket(
      basket.pay({ basketId: id, cash: toPesos('149.99') }, ANA),
    );
    expect(expectProblem(short)).toMatchObject({ kind: 'amount', reason: 'cash-too-little' });
    at.counter.shifts = 'required';
    const closed = expectSynchronousBasket(
      basket.pay({ basketId: id, cash: toPesos('150.00') }, ANA),
    );
    expect(expectProblem(closed)).toEqual({ kind: 'shift', reason: 'needed' });
    expect(at.counter.rows('SELECT id FROM baskets')).toEqual([]);
  });
});

describe('a refused item', () => {
  it('sends the next item after a refused one and returns its money with the change', async () => {
    const { id } = await fillBasket('100.00', '200.00', '300.00');
    at.counter.service.fates.push(
      { arrives: 20, answers: 30 },
      { arrives: 20, answers: 30, answer: createRefusal('R2') },
    );
    pay(id, '1000.00');
    await at.counter.advance(1000);
    const done = getBasket(id);
    expect(states(done)).toEqual(['paid', 'rejected', 'paid']);
    expect(done.items[1]?.payment?.code).toBe('R2');
    expect(done).toMatchObject({
      state: 'settled',
      giveBack: toPesos('600.00'),
      shares: { paid: toPesos('400.00'), refused: toPesos('200.00'), over: toPesos('400.00') },
    });
  });
});

describe('an unknown outcome in a basket', () => {
  it('sends nothing more before F12 after an unknown outcome, and shows the change once it is known', async () => {
    const { id } = await fillBasket('100.00', '200.00', '300.00');
    at.counter.service.fates.push(NEVER_ARRIVES);
    pay(id, '700.00');
    await at.counter.advance(65_000);
    const waiting = getBasket(id);
    expect(states(waiting)).toEqual(['unknown', null, null]);
    expect(waiting).toMatchObject({
      state: 'waiting',
      canContinue: true,
      giveBack: null,
      shares: { unknown: toPesos('100.00'), notSent: toPesos('500.00'), over: toPesos('100.00') },
    });
    await at.counter.advance(5 * MINUTE);
    expect(at.counter.service.sentRequests).toHaveLength(1);
    sendRest(id);
    await at.counter.advance(1000);
    expect(getBasket(id)).toMatchObject({ state: 'open', giveBack: null });
    const end = at.counter.payments.basket.end({ basketId: id }, ANA);
    expect(expectProblem(end)).toEqual({ kind: 'basket', reason: 'not-now' });
    expectOk(at.counter.payments.basket.leave({ basketId: id }, ANA));
    expect(expectOk(at.counter.payments.basket.current({}, ANA))).toBeNull();
    expect(expectOk(at.counter.payments.basket.unfinished({}, LUIS))).toMatchObject([{ id }]);
    await at.counter.advance(30 * MINUTE);
    const resolved = getBasket(id);
    expect(states(resolved)).toEqual(['not-performed', 'paid', 'paid']);
    expect(resolved).toMatchObject({ state: 'settled', giveBack: toPesos('200.00') });
    expectOk(at.counter.payments.basket.end({ basketId: id }, LUIS));
    expect(expectOk(at.counter.payments.basket.unfinished({}, ANA))).toEqual([]);
  });

  it('returns the money of the unsent items after a stop, and never sends them', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    at.counter.service.fates.push(ANSWER_LOST);
    pay(id, '300.00');
    await at.counter.advance(65_000);
    if (getBasket(id).state === 'waiting') {
      expectOk(at.counter.payments.basket.discardRest({ basketId: id }, ANA));
    }
    await at.counter.advance(MINUTE);
    expect(getBasket(id)).toMatchObject({
      state: 'settled',
      giveBack: toPesos('200.00'),
      shares: { paid: toPesos('100.00'), notSent: toPesos('200.00') },
    });
    const again = at.counter.payments.basket.sendRest({ basketId: id, next: 2 }, ANA);
    expect(expectProblem(again)).toEqual({ kind: 'basket', reason: 'not-now' });
    expect(at.counter.service.sentRequests).toHaveLength(1);
  });
});
