import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Balance, RateTable } from '../../../../shared/contract/index.ts';
import { add, compare, type Money, subtract } from '../../../../shared/money/index.ts';
import {
  checkAmountAgainstBalance,
  checkCashTender,
  checkPaymentLimit,
  computeRemainingBalance,
  convertToShopCurrency,
  getRatePerUsd,
  toCheckedAmount,
} from './amount-rules.ts';

const mxn = (amount: string): Money => ({ amount, currency: 'MXN' });
const RATES: RateTable = {
  perUsd: { MXN: '20.00', RD: '50.00', COP: '4000', BAD: '0.0' },
  fetchedAt: '2026-01-15T11:30:00.000Z',
};
const buildBalance = (amount: string | null, fee: string | null = null): Balance => ({
  id: 'b',
  billerId: 40,
  accountNumber: '1',
  amount: amount === null ? null : mxn(amount),
  nameOnAccount: null,
  dueDate: null,
  amountInShopCurrency: null,
  serviceFee: fee === null ? null : mxn(fee),
});

describe('payment types', () => {
  it('accepts only the exact consulted balance for a full-balance biller', () => {
    const pay = (amount: string, balance: Balance | null) =>
      checkAmountAgainstBalance('full-balance', mxn(amount), balance);
    expect(pay('549.00', null)).toMatchObject({ problem: { reason: 'balance-first' } });
    expect(pay('548.99', buildBalance('549'))).toMatchObject({
      problem: { reason: 'not-the-balance', limit: mxn('549.00') },
    });
    expect(pay('549.01', buildBalance('549')).ok).toBe(false);
    expect(pay('549.00', buildBalance('549.0')).ok).toBe(true);
    expect(pay('549.00', buildBalance('0')).ok).toBe(false);
    // More decimals than can be paid: the smallest payable amount that covers them.
    expect(pay('150.01', buildBalance('150.005')).ok).toBe(true);
    expect(pay('150.01', buildBalance('150.0001')).ok).toBe(true);
    expect(pay('150.00', buildBalance('150.000')).ok).toBe(true);
    expect(pay('150.00', buildBalance('150.005'))).toMatchObject({
      problem: { reason: 'not-the-balance', limit: mxn('150.01') },
    });
    expect(pay('150.02', buildBalance('150.005')).ok).toBe(false);
    // The biller was consulted but returned no balance, so the service decides.
    expect(pay('549.00', buildBalance(null)).ok).toBe(true);
  });
});

describe('amounts', () => {
  it.each([
    ['0', 'not-positive'],
    ['-1', 'not-positive'],
    ['0.09', 'below-minimum'],
    ['12345.678', 'too-many-decimals'],
    ['0.001', 'too-many-decimals'],
    ['1000000000000', 'above-limit'],
  ])('rejects the amount %s as %s', (amount, reason) => {
    expect(toCheckedAmount(mxn(amount), 'MXN')).toMatchObject({
      problem: { kind: 'amount', reason },
    });
  });

  it('returns the amount with the service’s code of the biller’s currency', () => {
    expect(toCheckedAmount({ amount: '5', currency: 'DOP' }, 'RD')).toEqual({
      ok: true,
      value: { amount: '5.00', currency: 'RD' },
    });
    expect(toCheckedAmount({ amount: '5', currency: 'USD' }, 'MXN')).toMatchObject({
      problem: { reason: 'wrong-currency' },
    });
    expect(toCheckedAmount(mxn('0.10'), 'MXN').ok).toBe(true);
    expect(toCheckedAmount(mxn('5.1000'), 'MXN')).toMatchObject({ value: mxn('5.10') });
  });

  it('warns of amounts above 1500 USD and rejects amounts above 2500 USD at the cached rate', () => {
    expect(checkPaymentLimit(mxn('30000.00'), RATES)).toEqual({ ok: true, value: null });
    expect(checkPaymentLimit(mxn('30000.01'), RATES)).toEqual({
      ok: true,
      value: { amount: '1500.01', currency: 'USD' },
    });
    expect(checkPaymentLimit(mxn('50000.00'), RATES)).toMatchObject({ ok: true });
    expect(checkPaymentLimit(mxn('50000.01'), RATES)).toMatchObject({
      problem: { reason: 'above-limit', limit: { amount: '2500.00', currency: 'USD' } },
    });
    expect(checkPaymentLimit({ amount: '2500.01', currency: 'USD' }, RATES).ok).toBe(false);
    // Without a rate only the service itself checks the limit.
    expect(checkPaymentLimit({ amount: '999999.00', currency: 'XXX' }, RATES)).toEqual({
      ok: true,
      value: null,
    });
  });
});

describe('the shop’s currency', () => {
  it('returns the amount itself if biller and shop have the same currency', () => {
    expect(convertToShopCurrency({ amount: '5.00', currency: 'RD' }, 'DOP', RATES)).toEqual({
      ok: true,
      value: { amount: { amount: '5.00', currency: 'DOP' }, rate: null },
    });
  });

  it('converts through US dollars and rounds up', () => {
    expect(convertToShopCurrency({ amount: '100.00', currency: 'DOP' }, 'MXN', RATES)).toEqual({
      ok: true,
      value: {
        amount: mxn('40.00'),
        rate: { from: '50.00', to: '20.00', fetchedAt: RATES.fetchedAt, by: 'rates' },
      },
    });
    expect(convertToShopCurrency({ amount: '0.11', currency: 'COP' }, 'MXN', RATES)).toMatchObject({
      value: { amount: mxn('0.01') },
    });
    expect(convertToShopCurrency({ amount: '3.00', currency: 'USD' }, 'MXN', RATES)).toMatchObject({
      value: { amount: mxn('60.00') },
    });
  });

  it.each(['XXX', 'BAD', ''])('rejects a conversion from %j to the shop currency', (currency) => {
    expect(convertToShopCurrency({ amount: '5.00', currency }, 'MXN', RATES)).toMatchObject({
      problem: { reason: 'no-rate' },
    });
    expect(getRatePerUsd(RATES, currency)).toBeNull();
  });
});

describe('remaining balance and cash', () => {
  it('returns a remaining balance of at least zero', () => {
    expect(computeRemainingBalance(mxn('49.00'), buildBalance('549'))).toEqual(mxn('500.00'));
    expect(computeRemainingBalance(mxn('600.00'), buildBalance('549'))).toEqual(mxn('0.00'));
    expect(computeRemainingBalance(mxn('600.00'), null)).toBeNull();
  });

  it('computes a change that adds up with the sum due to the cash, for any amounts', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 11n });
    const text = (value: bigint): string =>
      `${value / 100n}.${(value % 100n).toString().padStart(2, '0')}`;
    fc.assert(
      fc.property(cents, cents, (cash, due) => {
        const tender = checkCashTender(mxn(text(cash)), mxn(text(due)));
        expect(tender.ok).toBe(cash >= due);
        if (!tender.ok) return;
        const { cash: tendered, change } = tender.value;
        if (tendered === null || change === null) throw new Error('cash and change are missing');
        expect(add(change, mxn(text(due)))).toEqual(tendered);
        expect(compare(subtract(tendered, change), mxn(text(due)))).toBe(0);
      }),
    );
    expect(checkCashTender({ amount: '5', currency: 'USD' }, mxn('5'))).toMatchObject({
      problem: { reason: 'wrong-currency' },
    });
    expect(checkCashTender(mxn('5.001'), mxn('5'))).toMatchObject({
      problem: { reason: 'too-many-decimals' },
    });
  });
});
