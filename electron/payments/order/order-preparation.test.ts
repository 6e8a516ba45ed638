import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Biller, Problem, Result } from '../../../shared/contract/index.ts';
import {
  ANA,
  expectOk,
  expectProblem,
  refusal,
  type TestCounter,
  testBiller,
  testCounter,
  WELL,
} from '../testing/index.ts';

const MINUTE = 60_000;

let counter: TestCounter;
beforeEach(() => {
  counter = testCounter();
});
afterEach(() => counter.close());

function use(changes: Partial<Biller>): void {
  counter.billers.set(40, testBiller(changes));
}

async function waitFor<Value>(work: Promise<Value>): Promise<Value> {
  await counter.advance(20);
  return work;
}

function consult(accountNumber = '501000000007', billerId = 40) {
  return waitFor(counter.payments.consult({ billerId, accountNumber, nameOnAccount: null }, ANA));
}

function prepare(
  changes: {
    amount?: string;
    currency?: string;
    account?: string;
    balanceId?: string | null;
    billerId?: number;
  } = {},
) {
  return waitFor(
    counter.payments.prepare(
      {
        kind: 'bill',
        billerId: changes.billerId ?? 40,
        accountNumber: changes.account ?? '501000000007',
        nameOnAccount: null,
        amount: { amount: changes.amount ?? '549.00', currency: changes.currency ?? 'MXN' },
        balanceId: changes.balanceId ?? null,
      },
      ANA,
    ),
  );
}

const reasonOf = (result: Result<unknown>): Problem => expectProblem(result);

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
    expect(reasonOf(await prepare())).toEqual(first);
    const balance = expectOk(await consult());
    expect(reasonOf(await prepare({ amount: '548.99', balanceId: balance.id }))).toMatchObject({
      reason: 'not-the-balance',
    });
    expectOk(await prepare({ balanceId: balance.id }));
    // Of another account, of another biller, made up, or old: it counts for nothing.
    expect(reasonOf(await prepare({ account: '1', balanceId: balance.id }))).toEqual(first);
    counter.billers.set(41, testBiller({ id: 41 }));
    expect(reasonOf(await prepare({ billerId: 41, balanceId: balance.id }))).toEqual(first);
    expect(reasonOf(await prepare({ balanceId: 'made-up' }))).toEqual(first);
    await counter.advance(15 * MINUTE);
    expect(reasonOf(await prepare({ balanceId: balance.id }))).toEqual(first);
  });

  it('is not offered where the biller cannot check, and any amount is then taken', async () => {
    use({ canCheckBalance: false, supportsPartialPayment: false });
    expect(reasonOf(await consult())).toEqual({ kind: 'not-offered', what: 'balance' });
    expectOk(await prepare({ amount: '17' }));
  });

  it('is not needed by a DRP biller, where the version has that', async () => {
    use({ supportsPartialPayment: false });
    counter.settings.drpBillers = [40];
    const order = expectOk(await prepare({ amount: '17' }));
    expectOk(counter.pay(order));
    expect(counter.rows('SELECT is_drp FROM intents')).toEqual([{ is_drp: 1 }]);
    counter.close();
    counter = testCounter({ version: 'v3.mx' });
    use({ supportsPartialPayment: false });
    counter.settings.drpBillers = [40];
    expect(reasonOf(await prepare({ amount: '17' }))).toMatchObject({ reason: 'balance-first' });
  });
});

