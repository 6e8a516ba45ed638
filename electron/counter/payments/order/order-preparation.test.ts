import { describe, expect, it } from 'vitest';
import { ANA, createRefusal, expectOk, SUCCEEDS } from '../testing/index.ts';
import { createOrderingCounter, expectProblemReason, MINUTE } from './order-preparation.fixture.ts';

const at = createOrderingCounter();
const { use, waitFor, consult, prepare } = at;

describe('an order', () => {
  it('prepares an order only for a biller that can be paid as a bill', async () => {
    expect(expectProblemReason(await prepare({ billerId: 7 }))).toEqual({
      kind: 'not-found',
      what: 'biller',
    });
    use({ currency: '' });
    expect(expectProblemReason(await prepare())).toMatchObject({ reason: 'no-currency' });
    use({ kind: 'top-up' });
    expect(expectProblemReason(await prepare())).toMatchObject({ reason: 'wrong-kind' });
    use({ accountNumberDigits: '3' });
    expect(expectProblemReason(await prepare())).toMatchObject({ kind: 'account-number' });
    at.counter.isServiceAvailable = false;
    expect(expectProblemReason(await prepare())).toEqual({
      kind: 'not-connected',
      reason: 'not-ready',
    });
  });

  it('prepares an order with both currencies and a warning of a stale rate', async () => {
    use({ currency: 'RD' });
    at.counter.settings.customerFee = {
      kind: 'fixed',
      utility: '8.00',
      'top-up': '0',
      'gift-card': '0',
      partner: '0',
    };
    at.counter.areRatesStale = true;
    const order = expectOk(await prepare({ amount: '100', currency: 'DOP' }));
    expect(order).toMatchObject({
      amount: { amount: '100.00', currency: 'RD' },
      amountInShopCurrency: { amount: '40.00', currency: 'MXN' },
      fee: { amount: '8.00', currency: 'MXN' },
      due: { amount: '48.00', currency: 'MXN' },
      warnings: [{ kind: 'stale-rate' }],
    });
    const paid = expectOk(at.counter.pay(order));
    expect(JSON.parse(at.counter.service.sentRequests[0]?.request.body ?? '')).toMatchObject({
      amount: '100.00',
      currency: 'RD',
    });
    expect(paid.due).toEqual({ amount: '48.00', currency: 'MXN' });
    at.counter.rates.perUsd = { MXN: '20' };
    expect(expectProblemReason(await prepare({ account: '2', currency: 'DOP' }))).toMatchObject({
      reason: 'no-rate',
    });
  });

  it('warns of a large amount and stops above the limit', async () => {
    const order = expectOk(await prepare({ amount: '40000' }));
    expect(order.warnings).toEqual([
      { kind: 'large-amount', usd: { amount: '2000.00', currency: 'USD' } },
    ]);
    expect(expectProblemReason(await prepare({ amount: '60000' }))).toMatchObject({
      reason: 'above-limit',
    });
  });

  it('adds the service fee to the sum due, not to the amount', async () => {
    at.counter.settings.customerFee = { kind: 'service' };
    at.counter.service.consultResult = { fee: '3' };
    const balance = expectOk(await consult());
    const order = expectOk(await prepare({ balanceId: balance.id }));
    expect(order).toMatchObject({
      amount: { amount: '549.00' },
      fee: { amount: '3.00', currency: 'MXN' },
      due: { amount: '552.00' },
    });
  });

  it('warns of another amount to the same account for five minutes, and of the same amount for an hour', async () => {
    await at.counter.payBill({ amount: '100.00' });
    await at.counter.advance(4 * MINUTE);
    expect(expectOk(await prepare({ amount: '30' })).warnings).toMatchObject([
      { kind: 'looks-like-earlier', isSameAmount: false },
    ]);
    await at.counter.advance(2 * MINUTE);
    expect(expectOk(await prepare({ amount: '30' })).warnings).toEqual([]);
    expect(expectOk(await prepare({ amount: '100' })).warnings).toMatchObject([
      { isSameAmount: true },
    ]);
    expect(expectOk(await prepare({ amount: '100', account: '2' })).warnings).toEqual([]);
    await at.counter.advance(60 * MINUTE);
    expect(expectOk(await prepare({ amount: '100' })).warnings).toEqual([]);
  });

  it('counts the hour from the last send of the earlier payment', async () => {
    at.counter.service.fates.push(
      ...Array.from({ length: 5 }, () => ({ arrives: null, answers: null })),
    );
    const { id } = await at.counter.payBill({ amount: '100.00' });
    for (let count = 0; count < 5; count += 1) {
      await at.counter.advance(14 * MINUTE);
      expectOk(await waitFor(at.counter.payments.sendAgain({ paymentId: id }, ANA)));
    }
    await at.counter.advance(MINUTE);
    expect(at.counter.get(id)).toMatchObject({ state: 'paid', sends: 6 });
    expect(expectOk(await prepare({ amount: '100' })).warnings).toMatchObject([
      { paymentId: id, isSameAmount: true },
    ]);
    expect(expectOk(await prepare({ amount: '30' })).warnings).toMatchObject([
      { paymentId: id, isSameAmount: false },
    ]);
    await at.counter.advance(58 * MINUTE);
    expect(expectOk(await prepare({ amount: '100' })).warnings).toHaveLength(1);
    await at.counter.advance(3 * MINUTE);
    expect(expectOk(await prepare({ amount: '100' })).warnings).toEqual([]);
  });

  it('lists the earlier payment of the same amount first', async () => {
    await at.counter.payBill({ amount: '100.00' });
    await at.counter.advance(2 * MINUTE);
    await at.counter.payBill({ amount: '30.00' });
    await at.counter.advance(MINUTE);
    expect(expectOk(await prepare({ amount: '100' })).warnings).toMatchObject([
      { amount: { amount: '100.00' }, isSameAmount: true },
      { amount: { amount: '30.00' }, isSameAmount: false },
    ]);
  });

  it('does not warn of a payment that was refused', async () => {
    at.counter.service.fates.push({ ...SUCCEEDS, answer: createRefusal('R100') });
    await at.counter.payBill();
    await at.counter.advance(100);
    expect(expectOk(await prepare({ amount: '100' })).warnings).toEqual([]);
  });
});
