import { expect, it } from 'vitest';
import { filterOf, NOTHING_WANTED, wantedByScan } from './filter.ts';

/** A quarter past midnight in Mexico City. */
const shop = {
  now: Date.parse('2026-03-02T06:15:00Z'),
  timeZone: 'America/Mexico_City',
  locale: 'es-MX',
};

it.each([
  ['today', '2026-03-02', '2026-03-02'],
  ['yesterday', '2026-03-01', '2026-03-01'],
  ['week', '2026-02-24', '2026-03-02'],
  ['all', null, null],
] as const)('takes %s by the shop’s calendar', (period, from, to) => {
  expect(filterOf({ ...NOTHING_WANTED, period }, shop)).toMatchObject({ from, to });
});

it('takes one day, and any while it is not typed yet', () => {
  const day = { ...NOTHING_WANTED, period: 'day' } as const;
  expect(filterOf({ ...day, day: '2026-02-03' }, shop)).toMatchObject({
    from: '2026-02-03',
    to: '2026-02-03',
  });
  expect(filterOf(day, shop)).toMatchObject({ from: null, to: null });
});

it('reads an amount as the language writes it, and leaves out what is none', () => {
  const read = (amount: string, locale = 'es-MX') =>
    filterOf({ ...NOTHING_WANTED, amount }, { ...shop, locale }).amount;
  expect(read('1,234.5')).toBe('1234.50');
  expect(read('1.234,5', 'es-CO')).toBe('1234.50');
  expect(read('x')).toBeNull();
});

it('asks for nothing that was not set', () => {
  expect(filterOf({ ...NOTHING_WANTED, text: '  ' }, shop)).toEqual({
    from: '2026-03-02',
    to: '2026-03-02',
    text: null,
    state: null,
    kind: null,
    cashierId: null,
    billerId: null,
    amount: null,
  });
});

it('looks for what was scanned on any day: a reference, an authorization or an account', () => {
  const reference = '3f0c6f5e-0d0e-4a57-9d1c-1d1d2a0a0001';
  const anyDay = { ...NOTHING_WANTED, period: 'all' } as const;
  expect(wantedByScan(reference.replaceAll('-', "'"))).toEqual({ ...anyDay, text: reference });
  expect(wantedByScan('4858600')).toEqual({ ...anyDay, text: '4858600' });
});