describe('an order', () => {
  it('is made only for billers that a bill can be paid to', async () => {
    expect(reasonOf(await prepare({ billerId: 7 }))).toEqual({
      kind: 'not-found',
      what: 'biller',
    });
    use({ currency: '' });
    expect(reasonOf(await prepare())).toMatchObject({ reason: 'no-currency' });
    use({ kind: 'top-up' });
    expect(reasonOf(await prepare())).toMatchObject({ reason: 'wrong-kind' });
    use({ accountNumberDigits: '3' });
    expect(reasonOf(await prepare())).toMatchObject({ kind: 'account-number' });
    counter.serviceIsThere = false;
    expect(reasonOf(await prepare())).toEqual({
      kind: 'not-connected',
      reason: 'not-ready',
    });
  });

  it('shows both currencies, with the rate and its age', async () => {
    use({ currency: 'RD' });
    counter.settings.customerFee = {
      kind: 'fixed',
      utility: '8.00',
      'top-up': '0',
      'gift-card': '0',
      partner: '0',
    };
    counter.ratesAreStale = true;
    const order = expectOk(await prepare({ amount: '100', currency: 'DOP' }));
    expect(order).toMatchObject({
      amount: { amount: '100.00', currency: 'RD' },
      amountInShopCurrency: { amount: '40.00', currency: 'MXN' },
      fee: { amount: '8.00', currency: 'MXN' },
      due: { amount: '48.00', currency: 'MXN' },
      warnings: [{ kind: 'stale-rate' }],
    });
    const paid = expectOk(counter.pay(order));
    expect(JSON.parse(counter.service.sent[0]?.request.body ?? '')).toMatchObject({
      amount: '100.00',
      currency: 'RD',
    });
    expect(paid.due).toEqual({ amount: '48.00', currency: 'MXN' });
    counter.rates.perUsd = { MXN: '20' };
    expect(reasonOf(await prepare({ account: '2', currency: 'DOP' }))).toMatchObject({
      reason: 'no-rate',
    });
  });

  it('warns of a large amount and stops above the limit', async () => {
    const order = expectOk(await prepare({ amount: '40000' }));
    expect(order.warnings).toEqual([
      { kind: 'large-amount', usd: { amount: '2000.00', currency: 'USD' } },
    ]);
    expect(reasonOf(await prepare({ amount: '60000' }))).toMatchObject({ reason: 'above-limit' });
  });

  it('takes the fee that the consult names, and never adds it to the amount', async () => {
    counter.settings.customerFee = { kind: 'service' };
    counter.service.consultResult = { fee: '3' };
    const balance = expectOk(await consult());
    const order = expectOk(await prepare({ balanceId: balance.id }));
    expect(order).toMatchObject({
      amount: { amount: '549.00' },
      fee: { amount: '3.00', currency: 'MXN' },
      due: { amount: '552.00' },
    });
  });

  it('warns of any payment to the same account within five minutes, and of none later', async () => {
    await counter.payBill({ amount: '100.00' });
    await counter.advance(4 * MINUTE);
    expect(expectOk(await prepare({ amount: '30' })).warnings).toMatchObject([
      { kind: 'looks-like-earlier', isSameAmount: false },
    ]);
    await counter.advance(2 * MINUTE);
    expect(expectOk(await prepare({ amount: '30' })).warnings).toEqual([]);
    expect(expectOk(await prepare({ amount: '100' })).warnings).toMatchObject([
      { isSameAmount: true },
    ]);
    expect(expectOk(await prepare({ amount: '100', account: '2' })).warnings).toEqual([]);
    await counter.advance(60 * MINUTE);
    expect(expectOk(await prepare({ amount: '100' })).warnings).toEqual([]);
  });

  it('counts the hour from the request that went out last', async () => {
    counter.service.fates.push(
      ...Array.from({ length: 5 }, () => ({ arrives: null, answers: null })),
    );
    const { id } = await counter.payBill({ amount: '100.00' });
    for (let times = 0; times < 5; times += 1) {
      await counter.advance(14 * MINUTE);
      expectOk(await waitFor(counter.payments.sendAgain({ paymentId: id }, ANA)));
    }
    await counter.advance(MINUTE);
    expect(counter.get(id)).toMatchObject({ state: 'paid', sends: 6 });
    expect(expectOk(await prepare({ amount: '100' })).warnings).toMatchObject([
      { paymentId: id, isSameAmount: true },
    ]);
    expect(expectOk(await prepare({ amount: '30' })).warnings).toMatchObject([
      { paymentId: id, isSameAmount: false },
    ]);
    await counter.advance(58 * MINUTE);
    expect(expectOk(await prepare({ amount: '100' })).warnings).toHaveLength(1);
    await counter.advance(3 * MINUTE);
    expect(expectOk(await prepare({ amount: '100' })).warnings).toEqual([]);
  });

  it('names the one of the same amount first, whatever came after it', async () => {
    await counter.payBill({ amount: '100.00' });
    await counter.advance(2 * MINUTE);
    await counter.payBill({ amount: '30.00' });
    await counter.advance(MINUTE);
    expect(expectOk(await prepare({ amount: '100' })).warnings).toMatchObject([
      { amount: { amount: '100.00' }, isSameAmount: true },
      { amount: { amount: '30.00' }, isSameAmount: false },
    ]);
  });

  it('does not warn of a payment that was refused', async () => {
    counter.service.fates.push({ ...WELL, says: refusal('R100') });
    await counter.payBill();
    await counter.advance(100);
    expect(expectOk(await prepare({ amount: '100' })).warnings).toEqual([]);
  });
});

