import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compare, money } from '../../../../shared/money/index.ts';
import { isBeyondSense } from '../flow/index.ts';
import { likelyCash } from './cash-notes.ts';

const amounts = (due: string, currency: string) =>
  likelyCash(money(due, currency)).map((sum) => sum.amount);

it('offers the next notes above what is due', () => {
  expect(amounts('549', 'MXN')).toEqual(['550.00', '560.00', '600.00', '1000.00']);
  expect(amounts('87.50', 'MXN')).toEqual(['100.00', '200.00', '500.00', '1000.00']);
  expect(amounts('43200', 'COP')).toEqual(
    ['44000.00', '45000.00', '50000.00', '60000.00', '100000.00'].slice(-4),
  );
});

it('does not offer the exact sum again', () => {
  expect(amounts('1000', 'MXN')).toEqual([]);
  expect(amounts('200', 'MXN')).toEqual(['500.00', '1000.00']);
});

it('offers nothing that the till then asks about: $ 4.000 paid with a note of $ 100.000', () => {
  expect(amounts('4000', 'COP')).toEqual(['10000.00', '20000.00', '50000.00', '100000.00']);
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 99_999_999 }),
      fc.constantFrom('MXN', 'COP', 'USD', 'RD', 'PEN', 'ZZZ'),
      (cents, currency) => {
        const due = money((cents / 100).toFixed(2), currency);
        for (const cash of likelyCash(due)) expect(isBeyondSense(cash, due)).toBe(false);
      },
    ),
  );
});

it('only ever offers more than is due, the smallest first', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.constantFrom('MXN', 'COP', 'USD', 'RD', 'ZZZ'),
      (cents, currency) => {
        const due = money((cents / 100).toFixed(2), currency);
        const sums = likelyCash(due);
        expect(sums.length).toBeLessThanOrEqual(4);
        sums.forEach((sum, index) => {
          expect(compare(sum, due)).toBeGreaterThan(0);
          const before = sums[index - 1];
          if (before) expect(compare(sum, before)).toBeGreaterThan(0);
        });
      },
    ),
  );
});
