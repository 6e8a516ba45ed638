import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  compare,
  convert,
  denominationsOf,
  fitsPlaces,
  formatAmount,
  formatMoney,
  formatPiece,
  isSameCurrency,
  largestNote,
  money,
  parseAmount,
  pieceKind,
  subtract,
  sumsByCurrency,
  times,
} from './index.ts';

const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const decimal = cents.map((units) => {
  const text = (units < 0n ? -units : units).toString().padStart(3, '0');
  return `${units < 0n ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`;
});

describe('money', () => {
  it('adds and subtracts without losing a digit', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const sum = add(money(a, 'MXN'), money(b, 'MXN'));
        expect(subtract(sum, money(b, 'MXN'))).toEqual(money(a, 'MXN'));
      }),
    );
  });

  it('keeps more decimals than two when they were given', () => {
    expect(money('0.125', 'USD').amount).toBe('0.125');
    expect(add(money('0.125', 'USD'), money('1', 'USD')).amount).toBe('1.125');
    expect(fitsPlaces(money('0.125', 'USD'))).toBe(false);
    expect(fitsPlaces(money('0.1200', 'USD'))).toBe(true);
  });

  it('has no negative zero', () => {
    expect(money('-0.00', 'MXN').amount).toBe('0.00');
  });

  it('refuses to add two currencies', () => {
    expect(() => add(money('1', 'MXN'), money('1', 'USD'))).toThrow(/two currencies/);
  });

  it('adds up by currency, in the order of their codes whatever came first', () => {
    const amounts = [money('1.50', 'USD'), money('2', 'MXN'), money('3', 'RD'), money('4', 'MXN')];
    expect([...sumsByCurrency(amounts)]).toEqual([
      ['MXN', { amount: '6.00', currency: 'MXN' }],
      ['RD', { amount: '3.00', currency: 'RD' }],
      ['USD', { amount: '1.50', currency: 'USD' }],
    ]);
    expect([...sumsByCurrency([])]).toEqual([]);
  });

  it('compares by value and not by text', () => {
    expect(compare(money('10', 'MXN'), money('9.99', 'MXN'))).toBeGreaterThan(0);
    expect(compare(money('10', 'MXN'), money('10.000', 'MXN'))).toBe(0);
  });

  it('converts through rates per USD, rounding up what the customer covers', () => {
    const rates = { from: '46.58', to: '20.2181' };
    expect(convert(money('150', 'RD'), rates, 'MXN', 'half').amount).toBe('65.11');
    expect(convert(money('1', 'USD'), { from: '1', to: '20.2181' }, 'MXN', 'up').amount).toBe(
      '20.22',
    );
    expect(convert(money('1', 'USD'), { from: '1', to: '20.2120' }, 'MXN', 'half').amount).toBe(
      '20.21',
    );
  });

  it('multiplies pieces', () => {
    expect(times(money('0.50', 'MXN'), 7).amount).toBe('3.50');
  });

  it('knows that RD and DOP are one currency', () => {
    expect(isSameCurrency('RD', 'DOP')).toBe(true);
    expect(isSameCurrency('RD', 'MXN')).toBe(false);
  });

  it('writes amounts as the locale reads them, however large', () => {
    expect(formatAmount(money('12345678901234567.89', 'MXN'), 'es-MX')).toBe(
      '12,345,678,901,234,567.89',
    );
    expect(formatAmount(money('1234.5', 'COP'), 'es-CO')).toBe('1.234,50');
  });
});

describe('an amount as the country writes it', () => {
  it.each([
    ['549', 'MXN', 'es-MX', '$549.00'],
    ['-549.5', 'MXN', 'es-MX', '−$549.50'],
    ['1234567.5', 'MXN', 'en', '$1,234,567.50'],
    ['15500', 'COP', 'es-CO', '$ 15.500'],
    ['15500.00', 'COP', 'es-CO', '$ 15.500'],
    ['15500.5', 'COP', 'es-CO', '$ 15.500,50'],
    ['-4000', 'COP', 'es-CO', '−$ 4.000'],
    ['0', 'COP', 'es-CO', '$ 0'],
  ])('%s %s in %s is %s', (amount, currency, locale, written) => {
    expect(formatMoney(money(amount, currency), locale, currency)).toBe(written);
  });

  it('has its code where it is not the shop’s, or has no sign, or the shop’s is not known', () => {
    expect(formatMoney(money('3.22', 'USD'), 'es-MX', 'MXN')).toBe('$3.22 USD');
    expect(formatMoney(money('3.22', 'RD'), 'es-MX', 'DOP')).toBe('$3.22');
    expect(formatMoney(money('3.22', 'PEN'), 'es-MX', 'PEN')).toBe('3.22 PEN');
    expect(formatMoney(money('15500', 'COP'), 'es-CO', null)).toBe('$ 15.500 COP');
  });

  it('names notes and coins without cents that they have none of', () => {
    expect(formatPiece(money('1000', 'MXN'), 'es-MX', 'MXN')).toBe('$1,000');
    expect(formatPiece(money('0.50', 'MXN'), 'es-MX', 'MXN')).toBe('$0.50');
    expect(formatPiece(money('50000', 'COP'), 'es-CO', 'COP')).toBe('$ 50.000');
  });

  it('knows the notes that exist', () => {
    expect(largestNote('COP')).toEqual(money('100000', 'COP'));
    expect(largestNote('ZZZ')).toBeNull();
    expect(pieceKind('MXN', '20')).toBe('both');
    expect(pieceKind('COP', '2000')).toBe('note');
    expect(pieceKind('MXN', '10')).toBe('coin');
    expect(pieceKind('ZZZ', '10')).toBe('piece');
    expect(denominationsOf('COP').slice(0, 2)).toEqual(['100000', '50000']);
  });
});

describe('parseAmount', () => {
  const read = (text: string, locale = 'es-MX') => {
    const parsed = parseAmount(text, 'MXN', locale);
    return parsed.ok ? parsed.value.amount : parsed.fault;
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
    ['9999999999', 'too-large'],
  ])('reads %j in Mexico as %s', (text, result) => {
    expect(read(text)).toBe(result);
  });

  it('reads the point as grouping in Colombia', () => {
    expect(read('12.345', 'es-CO')).toBe('12345.00');
    expect(read('12,345', 'es-CO')).toBe('two-readings');
    expect(read('1.234,50', 'es-CO')).toBe('1234.50');
    expect(read('$ 15.500', 'es-CO')).toBe('15500.00');
    expect(read('1.234.567', 'es-CO')).toBe('1234567.00');
  });

  it('reads back what formatAmount writes, in every language', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 10n }),
        fc.constantFrom('es-MX', 'es-CO', 'en-US'),
        fc.constantFrom('MXN', 'COP'),
        (units, locale, currency) => {
          const text = units.toString().padStart(3, '0');
          const value = money(`${text.slice(0, -2)}.${text.slice(-2)}`, currency);
          const parsed = parseAmount(formatAmount(value, locale), currency, locale);
          expect(parsed).toEqual({ ok: true, value });
        },
      ),
    );
  });
});