describe('a walk-in in version 3.3', () => {
  beforeEach(() => {
    counter.close();
    counter = testCounter({ version: 'v3.3' });
  });

  const bills = () =>
    counter.rows('SELECT bill_id, deleted_at IS NOT NULL AS gone FROM walk_in_bills');

  it('pays the bill that the look-up made, and it is deleted once it is paid', async () => {
    const balance = expectOk(await consult());
    const order = expectOk(await prepare({ balanceId: balance.id }));
    expectOk(counter.pay(order));
    expect(counter.service.sent[0]?.request.target).toBe('/bills/bill-501000000007/pay');
    expect(counter.service.deletedBills).toEqual([]);
    await counter.advance(1000);
    expect(counter.service.deletedBills).toEqual(['bill-501000000007']);
    expect(bills()).toEqual([{ bill_id: 'bill-501000000007', gone: 1 }]);
  });

  it('gets a bill where the biller has no balance to look up', async () => {
    use({ canCheckBalance: false });
    expectOk(counter.pay(expectOk(await prepare())));
    expect(counter.service.sent[0]?.request.target).toBe('/bills/bill-501000000007/pay');
  });

  it('leaves without paying: the bill goes later, and a failed deletion is tried again', async () => {
    expectOk(await consult());
    counter.service.deletionFails = true;
    await counter.advance(55 * MINUTE);
    expect(bills()).toEqual([{ bill_id: 'bill-501000000007', gone: 0 }]);
    counter.service.deletionFails = false;
    await counter.advance(20 * MINUTE);
    expect(bills()).toEqual([{ bill_id: 'bill-501000000007', gone: 1 }]);
  });

  it('keeps a bill that the next customer is given while others are being deleted', async () => {
    const look = async (accountNumber: string): Promise<void> => {
      const looking = counter.payments.consult(
        { billerId: 40, accountNumber, nameOnAccount: null },
        ANA,
      );
      await counter.advance(5);
      expectOk(await looking);
    };
    const begun = counter.clock.now();
    for (const account of ['501000000001', '501000000002', '501000000003']) await look(account);
    // The sweep is due: it has begun with the first of the three.
    await counter.advance(50 * MINUTE + 1 - (counter.clock.now() - begun));
    expect(counter.service.deletedBills).toEqual([]);
    await look('501000000003');
    await counter.advance(1000);
    expect(counter.service.deletedBills).toEqual(['bill-501000000001', 'bill-501000000002']);
  });

  it('keeps the bill while its payment is not resolved', async () => {
    const balance = expectOk(await consult());
    counter.service.fates.push({ arrives: null, answers: null });
    counter.service.lookUpFates.push(...Array.from({ length: 500 }, () => 'failed' as const));
    expectOk(counter.pay(expectOk(await prepare({ balanceId: balance.id }))));
    await counter.advance(120 * MINUTE);
    expect(counter.service.deletedBills).toEqual([]);
    counter.service.lookUpFates.length = 0;
    await counter.advance(10 * MINUTE);
    expect(counter.service.deletedBills).toEqual(['bill-501000000007']);
  });

  it('keeps the bills of a shop that wants them', async () => {
    counter.settings.keepWalkInBills = true;
    const balance = expectOk(await consult());
    expectOk(counter.pay(expectOk(await prepare({ balanceId: balance.id }))));
    await counter.advance(120 * MINUTE);
    expect(counter.service.deletedBills).toEqual([]);
    expect(bills()).toEqual([]);
  });

  it('is not held up by a ledger that cannot remember the bill', async () => {
    counter.fault = () => {
      throw new Error('broken');
    };
    expectOk(await consult());
  });
});
