import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../shared/contract/index.ts';
import {
  createTestBiller,
  createTestCounter,
  expectOk,
  expectProblem,
  type TestCounter,
} from './testing/index.ts';

let counter: TestCounter;

beforeEach(() => {
  counter = createTestCounter();
  counter.billers.set(
    13599,
    createTestBiller({
      id: 13599,
      kind: 'top-up',
      canCheckBalance: false,
      amounts: { kind: 'list', amounts: ['10', '100.00'] },
    }),
  );
  counter.billers.set(
    13600,
    createTestBiller({
      id: 13600,
      kind: 'top-up',
      canCheckBalance: false,
      amounts: { kind: 'range', least: '10', most: '75.00' },
    }),
  );
  counter.billers.set(
    15001,
    createTestBiller({
      id: 15001,
      kind: 'gift-card',
      canCheckBalance: false,
      amounts: { kind: 'list', amounts: ['150.00'] },
    }),
  );
  counter.billers.set(20001, createTestBiller({ id: 20001, kind: 'partner' }));
});

afterEach(() => counter.close());

describe('a top-up', () => {
  it('sells a top-up for a listed amount in any decimal notation', async () => {
    const order = await counter.order({ kind: 'top-up', billerId: 13599, amount: '10.00' });
    const paid = expectOk(counter.pay(order));
    await counter.advance(100);
    expect(counter.get(paid.id)).toMatchObject({ kind: 'top-up', state: 'paid', handOver: 'none' });
    expect(JSON.parse(counter.service.sentRequests[0]?.request.body ?? '')).toMatchObject({
      biller_id: 13599,
      amount: '10.00',
    });
  });

  it('rejects a top-up amount that the biller does not offer', async () => {
    const result = await counter.prepare({ kind: 'top-up', billerId: 13599, amount: '93.30' });
    expect(expectProblem(result)).toMatchObject({ kind: 'amount', reason: 'not-offered' });
  });

  it.each([
    ['9.99', 'below-minimum', '10.00'],
    ['75.01', 'above-limit', '75.00'],
  ])('rejects a top-up of %s outside the range', async (amount, reason, limit) => {
    const result = await counter.prepare({ kind: 'top-up', billerId: 13600, amount });
    expect(expectProblem(result)).toEqual({
      kind: 'amount',
      reason,
      limit: { amount: limit, currency: 'MXN' },
    });
  });

  it('accepts a top-up at both limits of the range', async () => {
    await counter.order({ kind: 'top-up', billerId: 13600, amount: '10' });
    await counter.order({ kind: 'top-up', billerId: 13600, amount: '75' });
  });

  it.each(['bill', 'gift-card'] as const)('rejects a top-up biller as a %s', async (kind) => {
    const result = await counter.prepare({ kind, billerId: 13599, amount: '10' });
    expect(expectProblem(result)).toMatchObject({ kind: 'biller-unusable', billerKind: 'top-up' });
  });

  it('returns the checked top-up amounts in the currency of the service', async () => {
    counter.service.topUpCheck = async (account, amount) =>
      ok({
        receivedAmount: '1800.0',
        bonusAmount: '0',
        totalAmount: '1800',
        currency: account.billerId === 13599 && amount.amount === '100.00' ? 'DOP' : '?',
        promotions: ['double'],
      });
    const checked = await counter.payments.checkTopUp(
      {
        billerId: 13599,
        accountNumber: '55 9999 9999',
        nameOnAccount: null,
        amount: { amount: '100', currency: 'MXN' },
      },
      { id: 'ana', name: 'Ana', role: 'cashier' },
    );
    expect(expectOk(checked)).toEqual({
      received: { amount: '1800.00', currency: 'DOP' },
      bonus: { amount: '0.00', currency: 'DOP' },
      total: { amount: '1800.00', currency: 'DOP' },
      promotions: ['double'],
    });
  });
});

describe('a gift card', () => {
  it('sells a gift card only for a listed amount', async () => {
    const paid = await counter.payBill({ kind: 'gift-card', billerId: 15001, amount: '150' });
    await counter.advance(100);
    expect(counter.get(paid.id)).toMatchObject({ kind: 'gift-card', state: 'paid' });
    const other = await counter.prepare({ kind: 'gift-card', billerId: 15001, amount: '151' });
    expect(expectProblem(other)).toMatchObject({ reason: 'not-offered' });
  });

  it('prints no shop copy of a gift card', async () => {
    counter.settings.shopCopy = true;
    await counter.payBill({ kind: 'gift-card', billerId: 15001, amount: '150' });
    await counter.advance(100);
    expect(counter.rows('SELECT kind FROM print_jobs')).toEqual([{ kind: 'original' }]);
  });
});

describe('a DRP biller', () => {
  beforeEach(() => {
    counter.billers.set(
      5501,
      createTestBiller({ id: 5501, canCheckBalance: true, supportsPartialPayment: false }),
    );
  });

  it('accepts any amount for a DRP biller without a balance and marks the payment', async () => {
    const before = await counter.prepare({ billerId: 5501, amount: '20' });
    expect(expectProblem(before)).toMatchObject({ reason: 'balance-first' });
    counter.settings.drpBillers = [5501];
    const order = await counter.order({ billerId: 5501, amount: '20' });
    expect(order.isDrp).toBe(true);
    const paid = expectOk(counter.pay(order));
    await counter.advance(100);
    expect(counter.get(paid.id)).toMatchObject({ state: 'paid', isDrp: true });
    expect(counter.rows('SELECT is_drp FROM intents')).toEqual([{ is_drp: 1 }]);
  });
});

describe('a saved bill', () => {
  it('pays a saved bill by its id although the account fails validation', async () => {
    counter.billers.set(40, createTestBiller({ accountNumberDigits: '12' }));
    counter.payments.saveBalance({
      billId: '8390',
      isSavedBill: true,
      balance: {
        id: 'kept-1',
        billerId: 40,
        accountNumber: 'A-1',
        amount: { amount: '549.00', currency: 'MXN' },
        nameOnAccount: null,
        dueDate: null,
        amountInShopCurrency: null,
        serviceFee: null,
      },
    });
    const order = await counter.order({ account: 'A-1', amount: '549', balanceId: 'kept-1' });
    expectOk(counter.pay(order));
    await counter.advance(100);
    expect(counter.service.sentRequests[0]?.request.target).toBe('/bills/8390/pay');
    expect(counter.service.deletedBills).toEqual([]);
  });
});
