import { beforeEach, describe, expect, it } from 'vitest';
import { fail } from '../../../../shared/contract/index.ts';
import {
  ANA,
  createRefusal,
  createTestBiller,
  createTestCounter,
  expectOk,
  SUCCEEDS,
} from '../testing/index.ts';
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

const BANK = createTestBiller({ id: 7, kind: 'partner', name: 'Banco' });

/** The last request that was sent. */
const readSentRequest = () => {
  const { target = '', body = '' } = at.counter.service.sentRequests.at(-1)?.request ?? {};
  return { target, body: JSON.parse(body) as unknown };
};

function saveBalance(): void {
  const balance = {
    id: 'saved-1',
    billerId: 40,
    accountNumber: '501000000007',
    amount: { amount: '549.00', currency: 'MXN' },
    nameOnAccount: null,
    dueDate: null,
    amountInShopCurrency: null,
    serviceFee: null,
  };
  at.counter.payments.saveBalance({ billId: '8390', isSavedBill: true, balance });
}

describe('the request of an order', () => {
  it('names the account, the amount and the till, and the cashier of a cash-out', async () => {
    const account = { account_number: '501000000007', name_on_account: null };
    at.counter.pay(await at.counter.order());
    expect(readSentRequest()).toEqual({
      target: '/bill/pay',
      body: {
        biller_id: 40,
        ...account,
        amount: '100.00',
        currency: 'MXN',
        external_id: expect.any(String),
        pos_number: '07',
      },
    });
    at.counter.billers.set(7, BANK);
    at.counter.settings.cashOutBillers = [7];
    expectOk(await at.counter.payOut({ billerId: 7 }));
    expect(readSentRequest()).toMatchObject({
      target: '/bill/cash_out',
      body: { biller_id: 7, ...account, pos_number: '07', cashier_id: ANA.id },
    });
  });

  it('names no till that has no number', async () => {
    at.counter.settings.posNumber = '';
    at.counter.pay(await at.counter.order());
    expect(readSentRequest().body).toMatchObject({ pos_number: null });
  });

  it('names the person that the cashier typed, also if the balance has another name', async () => {
    use({ requiresNameOnAccount: true });
    at.counter.service.consultResult = { nameOnAccount: 'SRA LOPEZ' };
    const input = { billerId: 40, accountNumber: '501000000007', nameOnAccount: 'Ana López' };
    const { id } = expectOk(await waitFor(at.counter.payments.consult(input, ANA)));
    const amount = { amount: '549.00', currency: 'MXN' };
    const preparing = at.counter.payments.prepare(
      { kind: 'bill', ...input, amount, balanceId: id },
      ANA,
    );
    expect(expectOk(await waitFor(preparing)).nameOnAccount).toBe('Ana López');
  });

  it('refuses the balance of a biller that is no longer listed', async () => {
    const { id } = expectOk(await consult());
    at.counter.billers.clear();
    expect(expectProblemReason(await prepare({ balanceId: id }))).toEqual({
      kind: 'not-found',
      what: 'biller',
    });
  });

  it('uses the biller’s currency with a balance without an amount', async () => {
    at.counter.service.consultResult = { amount: null };
    const { id } = expectOk(await consult());
    expect(expectOk(await prepare({ balanceId: id })).amount.currency).toBe('MXN');
  });

  it('pays only a bill by DRP', async () => {
    at.counter.billers.set(7, BANK);
    at.counter.settings.cashOutBillers = [7];
    at.counter.settings.drpBillers = [7];
    const prepareKind = async (kind: 'bill' | 'cash-out') =>
      (await at.counter.order({ kind, billerId: 7 })).isDrp;
    expect([await prepareKind('bill'), await prepareKind('cash-out')]).toEqual([true, false]);
  });

  it('puts only the id of a saved bill into a basket', async () => {
    at.counter.close();
    at.counter = createTestCounter({ version: 'v3.3' });
    const addToBasket = async (balanceId: string) => {
      const { id: orderId } = expectOk(await prepare({ balanceId }));
      const adding = at.counter.payments.basket.add({ orderId, acknowledged: ['in-basket'] }, ANA);
      return expectOk(adding).items.at(-1)?.savedBillId;
    };
    expect(await addToBasket(expectOk(await consult()).id)).toBe(null);
    saveBalance();
    expect(await addToBasket('saved-1')).toBe('8390');
  });

  it('refuses a cash-out while the printer cannot print its slip', async () => {
    at.counter.billers.set(7, BANK);
    at.counter.settings.cashOutBillers = [7];
    at.counter.printer = fail({ kind: 'printer', reason: 'paper-out' });
    const preparing = at.counter.prepare({ kind: 'cash-out', billerId: 7 });
    expect(expectProblemReason(await preparing)).toEqual({ kind: 'printer', reason: 'paper-out' });
  });
});

describe('the questions of an order', () => {
  let calls: string[];
  const count = (call: string) => calls.filter((name) => name === `service.${call}`).length;
  beforeEach(() => {
    calls = [];
    at.counter.portCall = (call) => void calls.push(call);
    at.counter.settings.customerFee = { kind: 'service' };
    at.counter.service.consultResult = { fee: '3.00' };
  });

  it('asks for the service’s fee only if the customer pays it', async () => {
    expect(expectOk(await prepare()).fee).toMatchObject({ amount: '3.00' });
    expect(count('consult')).toBe(1);
    at.counter.settings.customerFee = { kind: 'none' };
    expectOk(await prepare());
    expect(count('consult')).toBe(1);
  });

  it('takes the fee of a consulted balance, and asks for that of a saved bill', async () => {
    const { id: balanceId } = expectOk(await consult());
    expect(expectOk(await prepare({ balanceId })).fee).toMatchObject({ amount: '3.00' });
    expect(count('consult')).toBe(1);
    saveBalance();
    expect(expectOk(await prepare({ balanceId: 'saved-1' })).fee).toMatchObject({ amount: '3.00' });
    expect(count('consult')).toBe(2);
  });

  it('takes the fee of a balance that must be paid whole', async () => {
    use({ supportsPartialPayment: false });
    const { id: balanceId } = expectOk(await consult());
    expect(expectOk(await prepare({ balanceId })).fee).toMatchObject({ amount: '3.00' });
  });

  it('asks for no fee of a bill whose balance is missing, or of another kind of payment', async () => {
    use({ supportsPartialPayment: false });
    expect(expectProblemReason(await prepare())).toMatchObject({ reason: 'balance-first' });
    use({ kind: 'top-up' });
    expectOk(await at.counter.prepare({ kind: 'top-up' }));
    expect(count('consult')).toBe(0);
  });

  it('consults a bill of version 3.3 once, and no cash-out', async () => {
    at.counter.close();
    at.counter = createTestCounter({ version: 'v3.3' });
    at.counter.portCall = (call) => void calls.push(call);
    at.counter.settings.customerFee = { kind: 'service' };
    expectOk(await prepare());
    expect(count('consult')).toBe(1);
    at.counter.billers.set(7, BANK);
    at.counter.settings.cashOutBillers = [7];
    expectOk(await at.counter.prepare({ kind: 'cash-out', billerId: 7 }));
    expect(count('consult')).toBe(1);
  });

  it('reads the account first unless the service has answered in this run', async () => {
    expectOk(await prepare());
    expect(count('readAccount')).toBe(1);
    at.counter.service.problem = { kind: 'service-silent', seconds: 60 };
    expectOk(await prepare());
    expect(count('readAccount')).toBe(1);
  });
});
