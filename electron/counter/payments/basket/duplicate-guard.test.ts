import { describe, expect, it } from 'vitest';
import { ANA, expectOk, LUIS, NEVER_ARRIVES } from '../testing/index.ts';
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
