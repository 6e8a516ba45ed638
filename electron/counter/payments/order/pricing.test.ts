import { describe, expect, it } from 'vitest';
import type { Balance, Biller, CustomerFee } from '../../../../shared/contract/index.ts';
import { createVirtualClock } from '../../../platform/index.ts';
import { createTestBiller } from '../testing/index.ts';
import type { PaymentPorts } from '../types.ts';
import { computeOrderPrice } from './pricing.ts';

const mxn = (amount: string) => ({ amount, currency: 'MXN' });
const FETCHED_AT = '2026-01-15T11:30:00.000Z';
const FIXED_FEE: CustomerFee = {
  kind: 'fixed',
  utility: '5',
  'top-up': '6',
  'gift-card': '7',
  partner: '8',
};

interface PriceCase {
  readonly kind?: 'bill' | 'top-up' | 'gift-card' | 'cash-out';
  readonly amount?: { readonly amount: string; readonly currency: string };
  readonly biller?: Partial<Biller>;
  readonly balance?: Partial<Balance> | null;
  readonly serviceFee?: { readonly amount: string; readonly currency: string } | null;
  readonly customerFee?: CustomerFee;
  readonly isDrp?: boolean;
  readonly areRatesStale?: boolean;
}

function price({
  kind = 'bill',
  amount = mxn('100.00'),
  biller = {},
  balance = null,
  serviceFee = null,
  customerFee = { kind: 'none' },
  isDrp = false,
  areRatesStale = false,
}: PriceCase = {}) {
  const ports = {
    clock: createVirtualClock(),
    settings: () => ({ shopCurrency: 'MXN', customerFee }),
    catalog: {
      rates: () => ({ perUsd: { MXN: '20.00' }, fetchedAt: FETCHED_AT }),
      state: () => ({ areRatesStale }),
    },
  } as unknown as Pick<PaymentPorts, 'catalog' | 'settings' | 'clock'>;
  return computeOrderPrice(
    { kind, amount },
    amount.currency,
    createTestBiller({ currency: amount.currency, ...biller }),
    balance && ({ amount: null, amountInShopCurrency: null, ...balance } as Balance),
    serviceFee,
    isDrp,
    ports,
  );
}

const expectPrice = (input: PriceCase) => {
  const priced = price(input);
  if (!priced.ok) throw new Error(JSON.stringify(priced.problem));
  return priced.value;
};

describe('the price of an order', () => {
  it('charges the amount itself without a fee in the shop’s currency', () => {
    expect(expectPrice({})).toEqual({
      amount: mxn('100.00'),
      fee: null,
      amountInShopCurrency: mxn('100.00'),
      due: mxn('100.00'),
      rate: null,
      isFeeUnnamed: false,
      feeInOtherCurrency: null,
      remains: null,
      warnings: [],
    });
  });

  it('adds the shop’s fee to what the customer pays, except to a cash-out', () => {
    expect(expectPrice({ customerFee: FIXED_FEE })).toMatchObject({
      fee: mxn('5.00'),
      due: mxn('105.00'),
    });
    expect(expectPrice({ customerFee: FIXED_FEE, kind: 'cash-out' })).toMatchObject({
      fee: null,
      due: mxn('100.00'),
    });
  });

  it('checks the balance of a bill, also of one that takes late payments', () => {
    const biller = { canCheckBalance: true, supportsPartialPayment: false };
    expect(price({ biller })).toMatchObject({ problem: { reason: 'balance-first' } });
    expect(price({ biller, isDrp: true }).ok).toBe(true);
    const balance = { amount: mxn('150.00') };
    expect(price({ biller, balance })).toMatchObject({ problem: { reason: 'not-the-balance' } });
    expect(expectPrice({ balance }).remains).toEqual(mxn('50.00'));
  });

  it('checks the offered amounts of a top-up and a gift card, not of a bill or a cash-out', () => {
    const biller = { amounts: { kind: 'list' as const, amounts: ['50'] } };
    for (const kind of ['top-up', 'gift-card'] as const)
      expect(price({ biller, kind })).toMatchObject({ problem: { reason: 'not-offered' } });
    for (const kind of ['bill', 'cash-out'] as const) expect(price({ biller, kind }).ok).toBe(true);
  });

  it('rejects an amount that is no amount, and one above the limit', () => {
    expect(price({ amount: mxn('0') })).toMatchObject({ problem: { reason: 'not-positive' } });
    expect(price({ amount: mxn('50000.01') })).toMatchObject({
      problem: { reason: 'above-limit' },
    });
    expect(price({ amount: { amount: '1.00', currency: 'XXX' } })).toMatchObject({
      problem: { reason: 'no-rate' },
    });
  });

  it('warns of a large amount, and of an old rate that it converts with', () => {
    const usd = { amount: '1500.01', currency: 'USD' };
    expect(expectPrice({ amount: mxn('30000.01') }).warnings).toEqual([
      { kind: 'large-amount', usd },
    ]);
    const amount = { amount: '10.00', currency: 'USD' };
    const stale = { kind: 'stale-rate', fetchedAt: FETCHED_AT };
    expect(expectPrice({ amount, areRatesStale: true }).warnings).toEqual([stale]);
    expect(expectPrice({ amount }).warnings).toEqual([]);
    expect(expectPrice({ areRatesStale: true }).warnings).toEqual([]);
    const balance = { amount, amountInShopCurrency: mxn('195.00') };
    expect(expectPrice({ amount, balance, areRatesStale: true })).toMatchObject({
      warnings: [],
      due: mxn('195.00'),
      rate: { by: 'service', fetchedAt: '2026-01-15T16:00:00.000Z' },
    });
  });
});

describe('the fee of the service', () => {
  const customerFee = { kind: 'service' } as const;
  const dollars = { amount: '1.00', currency: 'USD' };

  it('charges the service’s fee in the shop’s currency', () => {
    expect(expectPrice({ customerFee, serviceFee: mxn('8.00') })).toMatchObject({
      fee: mxn('8.00'),
      due: mxn('108.00'),
      isFeeUnnamed: false,
      feeInOtherCurrency: null,
    });
  });

  it('shows a fee in another currency apart, and one that the service did not name as unknown', () => {
    expect(expectPrice({ customerFee, serviceFee: dollars })).toMatchObject({
      fee: null,
      due: mxn('100.00'),
      isFeeUnnamed: true,
      feeInOtherCurrency: dollars,
    });
    expect(expectPrice({ customerFee })).toMatchObject({
      isFeeUnnamed: true,
      feeInOtherCurrency: null,
    });
    const none = { amount: '0.00', currency: 'USD' };
    expect(expectPrice({ customerFee, serviceFee: none }).isFeeUnnamed).toBe(false);
  });

  it('charges no service fee on a cash-out, nor in a shop with its own fee', () => {
    for (const input of [{ customerFee, kind: 'cash-out' }, { customerFee: FIXED_FEE }] as const) {
      expect(expectPrice({ ...input, serviceFee: dollars })).toMatchObject({
        isFeeUnnamed: false,
        feeInOtherCurrency: null,
      });
    }
  });
});
