import { describe, expect, it } from 'vitest';
import { ANA, createTestBiller, expectOk, LUIS, NEVER_ARRIVES } from '../testing/index.ts';
import { createBasketCounter, MINUTE, toPesos } from './basket-calls.fixture.ts';

const at = createBasketCounter();
const { getBasket, add, pay, sendRest, fillBasket } = at;

describe('the guard against paying twice', () => {
  it('stops a basket for a new earlier payment although the cashier acknowledged another', async () => {
    const acknowledged = ['in-basket' as const, 'looks-like-earlier' as const];
    const paySeparately = async () => {
      const alone = await at.counter.order({ account: '2', amount: '200.00', cashier: LUIS });
      const input = { orderId: alone.id, cash: toPesos('200.00'), acknowledged };
      expectOk(await at.counter.payments.pay(input, LUIS));
      await at.counter.advance(1000);
    };
    await paySeparately();
    add(await at.counter.order({ amount: '100.00', account: '1' }));
    const second = await at.counter.order({ amount: '200.00', account: '2' });
    expect(second.warnings).toMatchObject([{ kind: 'looks-like-earlier' }]);
    const { id } = expectOk(
      at.counter.payments.basket.add({ orderId: second.id, acknowledged }, ANA),
    );
    at.counter.service.fates.push(NEVER_ARRIVES);
    pay(id, '300.00');
    await at.counter.advance(65_000);
    await paySeparately();
    // The order of an earlier run is prepared again, and warns of both payments.
    at.counter.restart();
    await at.counter.advance(20 * MINUTE);
    const { length } = at.counter.service.sentRequests;
    sendRest(id);
    await at.counter.advance(1000);
    expect(getBasket(id).stoppedBy).toEqual({ kind: 'basket', reason: 'warned' });
    expect(at.counter.service.sentRequests).toHaveLength(length);
  });

  it('warns of an unsent basket item, and stops the basket after a separate payment to its account', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    at.counter.service.fates.push(NEVER_ARRIVES);
    pay(id, '300.00');
    await at.counter.advance(65_000);
    const alone = await at.counter.order({ account: '2', amount: '200.00', cashier: LUIS });
    expect(alone.warnings).toMatchObject([{ kind: 'in-basket', isSameAmount: true }]);
    const paid = await at.counter.payments.pay(
      { orderId: alone.id, cash: toPesos('200.00'), acknowledged: ['in-basket'] },
      LUIS,
    );
    expectOk(paid);
    await at.counter.advance(1000);
    sendRest(id);
    await at.counter.advance(1000);
    expect(getBasket(id).stoppedBy).toEqual({ kind: 'basket', reason: 'warned' });
    expect(at.counter.service.sentRequests).toHaveLength(2);
  });
});

describe('the warning of an unsent item', () => {
  it('does not warn of the same account at another biller', async () => {
    at.counter.billers.set(41, createTestBiller({ id: 41 }));
    await fillBasket('100.00', '200.00');
    const order = await at.counter.order({ account: '2', billerId: 41 });
    expect(order.warnings).toEqual([]);
  });

  it('names the item of the same amount before any other', async () => {
    for (const amount of ['100.00', '70.00', '50.00'])
      add(await at.counter.order({ amount, account: '2' }));
    const { warnings } = await at.counter.order({ amount: '70.00', account: '2' });
    expect(warnings).toEqual([{ kind: 'in-basket', amount: toPesos('70.00'), isSameAmount: true }]);
  });

  it('does not take the same number in another currency for the same amount', async () => {
    add(await at.counter.order({ amount: '100.00', account: '2' }));
    at.counter.billers.set(40, createTestBiller({ currency: 'USD' }));
    const amount = { amount: '100.00', currency: 'USD' };
    const account = { billerId: 40, accountNumber: '2', nameOnAccount: null };
    const pendingOrder = at.counter.payments.prepare(
      { kind: 'bill', ...account, amount, balanceId: null },
      ANA,
    );
    await at.counter.advance(10);
    expect(expectOk(await pendingOrder).warnings).toMatchObject([
      { kind: 'in-basket', amount: toPesos('100.00'), isSameAmount: false },
    ]);
  });

  it('warns only of what may still be sent: not of a sent item, nor after the rest is discarded', async () => {
    const { id } = await fillBasket('200.00', '200.00', '200.00');
    at.counter.service.fates.push({ arrives: 20, answers: 30 }, NEVER_ARRIVES);
    pay(id, '600.00');
    await at.counter.advance(65_000);
    const warnings = async (account: string) =>
      (await at.counter.order({ account, amount: '200.00', cashier: LUIS })).warnings;
    expect(await warnings('1')).toMatchObject([{ kind: 'looks-like-earlier' }]);
    expect(await warnings('3')).toMatchObject([{ kind: 'in-basket' }]);
    expectOk(at.counter.payments.basket.discardRest({ basketId: id }, ANA));
    expect(await warnings('3')).toEqual([]);
  });
});

describe('a cancel', () => {
  it('returns the money of a cancelled item without changing the basket’s change', async () => {
    const { id } = await fillBasket('100.00', '200.00');
    pay(id, '500.00');
    await at.counter.advance(1000);
    const paymentId = getBasket(id).items[0]?.payment?.id ?? '';
    expect(getBasket(id).giveBack).toEqual(toPesos('200.00'));
    const approval = { cashierId: LUIS.id, pin: '2222' };
    const cancel = await at.counter.payments.cancel({ paymentId, reason: 'wrong', approval }, ANA);
    await at.counter.advance(1000);
    expect(expectOk(cancel).due).toEqual(toPesos('100.00'));
    expect(getBasket(id)).toMatchObject({ state: 'settled', giveBack: toPesos('200.00') });
  });
});
