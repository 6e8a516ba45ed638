import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  convertCurrency,
  createMoney,
  formatAmount,
  formatDenomination,
  formatMoney,
  hasValidDecimalPlaces,
  isDecimal,
  isNegative,
  isSameCurrency,
  isZero,
  multiplyBy,
  parseAmount,
  roundUpToPayableAmount,
  subtract,
  sumByCurrency,
} from './index.ts';

const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const decimal = cents.map((units) => {
  const text = (units < 0n ? -units : units).toString().padStart(3, '0');
  return `${units < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
});

describe('money', () => {
  it('adds and subtracts amounts without losing a digit', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const sum = add(createMoney(a, 'MXN'), createMoney(b, 'MXN'));
        expect(subtract(sum, createMoney(b, 'MXN'))).toEqual(createMoney(a, 'MXN'));
      }),
    );
  });

  it('keeps more than two decimals of an amount', () => {
    expect(createMoney('0.125', 'USD').amount).toBe('0.125');
    expect(add(createMoney('0.125', 'USD'), createMoney('1', 'USD')).amount).toBe('1.125');
    expect(hasValidDecimalPlaces(createMoney('0.125', 'USD'))).toBe(false);
    expect(hasValidDecimalPlaces(createMoney('0.1200', 'USD'))).toBe(true);
  });

  it('creates zero instead of negative zero', () => {
    expect(createMoney('-0.00', 'MXN').amount).toBe('0.00');
  });

  it.each([
    ['5', '5.00'],
    ['007.5', '7.50'],
    ['-5.05', '-5.05'],
    ['0.12500', '0.125'],
    ['0.1005', '0.1005'],
    ['-0.001', '-0.001'],
  ])('writes %s with at least two decimals as %s, and keeps its value', (amount, normalized) => {
    expect(createMoney(amount, 'MXN')).toEqual({ amount: normalized, currency: 'MXN' });
  });

  it.each(['', '-', '5.', '.5', '1,5', 'x5', '5x', '+5', '1e3', '٣'])(
    'rejects %j, which is no decimal, also in a calculation',
    (amount) => {
      expect(isDecimal(amount)).toBe(false);
      expect(() => createMoney(amount, 'MXN')).toThrow('not a decimal amount');
      expect(() => isZero({ amount, currency: 'MXN' })).toThrow('not a decimal number');
    },
  );

  it.each([
    ['0', true, false],
    ['000.000', true, false],
    ['-0.00', true, false],
    ['0.001', false, false],
    ['-0.001', false, true],
    ['-10', false, true],
    ['10', false, false],
  ])('tells the sign of %s: zero %s, negative %s', (amount, expectedZero, expectedNegative) => {
    const value = { amount, currency: 'MXN' };
    expect(isZero(value)).toBe(expectedZero);
    expect(isNegative(value)).toBe(expectedNegative);
  });

  it('throws when amounts of two currencies are added', () => {
    expect(() => add(createMoney('1', 'MXN'), createMoney('1', 'USD'))).toThrow(/two currencies/);
  });

  it('sums amounts by currency, sorted by currency code', () => {
    const amounts = [
      createMoney('1.50', 'USD'),
      createMoney('2', 'MXN'),
      createMoney('3', 'RD'),
      createMoney('4', 'MXN'),
    ];
    expect([...sumByCurrency(amounts)]).toEqual([
      ['MXN', { amount: '6.00', currency: 'MXN' }],
      ['RD', { amount: '3.00', currency: 'RD' }],
      ['USD', { amount: '1.50', currency: 'USD' }],
    ]);
    expect([...sumByCurrency([])]).toEqual([]);
  });

  it('compares amounts by value and not by text', () => {
    expect(compare(createMoney('10', 'MXN'), createMoney('9.99', 'MXN'))).toBeGreaterThan(0);
    expect(compare(createMoney('9.99', 'MXN'), createMoney('10', 'MXN'))).toBeLessThan(0);
    expect(compare(createMoney('10', 'MXN'), createMoney('10.000', 'MXN'))).toBe(0);
  });

  it('converts amounts by rates per USD, and rounds up or half up', () => {
    const rates = { from: '46.58', to: '20.2181' };
    expect(convertCurrency(createMoney('150', 'RD'), rates, 'MXN', 'half').amount).toBe('65.11');
    expect(
      convertCurrency(createMoney('1', 'USD'), { from: '1', to: '20.2181' }, 'MXN', 'up').amount,
    ).toBe('20.22');
    expect(
      convertCurrency(createMoney('1', 'USD'), { from: '1', to: '20.2120' }, 'MXN', 'half').amount,
    ).toBe('20.21');
  });

  it.each([
    ['20.212', 'half', '20.21'],
    ['20.212', 'up', '20.22'],
    ['20.215', 'half', '20.22'],
    ['20.21', 'up', '20.21'],
    ['-20.215', 'half', '-20.22'],
    ['-20.212', 'half', '-20.21'],
    ['-20.212', 'up', '-20.22'],
    ['0', 'up', '0.00'],
  ] as const)('rounds %s %s to %s, away from zero', (amount, rounding, rounded) => {
    const rates = { from: '3', to: '3' };
    expect(convertCurrency(createMoney(amount, 'USD'), rates, 'USD', rounding).amount).toBe(
      rounded,
    );
  });

  it('rounds a balance with more than two decimals up to an amount that can be paid', () => {
    expect(roundUpToPayableAmount(createMoney('10.001', 'MXN'))).toEqual(
      createMoney('10.01', 'MXN'),
    );
    expect(roundUpToPayableAmount(createMoney('10.1', 'MXN'))).toEqual(createMoney('10.10', 'MXN'));
  });

  it.each(['0', '0.000', '-20'])('throws on a rate of %s, on either side', (rate) => {
    const convert = (from: string, to: string) =>
      convertCurrency(createMoney('1', 'USD'), { from, to }, 'MXN', 'half');
    expect(() => convert(rate, '20')).toThrow('a rate must be above zero');
    expect(() => convert('20', rate)).toThrow('a rate must be above zero');
  });

  it('multiplies a denomination by a count', () => {
    expect(multiplyBy(createMoney('0.50', 'MXN'), 7).amount).toBe('3.50');
  });

  it('treats RD and DOP as the same currency', () => {
    expect(isSameCurrency('RD', 'DOP')).toBe(true);
    expect(isSameCurrency('RD', 'MXN')).toBe(false);
  });

  it('formats amounts of any size for the locale', () => {
    expect(formatAmount(createMoney('12345678901234567.89', 'MXN'), 'es-MX')).toBe(
      '12,345,678,901,234,567.89',
    );
    expect(formatAmount(createMoney('1234.5', 'COP'), 'es-CO')).toBe('1.234,50');
    expect(formatAmount(createMoney('0.125', 'MXN'), 'es-MX')).toBe('0.125');
  });
});

describe('formatted amounts', () => {
  it.each([
    ['549', 'MXN', 'es-MX', '$549.00'],
    ['-549.5', 'MXN', 'es-MX', '−$549.50'],
    ['1234567.5', 'MXN', 'en', '$1,234,567.50'],
    ['15500', 'COP', 'es-CO', '$ 15.500'],
    ['15500.00', 'COP', 'es-CO', '$ 15.500'],
    ['15500.5', 'COP', 'es-CO', '$ 15.500,50'],
    ['-4000', 'COP', 'es-CO', '−$ 4.000'],
    ['0', 'COP', 'es-CO', '$ 0'],
  ])('formats %s %s in the locale %s as %s', (amount, currency, locale, formatted) => {
    expect(formatMoney(createMoney(amount, currency), locale, currency)).toBe(formatted);
  });

  it('adds the code to an amount in another currency, without a sign, or with an unknown shop currency', () => {
    expect(formatMoney(createMoney('3.22', 'USD'), 'es-MX', 'MXN')).toBe('$3.22 USD');
    expect(formatMoney(createMoney('3.22', 'RD'), 'es-MX', 'DOP')).toBe('$3.22');
    expect(formatMoney(createMoney('3.22', 'PEN'), 'es-MX', 'PEN')).toBe('3.22 PEN');
    expect(formatMoney(createMoney('15500', 'COP'), 'es-CO', null)).toBe('$ 15.500 COP');
  });

  it('formats denominations without decimals if they are whole', () => {
    expect(formatDenomination(createMoney('1000', 'MXN'), 'es-MX', 'MXN')).toBe('$1,000');
    expect(formatDenomination(createMoney('0.50', 'MXN'), 'es-MX', 'MXN')).toBe('$0.50');
    expect(formatDenomination(createMoney('50000', 'COP'), 'es-CO', 'COP')).toBe('$ 50.000');
    expect(formatDenomination(createMoney('20', 'USD'), 'es-MX', 'MXN')).toBe('$20 USD');
  });
});

describe('parseAmount', () => {
  const parse = (text: string, locale = 'es-MX') => {
    const parsed = parseAmount(text, 'MXN', locale);
    return parsed.ok ? parsed.value.amount : parsed.reason;
  };

  it.each([
    ['549', '549.00'],
    ['549.5', '549.50'],
    ['$ 1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234', '1234.00'],
    ['.5', '0.50'],
    ['0', '0.00'],
    ['', 'empty'],
    ['-1', 'negative'],
    ['1e9', 'not-a-number'],
    ['12,345.678', 'too-many-decimals'],
    ['1.2345', 'too-many-decimals'],
    ['12.345', 'two-readings'],
    ['1,2,3', 'not-a-number'],
    ['.55', '0.55'],
    ['−12', 'negative'],
    ['-1a', 'not-a-number'],
    ['1-2', 'not-a-number'],
    ['a.5', 'not-a-number'],
    ['.5a', 'not-a-number'],
    [',123', 'not-a-number'],
    ['1234,567', 'not-a-number'],
    ['1,23,456', 'not-a-number'],
    ['12,34.50', 'not-a-number'],
    ['1,23,456.50', 'not-a-number'],
    ['1,234,567.50', '1234567.50'],
    ['00000000000549', '549.00'],
    ['9999999999', 'too-large'],
  ])('parses the amount %j in Mexico as %s', (text, result) => {
    expect(parse(text)).toBe(result);
  });

  it('parses a point as the grouping separator in Colombia', () => {
    expect(parse('12.345', 'es-CO')).toBe('12345.00');
    expect(parse('12,345', 'es-CO')).toBe('two-readings');
    expect(parse('1.234,50', 'es-CO')).toBe('1234.50');
    expect(parse('$ 15.500', 'es-CO')).toBe('15500.00');
    expect(parse('1.234.567', 'es-CO')).toBe('1234567.00');
  });

  it('parses the output of formatAmount in every locale', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 10n }),
        fc.constantFrom('es-MX', 'es-CO', 'en-US'),
        fc.constantFrom('MXN', 'COP'),
        (units, locale, currency) => {
          const text = units.toString().padStart(3, '0');
          const value = createMoney(`${text.slice(0, -2)}.${text.slice(-2)}`, currency);
          const parsed = parseAmount(formatAmount(value, locale), currency, locale);
          expect(parsed).toEqual({ ok: true, value });
        },
      ),
    );
  });
});
