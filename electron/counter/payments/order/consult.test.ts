import { describe, expect, it } from 'vitest';
import { expectOk, testBiller, testCounter } from '../testing/index.ts';
import { getReason, MINUTE, orderingCounter } from './order-preparation.fixture.ts';

const at = orderingCounter();
const { use, consult, prepare } = at;

describe('a consult', () => {
  it('answers what is owed, and the order shows what remains', async () => {
    const balance = expectOk(await consult('5010-0000-0007'));
    expect(balance).toMatchObject({
      accountNumber: '501000000007',
      amount: { amount: '549.00', currency: 'MXN' },
      serviceFee: null,
    });
    const order = expectOk(await prepare({ amount: '500', balanceId: balance.id }));
    expect(order).toMatchObject({
      amount: { amount: '500.00', currency: 'MXN' },
      remains: { amount: '49.00', currency: 'MXN' },
      due: { amount: '500.00', currency: 'MXN' },
      rate: null,
      fee: null,
      warnings: [],
    });
  });

  it('is required where the whole balance is', async () => {
    use({ supportsPartialPayment: false });
    const first = { kind: 'amount', reason: 'balance-first', limit: null };
    expect(getReason(await prepare())).toEqual(first);
    const balance = expectOk(await consult());
    expect(getReason(await prepare({ amount: '548.99', balanceId: balance.id }))).toMatchObject({
      reason: 'not-the-balance',
    });
    expectOk(await prepare({ balanceId: balance.id }));
    // Of another account, of another biller, made up, or old: it counts for nothing.
    expect(getReason(await prepare({ account: '1', balanceId: balance.id }))).toEqual(first);
    at.counter.billers.set(41, testBiller({ id: 41 }));
    expect(getReason(await prepare({ billerId: 41, balanceId: balance.id }))).toEqual(first);
    expect(getReason(await prepare({ balanceId: 'made-up' }))).toEqual(first);
    await at.counter.advance(15 * MINUTE);
    expect(getReason(await prepare({ balanceId: balance.id }))).toEqual(first);
  });

  it('names the currency of a biller whose list row has none, and the bill is paid in it', async () => {
    use({ currency: '', supportsPartialPayment: false });
    expect(getReason(await prepare())).toMatchObject({ reason: 'no-currency' });
    at.counter.service.consultResult = { amount: null };
    expect(getReason(await consult())).toMatchObject({ reason: 'no-currency' });
    at.counter.service.consultResult = { amount: { amount: '549.00', currency: 'MXN' } };
    const balance = expectOk(await consult());
    expect(balance.amount?.currency).toBe('MXN');
    const order = expectOk(await prepare({ balanceId: balance.id }));
    expect(order.amount).toEqual({ amount: '549.00', currency: 'MXN' });
    const paid = expectOk(at.counter.pay(order));
    await at.counter.advance(1000);
    expect(JSON.parse(at.counter.service.sent[0]?.request.body ?? '')).toMatchObject({
      currency: 'MXN',
    });
    expect(at.counter.get(paid.id).state).toBe('paid');
    use({ currency: '', canCheckBalance: false });
    expect(getReason(await prepare())).toMatchObject({ reason: 'no-currency' });
  });

  it('that converts what is owed prices the bill, if the shop’s currency is the account’s', async () => {
    use({ currency: 'DOP' });
    at.counter.rates.perUsd = { MXN: '20', DOP: '50' };
    at.counter.rates.fetchedAt = '2026-01-15T12:00:00.000Z';
    at.counter.service.consultResult = {
      amount: { amount: '150.00', currency: 'DOP' },
      amountInChainCurrency: '64.40',
    };
    const priced = async (): Promise<unknown> => {
      const balance = expectOk(await consult());
      const asked = { amount: '75', currency: 'DOP', balanceId: balance.id };
      const { due, rate } = expectOk(await prepare(asked));
      return { due: due.amount, by: rate?.by, from: rate?.from, to: rate?.to };
    };
    expect(await priced()).toEqual({ due: '32.20', by: 'service', from: '150.00', to: '64.40' });
    for (const accountCurrency of ['USD', null]) {
      at.counter.settings.accountCurrency = accountCurrency;
      expect(await priced()).toEqual({ due: '30.00', by: 'rates', from: '50', to: '20' });
    }
    at.counter.settings.accountCurrency = 'MXN';
    at.counter.service.consultResult = { amount: { amount: '150.00', currency: 'DOP' } };
    expect(await priced()).toMatchObject({ due: '30.00', by: 'rates' });
  });

  it('marks the order when the consult names no service fee', async () => {
    at.counter.settings.customerFee = { kind: 'service' };
    for (const [fee, isFeeUnnamed] of [
      [null, true],
      ['0.00', false],
      ['3.00', false],
    ] as const) {
      at.counter.service.consultResult = { fee };
      const balance = expectOk(await consult());
      const order = expectOk(await prepare({ balanceId: balance.id }));
      expect(order).toMatchObject({ isFeeUnnamed });
    }
    at.counter.settings.customerFee = { kind: 'none' };
    expect(expectOk(await prepare())).toMatchObject({ isFeeUnnamed: false });
  });

  it('is made for the fee where the cashier made none: one biller, one fee', async () => {
    use({ supportsPartialPayment: true });
    at.counter.settings.customerFee = { kind: 'service' };
    at.counter.service.consultResult = { fee: '8.00' };
    const balance = expectOk(await consult());
    const looked = expectOk(await prepare({ balanceId: balance.id, amount: '549' }));
    const unasked = expectOk(await prepare({ amount: '549' }));
    for (const order of [looked, unasked]) {
      expect(order).toMatchObject({ fee: { amount: '8.00' }, due: { amount: '557.00' } });
    }
    at.counter.service.consultFails = {
      ok: false,
      problem: { kind: 'service-silent', seconds: 1 },
    };
    expect(expectOk(await prepare({ amount: '549' }))).toMatchObject({
      fee: null,
      isFeeUnnamed: true,
    });
  });

  it('returns the service fee in the account currency when it is not the shop currency', async () => {
    at.counter.settings.customerFee = { kind: 'service' };
    at.counter.settings.accountCurrency = 'USD';
    for (const [fee, feeInOtherCurrency] of [
      ['3.00', { amount: '3.00', currency: 'USD' }],
      ['0.00', null],
    ] as const) {
      at.counter.service.consultResult = { fee };
      const balance = expectOk(await consult());
      const order = expectOk(await prepare({ balanceId: balance.id }));
      const isFeeUnnamed = feeInOtherCurrency !== null;
      expect(order).toMatchObject({ fee: null, isFeeUnnamed, feeInOtherCurrency });
      expect(order.due).toEqual(order.amountInShopCurrency);
    }
    at.counter.settings.customerFee = { kind: 'none' };
    expect(expectOk(await prepare())).toMatchObject({ feeInOtherCurrency: null });
  });

  it('is not offered where the biller cannot check, and any amount is then taken', async () => {
    use({ canCheckBalance: false, supportsPartialPayment: false });
    expect(getReason(await consult())).toEqual({ kind: 'not-offered', what: 'balance' });
    expectOk(await prepare({ amount: '17' }));
  });

  it('is not needed by a DRP biller, where the version has that', async () => {
    use({ supportsPartialPayment: false });
    at.counter.settings.drpBillers = [40];
    const order = expectOk(await prepare({ amount: '17' }));
    expectOk(at.counter.pay(order));
    expect(at.counter.rows('SELECT is_drp FROM intents')).toEqual([{ is_drp: 1 }]);
    at.counter.close();
    at.counter = testCounter({ version: 'v3.mx' });
    use({ supportsPartialPayment: false });
    at.counter.settings.drpBillers = [40];
    expect(getReason(await prepare({ amount: '17' }))).toMatchObject({ reason: 'balance-first' });
  });
});
