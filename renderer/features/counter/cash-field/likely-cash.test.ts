import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare, createMoney, getNotes, type Money } from '../../../../shared/money/index.ts';
import { isImplausibleCash } from '../../../../shared/rules/index.ts';
import { computeLikelyCashAmounts } from './likely-cash.ts';

const getAmounts = (due: string, currency: string) =>
  computeLikelyCashAmounts(createMoney(due, currency)).map((sum) => sum.amount);

it('offers the next notes and multiples above the sum due', () => {
  expect(getAmounts('549', 'MXN')).toEqual(['550.00', '560.00', '600.00', '1000.00']);
  expect(getAmounts('87.50', 'MXN')).toEqual(['100.00', '200.00', '500.00', '1000.00']);
  expect(getAmounts('43200', 'COP')).toEqual(['45000.00', '50000.00', '60000.00', '100000.00']);
  expect(getAmounts('1220', 'MXN')).toEqual(['1300.00', '1400.00', '1500.00', '2000.00']);
});

it.each([
  ['30', 'MXN', '50.00'],
  ['35', 'MXN', '50.00'],
  ['124.50', 'MXN', '200.00'],
  ['4000', 'COP', '5000.00'],
  ['8', 'USD', '10.00'],
])('offers the smallest sufficient note for %s %s', (due, currency, note) => {
  expect(getAmounts(due, currency)).toContain(note);
});

it('skips no smaller note in favour of a larger one', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.constantFrom('MXN', 'COP', 'USD', 'RD', 'GTQ', 'HNL', 'NIO', 'CRC', 'PEN'),
      (cents, currency) => {
        const due = createMoney((cents / 100).toFixed(2), currency);
        const isOffered = (note: Money) =>
          computeLikelyCashAmounts(due).some((sum) => compare(sum, note) === 0);
        const sufficientNotes = getNotes(currency)
          .map((note) => createMoney(note, currency))
          .filter((note) => compare(note, due) > 0)
          .sort(compare);
        expect(sufficientNotes.map(isOffered)).toEqual(
          sufficientNotes.map((_, index) => index < 4),
        );
      },
    ),
  );
});

it('does not offer the exact sum again', () => {
  expect(getAmounts('1000', 'MXN')).toEqual([]);
  expect(getAmounts('200', 'MXN')).toEqual(['500.00', '1000.00']);
});

it('offers no sum that the till would question: $ 15.000 paid with a note of $ 100.000', () => {
  expect(getAmounts('15000', 'COP')).toEqual(['16000.00', '20000.00', '50000.00', '100000.00']);
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 99_999_999 }),
      fc.constantFrom('MXN', 'COP', 'USD', 'RD', 'PEN', 'ZZZ'),
      (cents, currency) => {
        const due = createMoney((cents / 100).toFixed(2), currency);
        for (const cash of computeLikelyCashAmounts(due))
          expect(isImplausibleCash(cash, due)).toBe(false);
      },
    ),
  );
});

it('offers only sums above the due one, smallest first', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.constantFrom('MXN', 'COP', 'USD', 'RD', 'ZZZ'),
      (cents, currency) => {
        const due = createMoney((cents / 100).toFixed(2), currency);
        const sums = computeLikelyCashAmounts(due);
        expect(sums.length).toBeLessThanOrEqual(4);
        sums.forEach((sum, index) => {
          expect(compare(sum, due)).toBeGreaterThan(0);
          const previous = sums[index - 1];
          if (previous) expect(compare(sum, previous)).toBeGreaterThan(0);
        });
      },
    ),
  );
});
