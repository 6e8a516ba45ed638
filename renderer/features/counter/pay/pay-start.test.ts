import { beforeEach, describe, expect, it } from 'vitest';
import { fail, ok, type Problem } from '../../../../shared/contract/index.ts';
import { createTillClient } from '../../../app/index.ts';
import { createFakeTill, type FakeTill } from '../../../app/testing/fake-till.ts';
import {
  createBalance,
  createBasket,
  createBiller,
  createCashState,
  createPayment,
} from '../../../app/testing/fake-values.ts';
import { createPayFlow, type PayRoute, readPayStart } from './pay-start.ts';

const ROUTE: PayRoute = { name: 'pay', billerId: 40 };
const COLLECTING = createBasket([null], {
  state: 'collecting',
  number: null,
  cash: null,
  shares: null,
});
const INTERNAL: Problem = { kind: 'internal', reference: 'r-1' };

let fake: FakeTill;
beforeEach(() => {
  fake = createFakeTill();
  fake.answer('payments.current', () => ok(null));
  fake.answer('basket.current', () => ok(null));
  fake.answer('cash.state', () => ok(createCashState()));
  fake.answer('catalog.biller', () =>
    ok({ biller: createBiller(), isListed: true, isFavourite: false }),
  );
});

const read = (changes: Partial<PayRoute> = {}, isBasketContinued = false) =>
  readPayStart(createTillClient(fake.bridge).call, { ...ROUTE, ...changes }, isBasketContinued);
const listCalls = () => fake.recordedCalls.map(({ name }) => name);

it('shows a payment in hand before anything else is read', async () => {
  fake.answer('payments.current', () => ok(createPayment()));
  expect(await read()).toMatchObject({ kind: 'in-hand', payment: { id: 'payment-1' } });
  expect(listCalls()).toEqual(['payments.current']);
});

it('starts no payment where the payment in hand was confirmed meanwhile', async () => {
  expect(await read({ isPaymentInHand: true })).toEqual({ kind: 'none-in-hand' });
  expect(listCalls()).toEqual(['payments.current']);
});

describe('while a basket is collected', () => {
  beforeEach(() => fake.answer('basket.current', () => ok(COLLECTING)));

  it('asks whose the payment is', async () => {
    expect(await read()).toMatchObject({ kind: 'ask-customer', basket: { id: COLLECTING.id } });
  });

  it('adds the payment of the same customer to it', async () => {
    expect(await read({}, true)).toMatchObject({ kind: 'new', basketId: COLLECTING.id });
  });

  it('keeps a cash-out apart from it', async () => {
    expect(await read({ isCashOut: true })).toMatchObject({ kind: 'new', basketId: null });
  });
});

it('needs an open shift before anything is typed', async () => {
  fake.answer('cash.state', () => ok(createCashState({ shifts: 'required', shift: null })));
  await expect(read()).rejects.toMatchObject({ problem: { kind: 'shift', reason: 'needed' } });
  expect(listCalls()).not.toContain('catalog.biller');
});

it('leaves the shift to the order if it cannot be read', async () => {
  fake.answer('cash.state', () => fail(INTERNAL));
  expect(await read()).toMatchObject({ kind: 'new', account: { from: 'cashier' } });
});

it.each(['payments.current', 'basket.current', 'catalog.biller'] as const)(
  'throws the problem of %s',
  async (name) => {
    fake.answer(name, () => fail(INTERNAL));
    await expect(read()).rejects.toMatchObject({ problem: INTERNAL });
  },
);

describe('an account that is known', () => {
  const till = { locale: 'es-MX', drpBillers: [], now: 0 } as const;
  const start = async (changes: Partial<PayRoute>) => {
    const payStart = await read(changes);
    if (payStart.kind !== 'new') throw new Error(payStart.kind);
    return createPayFlow(payStart, { ...ROUTE, ...changes }, till).at;
  };

  it('starts a saved bill with its balance', async () => {
    fake.answer('bills.balance', () => ok(createBalance({ accountNumber: '77' })));
    const at = await start({ billId: 'bill-1' });
    expect(at).toMatchObject({ draft: { isSavedBill: true, accountNumber: '77' } });
    expect(at.step).not.toBe('account');
  });

  it('starts the correction of a failed item with its data', async () => {
    const basket = createBasket([null]);
    fake.answer('basket.get', () => ok(basket));
    const correctedItem = { basketId: basket.id, number: 1 };
    const [item] = basket.items;
    expect(await start({ correctedItem })).toMatchObject({
      draft: { accountNumber: item?.accountNumber },
    });
    await expect(start({ correctedItem: { ...correctedItem, number: 9 } })).rejects.toMatchObject({
      problem: { kind: 'not-found', what: 'basket' },
    });
  });

  it('opens a known customer once', async () => {
    const customer = { billerId: 40, kind: 'bill', accountNumber: '88', name: 'Rosa' } as const;
    fake.answer('customers.open', () => ok(customer));
    expect(await start({ customerId: 'customer-1' })).toMatchObject({
      step: 'account',
      draft: { isReturningCustomer: true, accountNumber: '88', nameOnAccount: 'Rosa' },
    });
    expect(fake.getInputs('customers.open')).toHaveLength(1);
  });
});
