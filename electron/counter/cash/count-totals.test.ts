import { describe, expect, it } from 'vitest';
import type { CashCount } from '../../../shared/contract/index.ts';
import { createMoney } from '../../../shared/money/index.ts';
import { sumCashCounts, validateCashMovementAmount } from './count-totals.ts';

const validate = (amount: string) =>
  validateCashMovementAmount({ amount, currency: 'MXN' }) as unknown;
const rejection = (reason: string) => ({ ok: false, problem: { kind: 'cash', reason } });

describe('the amount of a movement', () => {
  it('accepts a movement above zero, in the currency’s decimals, up to a thousand million', () => {
    expect(validate('0')).toEqual(rejection('not-positive'));
    expect(validate('0.00')).toEqual(rejection('not-positive'));
    expect(validate('-1')).toEqual(rejection('negative'));
    expect(validate('1.001')).toEqual(rejection('too-many-decimals'));
    expect(validate('1000000000.01')).toEqual(rejection('too-much'));
    expect(validate('1000000000')).toEqual({ ok: true, value: createMoney('1000000000', 'MXN') });
    expect(validate('0.01')).toEqual({ ok: true, value: createMoney('0.01', 'MXN') });
  });
});

describe('a count', () => {
  const createCount = (
    pieces: Readonly<Record<string, number>>,
    other = '0',
    currency = 'MXN',
  ): CashCount => ({
    currency,
    pieces: Object.entries(pieces).map(([value, count]) => ({ value, count })),
    other,
  });
  const sum = (counts: readonly CashCount[], currencies: readonly string[] = ['MXN']) =>
    sumCashCounts(counts, currencies) as unknown;

  it('adds the pieces of a count and the rest, the largest piece first, none that was not there', () => {
    expect(sum([createCount({ '0.50': 3, '500': 2, '20': 0, '100': 1 }, '7.30')])).toEqual({
      ok: true,
      value: [
        {
          currency: 'MXN',
          pieces: [
            { value: '500', count: 2 },
            { value: '100', count: 1 },
            { value: '0.50', count: 3 },
          ],
          other: '7.30',
          sum: createMoney('1108.80', 'MXN'),
        },
      ],
    });
  });

  it('rejects a count without a currency of the drawer, or with another', () => {
    const [pesos, dollars] = [createCount({}), createCount({}, '1', 'USD')];
    expect(sum([])).toEqual(rejection('currency'));
    expect(sum([dollars])).toEqual(rejection('currency'));
    expect(sum([pesos, dollars])).toEqual(rejection('currency'));
    expect(sum([pesos], ['MXN', 'USD'])).toEqual(rejection('currency'));
    expect(sum([pesos, dollars], ['MXN', 'COP'])).toEqual(rejection('currency'));
    expect(sum([pesos, dollars], ['MXN', 'USD'])).toMatchObject({ ok: true });
  });

  it('rejects a count with an unknown piece, or with one twice', () => {
    expect(sum([createCount({ '3': 1 })])).toEqual(rejection('piece'));
    expect(sum([createCount({ '500': 1, '3': 1 })])).toEqual(rejection('piece'));
    const twice = { value: '500', count: 1 };
    expect(sum([{ ...createCount({}), pieces: [twice, twice] }])).toEqual(rejection('piece'));
  });

  it('rejects a negative count, wrong decimals, and more than a thousand million', () => {
    expect(sum([createCount({}, '-1')])).toEqual(rejection('negative'));
    expect(sum([createCount({}, '1.001')])).toEqual(rejection('too-many-decimals'));
    expect(sum([createCount({ '1000': 1_000_000 }, '0.01')])).toEqual(rejection('too-much'));
    expect(sum([createCount({ '1000': 1_000_000 })])).toMatchObject({ ok: true });
  });
});
