import { describe, expect, it } from 'vitest';
import { createTestBiller, createTestCounter, expectOk } from '../testing/index.ts';
import { createOrderingCounter, expectProblemReason, MINUTE } from './order-preparation.fixture.ts';

const at = createOrderingCounter();
const { use, consult, prepare } = at;

describe('a consultation', () => {
  it('returns the balance, and the order has the remaining balance', async () => {
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

  it('requires a fresh balance of the same account for a full-balance biller', async () => {
    use({ supportsPartialPayment: false });
    const balanceFirst = { kind: 'amount', reason: 'balance-first', limit: null };
    expect(expectProblemReason(await prepare())).toEqual(balanceFirst);
    const balance = expectOk(await consult());
    expect(
      expectProblemReason(await prepare({ amount: '548.99', balanceId: balance.id })),
    ).toMatchObject({
      reason: 'not-the-balance',
    });
    expectOk(await prepare({ balanceId: balance.id }));
    // A balance of another account or biller, an invented one and an expired one are rejected.
    expect(expectProblemReason(await prepare({ account: '1', balanceId: balance.id }))).toEqual(
      balanceFirst,
    );
    at.counter.billers.set(41, createTestBiller({ id: 41 }));
    expect(expectProblemReason(await prepare({ billerId: 41, balanceId: balance.id }))).toEqual(
      balanceFirst,
    );
    expect(expectProblemReason(await prepare({ balanceId: 'made-up' }))).toEqual(balanceFirst);
    await at.counter.advance(14 * MINUTE);
    expectOk(await prepare({ balanceId: balance.id }));
    await at.counter.advance(MINUTE);
    expect(expectProblemReason(await prepare({ balanceId: balance.id }))).toEqual(balanceFirst);
  });

  it('uses the currency of the balance if the biller list has none', async () => {
    use({ currency: '', supportsPartialPayment: false });
    expect(expectProblemReason(await prepare())).toMatchObject({ reason: 'no-currency' });
    at.counter.service.consultResult = { amount: null };
    expect(expectProblemReason(await consult())).toMatchObject({ reason: 'no-currency' });
    at.counter.service.consultResult = { amount: { amount: '549.00', currency: 'MXN' } };
    const balance = expectOk(await consult());
    expect(balance.amount?.currency).toBe('MXN');
    const order = expectOk(await prepare({ balanceId: balance.id }));
    expect(order.amount).toEqual({ amount: '549.00', currency: 'MXN' });
    const paid = expectOk(at.counter.pay(order));
    await at.counter.advance(1000);
    expect(JSON.parse(at.counter.service.sentRequests[0]?.request.body ?? '')).toMatchObject({
      currency: 'MXN',
    });
    expect(at.counter.get(paid.id).state).toBe('paid');
    use({ currency: '', canCheckBalance: false });
    expect(expectProblemReason(await prepare())).toMatchObject({ reason: 'no-currency' });
  });

  it('uses the biller’s currency, then the account’s, for a balance without one', async () => {
    at.counter.service.consultResult = { amount: { amount: '549.00', currency: '' } };
    for (const [biller, account, expected] of [
      ['COP', 'USD', 'COP'],
      ['', 'USD', 'USD'],
    ] as const) {
      use({ currency: biller, supportsPartialPayment: false });
      at.counter.settings.accountCurrency = account;
      const balance = expectOk(await consult());
      expect(balance.amount).toEqual({ amount: '549.00', currency: expected });
      expect(
        expectProblemReason(
          await prepare({ amount: '10.00', currency: expected, balanceId: balance.id }),
        ),
      ).toMatchObject({ reason: 'not-the-balance' });
    }
    at.counter.settings.accountCurrency = null;
    expect(expectProblemReason(await consult())).toMatchObject({ reason: 'no-currency' });
  });

  it('does not take the shop’s currency for the account’s while that is unknown', async () => {
    at.counter.settings.customerFee = { kind: 'service' };
    at.counter.service.consultResult = { fee: '3.00' };
    at.counter.settings.accountCurrency = null;
    const balance = expectOk(await consult());
    expect(balance.serviceFee).toBeNull();
    expect(expectOk(await prepare({ balanceId: balance.id }))).toMatchObject({
      fee: null,
      isFeeUnnamed: true,
    });
  });

  it('accepts the balance rounded up to the cent where the whole is due', async () => {
    use({ supportsPartialPayment: false });
    at.counter.service.consultResult = { amount: { amount: '150.005', currency: 'MXN' } };
    const balance = expectOk(await consult());
    expect(
      expectProblemReason(await prepare({ amount: '150.00', balanceId: balance.id })),
    ).toMatchObject({ reason: 'not-the-balance', limit: { amount: '150.01' } });
    const order = expectOk(await prepare({ amount: '150.01', balanceId: balance.id }));
    expect(order.remains).toEqual({ amount: '0.00', currency: 'MXN' });
  });

  it('prices a bill by the service’s conversion only if the shop has the account’s currency', async () => {
    use({ currency: 'DOP' });
    at.counter.rates.perUsd = { MXN: '20', DOP: '50' };
    at.counter.rates.fetchedAt = '2026-01-15T12:00:00.000Z';
    at.counter.service.consultResult = {
      amount: { amount: '150.00', currency: 'DOP' },
      amountInChainCurrency: '64.40',
    };
    const priceOrder = async (): Promise<unknown> => {
      const balance = expectOk(await consult());
      const input = { amount: '75', currency: 'DOP', balanceId: balance.id };
      const { due, rate } = expectOk(await prepare(input));
      return { due: due.amount, by: rate?.by, from: rate?.from, to: rate?.to };
    };
    expect(await priceOrder()).toEqual({
      due: '32.20',
      by: 'service',
      from: '150.00',
      to: '64.40',
    });
    for (const accountCurrency of ['USD', null]) {
      at.counter.settings.accountCurrency = accountCurrency;
      expect(await priceOrder()).toEqual({ due: '30.00', by: 'rates', from: '50', to: '20' });
    }
    at.counter.settings.accountCurrency = 'MXN';
    at.counter.service.consultResult = { amount: { amount: '150.00', currency: 'DOP' } };
    expect(await priceOrder()).toMatchObject({ due: '30.00', by: 'rates' });
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

  it('charges the same service fee with and without an earlier consultation', async () => {
    use({ supportsPartialPayment: true });
    at.counter.settings.customerFee = { kind: 'service' };
    at.counter.service.consultResult = { fee: '8.00' };
    const balance = expectOk(await consult());
    const withBalance = expectOk(await prepare({ balanceId: balance.id, amount: '549' }));
    const withoutBalance = expectOk(await prepare({ amount: '549' }));
    for (const order of [withBalance, withoutBalance]) {
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

  it('rejects a consultation if the biller has no balances, and accepts any amount', async () => {
    use({ canCheckBalance: false, supportsPartialPayment: false });
    expect(expectProblemReason(await consult())).toEqual({ kind: 'not-offered', what: 'balance' });
    expectOk(await prepare({ amount: '17' }));
  });

  it('accepts any amount for a DRP biller only in a version with DRP', async () => {
    use({ supportsPartialPayment: false });
    at.counter.settings.drpBillers = [40];
    const order = expectOk(await prepare({ amount: '17' }));
    expectOk(at.counter.pay(order));
    expect(at.counter.rows('SELECT is_drp FROM intents')).toEqual([{ is_drp: 1 }]);
    at.counter.close();
    at.counter = createTestCounter({ version: 'v3.mx' });
    use({ supportsPartialPayment: false });
    at.counter.settings.drpBillers = [40];
    expect(expectProblemReason(await prepare({ amount: '17' }))).toMatchObject({
      reason: 'balance-first',
    });
  });
});
