import { expect, it } from 'vitest';
import type { Cashier } from '../../../../shared/contract/index.ts';
import { ANA, expectOk, expectProblem, LUIS } from '../testing/index.ts';
import {
  createBasketCounter,
  expectSynchronousBasket,
  MINUTE,
  toPesos,
} from './basket-calls.fixture.ts';

/**
 * Another cashier continues with a customer whose basket was being collected when the till was
 * locked.
 */

const at = createBasketCounter();
const { add, fillBasket } = at;
const takeOverCandidate = (cashier = LUIS) =>
  expectOk(at.counter.payments.basket.takeOverCandidate({}, cashier));
const takeOver = (basketId: string, cashier = LUIS) =>
  at.counter.payments.basket.takeOver({ basketId }, cashier);

it('moves a draft basket to another cashier, who sends its items under their name', async () => {
  const { id, items } = await fillBasket('100.00', '200.00');
  expect(takeOverCandidate()).toMatchObject({ id, cashierName: 'Ana', items });
  expect(takeOverCandidate(ANA)).toBeNull();
  expect(expectOk(takeOver(id))).toMatchObject({ id, cashierName: 'Luis', items });
  expect(expectOk(takeOver(id))).toMatchObject({ id, items });
  expect(expectOk(at.counter.payments.basket.current({}, ANA))).toBeNull();
  expect(takeOverCandidate()).toBeNull();
  const byFirstCashier = at.counter.payments.basket.pay(
    { basketId: id, cash: toPesos('300.00') },
    ANA,
  );
  expect(expectProblem(expectSynchronousBasket(byFirstCashier))).toEqual({
    kind: 'not-found',
    what: 'basket',
  });
  const bySecondCashier = at.counter.payments.basket.pay(
    { basketId: id, cash: toPesos('300.00') },
    LUIS,
  );
  expect(expectOk(expectSynchronousBasket(bySecondCashier))).toMatchObject({
    state: 'sending',
    cashierName: 'Luis',
  });
  await at.counter.advance(1000);
  expect(at.counter.rows('SELECT cashier_id FROM intents')).toEqual([
    { cashier_id: 'luis' },
    { cashier_id: 'luis' },
  ]);
  expect(at.counter.service.performed.size).toBe(2);
  expect(expectProblem(takeOver(id, ANA))).toEqual({ kind: 'not-found', what: 'basket' });
});

it('rejects a takeover by a cashier who has a basket', async () => {
  const { id } = await fillBasket('100.00');
  const other = await at.counter.order({ amount: '50.00', account: '9', cashier: LUIS });
  const { basket } = at.counter.payments;
  const basketOfLuis = expectOk(basket.add({ orderId: other.id, acknowledged: [] }, LUIS));
  expect(takeOverCandidate()).toBeNull();
  expect(expectProblem(takeOver(id))).toEqual({ kind: 'basket', reason: 'not-now' });
  expect(expectOk(basket.current({}, LUIS))).toMatchObject({ id: basketOfLuis.id, items: [{}] });
  expect(expectOk(basket.current({}, ANA))).toMatchObject({ id, items: [{}] });
});

it('reports a takeover, and offers the basket to which an item was added last', async () => {
  const carla: Cashier = { id: 'carla', name: 'Carla', role: 'cashier' };
  const { basket } = at.counter.payments;
  const addFor = async (cashier: Cashier, account: string) => {
    const { id: orderId } = await at.counter.order({ account, cashier });
    return expectOk(basket.add({ orderId, acknowledged: [] }, cashier)).id;
  };
  const id = await addFor(ANA, '1');
  await addFor(LUIS, '2');
  await addFor(ANA, '3');
  expect(takeOverCandidate(carla)?.id).toBe(id);
  const { length } = at.counter.basketChanges;
  expectOk(takeOver(id, carla));
  expect(at.counter.basketChanges.slice(length)).toEqual([id]);
});

it('rejects a takeover by a cashier whose sent basket is not ended', async () => {
  const { id } = await fillBasket('100.00');
  const { id: orderId } = await at.counter.order({ account: '9', cashier: LUIS });
  const { basket } = at.counter.payments;
  const sent = expectOk(basket.add({ orderId, acknowledged: [] }, LUIS));
  expectOk(await basket.pay({ basketId: sent.id, cash: toPesos('100.00') }, LUIS));
  expect(takeOverCandidate()).toBeNull();
  expect(expectProblem(takeOver(id))).toEqual({ kind: 'basket', reason: 'sent' });
  await at.counter.advance(1000);
  expectOk(basket.end({ basketId: sent.id }, LUIS));
  expect(takeOverCandidate()).toMatchObject({ id });
});

it('offers no takeover of a sent or expired basket', async () => {
  const { id } = await fillBasket('100.00');
  expectOk(
    expectSynchronousBasket(
      at.counter.payments.basket.pay({ basketId: id, cash: toPesos('100') }, ANA),
    ),
  );
  expect(takeOverCandidate()).toBeNull();
  await at.counter.advance(1000);
  expectOk(at.counter.payments.basket.end({ basketId: id }, ANA));
  const late = add(await at.counter.order({ amount: '70.00', account: '3' }));
  await at.counter.advance(15 * MINUTE);
  expect(takeOverCandidate()).toBeNull();
  expect(expectProblem(takeOver(late.id))).toEqual({ kind: 'not-found', what: 'basket' });
});
