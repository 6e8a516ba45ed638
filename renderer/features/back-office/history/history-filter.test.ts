import { expect, it } from 'vitest';
import { createFilterFromScan, EMPTY_HISTORY_FILTER, toHistoryFilter } from './history-filter.ts';

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
  expect(toHistoryFilter({ ...EMPTY_HISTORY_FILTER, period }, shop)).toMatchObject({ from, to });
});

it('takes one day, and any while it is not typed yet', () => {
  const day = { ...EMPTY_HISTORY_FILTER, period: 'day' } as const;
  expect(toHistoryFilter({ ...day, day: '2026-02-03' }, shop)).toMatchObject({
    from: '2026-02-03',
    to: '2026-02-03',
  });
  expect(toHistoryFilter(day, shop)).toMatchObject({ from: null, to: null });
});

it('reads an amount as the language writes it, and leaves out what is none', () => {
  const read = (amount: string, locale = 'es-MX') =>
    toHistoryFilter({ ...EMPTY_HISTORY_FILTER, amount }, { ...shop, locale }).amount;
  expect(read('1,234.5')).toBe('1234.50');
  expect(read('1.234,5', 'es-CO')).toBe('1234.50');
  expect(read('x')).toBeNull();
});

it('asks for nothing that was not set', () => {
  expect(toHistoryFilter({ ...EMPTY_HISTORY_FILTER, text: '  ' }, shop)).toEqual({
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
  const anyDay = { ...EMPTY_HISTORY_FILTER, period: 'all' } as const;
  expect(createFilterFromScan(reference.replaceAll('-', "'"))).toEqual({
    ...anyDay,
    text: reference,
  });
  expect(createFilterFromScan('4858600')).toEqual({ ...anyDay, text: '4858600' });
});
