import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Balance, RateTable } from '../../../../shared/contract/index.ts';
import { add, compare, type Money, subtract } from '../../../../shared/money/index.ts';
import {
  checkAmountAgainstBalance,
  checkCashOutTender,
  checkCashTender,
  checkOfferedAmount,
  checkPaymentKind,
  checkPaymentLimit,
  computeAmountDue,
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

describe('the limits of each check', () => {
  it('accepts any amount of a biller that takes partial payments', () => {
    expect(checkAmountAgainstBalance('balance-optional', mxn('1.00'), null).ok).toBe(true);
    expect(checkAmountAgainstBalance('balance-optional', mxn('1.00'), buildBalance('549')).ok).toBe(
      true,
    );
  });

  it('accepts an amount of twelve characters, and states each limit', () => {
    expect(toCheckedAmount(mxn('999999999.99'), 'MXN').ok).toBe(true);
    expect(toCheckedAmount(mxn('9999999999.99'), 'MXN')).toMatchObject({
      problem: { reason: 'above-limit', limit: { amount: '2500.00', currency: 'USD' } },
    });
    expect(toCheckedAmount(mxn('0.09'), 'MXN')).toMatchObject({
      problem: { limit: mxn('0.10') },
    });
    expect(toCheckedAmount(mxn('0'), 'MXN')).toMatchObject({ problem: { limit: null } });
  });

  it('takes no negative rate, and one to one for dollars without a rate', () => {
    const read = (perUsd: Record<string, string>, currency: string) =>
      getRatePerUsd({ ...RATES, perUsd }, currency);
    expect(read({ MXN: '-20.00' }, 'MXN')).toBe(null);
    expect(read({ MXN: '20.00' }, 'USD')).toBe('1');
    expect(read({ USD: '0' }, 'USD')).toBe(null);
    expect(read({ DOP: '50.00' }, 'RD')).toBe('50.00');
  });

  it('leaves no balance if none is known', () => {
    expect(computeRemainingBalance(mxn('1.00'), buildBalance(null))).toBe(null);
    expect(computeRemainingBalance(mxn('549.00'), buildBalance('549'))).toEqual(mxn('0.00'));
  });

  it('takes cash for a payment, and none for a cash-out', () => {
    expect(checkCashTender(null, mxn('5'))).toMatchObject({
      problem: { reason: 'cash-too-little', limit: mxn('5') },
    });
    expect(checkCashTender(mxn('4.99'), mxn('5'))).toMatchObject({
      problem: { reason: 'cash-too-little', limit: mxn('5') },
    });
    expect(checkCashTender(mxn('5'), mxn('5'))).toEqual({
      ok: true,
      value: { cash: mxn('5.00'), change: mxn('0.00') },
    });
    expect(checkCashOutTender(null)).toEqual({ ok: true, value: { cash: null, change: null } });
    expect(checkCashOutTender(mxn('5'))).toMatchObject({ problem: { field: 'cash' } });
  });

  it('adds the fee to the sum due', () => {
    expect(computeAmountDue(mxn('100.00'), null)).toEqual(mxn('100.00'));
    expect(computeAmountDue(mxn('100.00'), mxn('8.50'))).toEqual(mxn('108.50'));
  });
});

describe('the kinds of payment', () => {
  const accept = (kind: Parameters<typeof checkPaymentKind>[0], billerKind: string) =>
    checkPaymentKind(kind, { id: 7, kind: billerKind } as never, [7]).ok;

  it.each([
    ['bill', ['utility', 'partner']],
    ['top-up', ['top-up']],
    ['gift-card', ['gift-card']],
    ['cash-out', ['utility', 'partner', 'top-up', 'gift-card']],
  ] as const)('takes a %s only of these kinds of billers: %s', (kind, expected) => {
    const kinds = ['utility', 'partner', 'top-up', 'gift-card'];
    expect(kinds.filter((billerKind) => accept(kind, billerKind))).toEqual(expected);
  });

  it('takes a cash-out only of the billers that the settings name', () => {
    const biller = { id: 8, kind: 'partner' } as const;
    expect(checkPaymentKind('cash-out', biller, [7])).toMatchObject({
      problem: { kind: 'not-offered', what: 'cash-out' },
    });
    expect(checkPaymentKind('top-up', biller, [])).toMatchObject({
      problem: { reason: 'wrong-kind', billerKind: 'partner' },
    });
  });

  it('takes only the amounts that a biller offers', () => {
    const list = { kind: 'list' as const, amounts: ['50', '100.0'] };
    const range = { kind: 'range', least: '10', most: '500' } as const;
    const check = (offer: Parameters<typeof checkOfferedAmount>[0], amount: string) =>
      checkOfferedAmount(offer, mxn(amount));
    expect(check({ kind: 'any' }, '1.00').ok).toBe(true);
    expect([check(list, '50.00').ok, check(list, '100.00').ok]).toEqual([true, true]);
    expect(check(list, '75.00')).toMatchObject({ problem: { reason: 'not-offered' } });
    expect([check(range, '10.00').ok, check(range, '500.00').ok]).toEqual([true, true]);
    expect(check(range, '9.99')).toMatchObject({
      problem: { reason: 'below-minimum', limit: mxn('10.00') },
    });
    expect(check(range, '500.01')).toMatchObject({
      problem: { reason: 'above-limit', limit: mxn('500.00') },
    });
  });
});

describe('the service’s own conversion of a balance', () => {
  const AT = '2026-01-15T12:00:00.000Z';
  const convert = (owed: string | null, inShopCurrency: string | null, rates = RATES) =>
    convertToShopCurrency({ amount: '50.00', currency: 'USD' }, 'MXN', rates, {
      balance: {
        ...buildBalance(null),
        amount: owed === null ? null : { amount: owed, currency: 'USD' },
        amountInShopCurrency: inShopCurrency === null ? null : mxn(inShopCurrency),
      },
      at: AT,
    });
  const byRates = {
    ok: true,
    value: {
      amount: mxn('1000.00'),
      rate: { from: '1', to: '20.00', fetchedAt: RATES.fetchedAt, by: 'rates' },
    },
  };

  it('converts by the service’s own conversion before the rate table', () => {
    expect(convert('100.00', '1950.01')).toEqual({
      ok: true,
      value: {
        amount: mxn('975.01'),
        rate: { from: '100.00', to: '1950.01', fetchedAt: AT, by: 'service' },
      },
    });
  });

  it.each([
    [null, '1950.01'],
    ['100.00', null],
    ['0.00', '1950.01'],
    ['-1.00', '1950.01'],
    ['100.00', '0.00'],
    ['100.00', '-1.00'],
  ])('converts by the rate table for a balance of %s that the service makes %s', (owed, own) => {
    expect(convert(owed, own)).toEqual(byRates);
  });

  it('converts nothing without both rates and their time', () => {
    const noRate = { problem: { reason: 'no-rate' } };
    expect(convert(null, null, { ...RATES, fetchedAt: null })).toMatchObject(noRate);
    expect(convert(null, null, { ...RATES, perUsd: { USD: '1' } })).toMatchObject(noRate);
    expect(convert(null, null, { ...RATES, perUsd: { USD: '0', MXN: '20' } })).toMatchObject(
      noRate,
    );
  });
});
