import { afterEach, beforeEach } from 'vitest';
import type { Basket, Order, Result } from '../../../../shared/contract/index.ts';
import { ANA, createTestCounter, expectOk, type TestCounter } from '../testing/index.ts';

export const MINUTE = 60_000;
export const toPesos = (amount: string) => ({ amount, currency: 'MXN' });

/** A test counter with a cashier's calls for a basket. */
export interface BasketCounter {
  readonly counter: TestCounter;
  getBasket(id: string): Basket;
  add(order: Order): Basket;
  pay(id: string, cash: string): Basket;
  /** Presses F12 for the next item that the screen shows. */
  sendRest(id: string): Basket;
  states(basket: Basket): unknown[];
  /** Adds bills of these amounts, each to a different account. */
  fillBasket(...amounts: string[]): Promise<Basket>;
}

export function createBasketCounter(version?: 'v1.6' | 'v3.3'): BasketCounter {
  let counter: TestCounter;
  beforeEach(() => {
    counter = createTestCounter(version === undefined ? {} : { version });
  });
  afterEach(() => counter.close());

  const getBasket = (id: string): Basket =>
    expectOk(counter.payments.basket.get({ basketId: id }, ANA));
  const add = (order: Order): Basket =>
    expectOk(counter.payments.basket.add({ orderId: order.id, acknowledged: ['in-basket'] }, ANA));
  return {
    get counter() {
      return counter;
    },
    getBasket,
    add,
    pay: (id, cash) =>
      expectOk(
        expectSynchronousBasket(
          counter.payments.basket.pay({ basketId: id, cash: toPesos(cash) }, ANA),
        ),
      ),
    sendRest: (id) => {
      const next = getNextUnsentNumber(getBasket(id));
      return expectOk(counter.payments.basket.sendRest({ basketId: id, next }, ANA));
    },
    states: (basket) => basket.items.map(({ payment }) => payment?.state ?? null),
    fillBasket: async (...amounts) => {
      let basket: Basket | null = null;
      for (const [index, amount] of amounts.entries()) {
        basket = add(await counter.order({ amount, account: String(index + 1) }));
      }
      if (basket === null) throw new Error('nothing was added');
      return basket;
    },
  };
}

/** The number of the first item that was not sent. */
export function getNextUnsentNumber(basket: Basket): number {
  return basket.items.find(({ payment }) => payment === null)?.number ?? 1;
}

/** Returns the result of an F12 call that is synchronous, because no probe is necessary. */
export function expectSynchronousBasket<Value>(
  paid: Result<Value> | Promise<Result<Value>>,
): Result<Value> {
  if (paid instanceof Promise) throw new Error('expected a synchronous result');
  return paid;
}
