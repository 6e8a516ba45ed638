import { expect, it } from 'vitest';
import {
  createHistoryFilterFromScan,
  EMPTY_HISTORY_FILTER,
  toHistoryFilter,
} from './history-filter.ts';

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
] as const)('computes the period %s in the shop’s time zone', (period, from, to) => {
  expect(toHistoryFilter({ ...EMPTY_HISTORY_FILTER, period }, shop)).toMatchObject({ from, to });
});

it('filters by one day, and by any day until one is typed', () => {
  const day = { ...EMPTY_HISTORY_FILTER, period: 'day' } as const;
  expect(toHistoryFilter({ ...day, day: '2026-02-03' }, shop)).toMatchObject({
    from: '2026-02-03',
    to: '2026-02-03',
  });
  expect(toHistoryFilter(day, shop)).toMatchObject({ from: null, to: null });
});

it('parses an amount in the user’s language, and ignores an invalid one', () => {
  const parse = (amount: string, locale = 'es-MX') =>
    toHistoryFilter({ ...EMPTY_HISTORY_FILTER, amount }, { ...shop, locale }).amount;
  expect(parse('1,234.5')).toBe('1234.50');
  expect(parse('1.234,5', 'es-CO')).toBe('1234.50');
  expect(parse('x')).toBeNull();
});

it('sets no filter for empty fields', () => {
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

it('searches a scanned reference, authorization or account on any day', () => {
  const reference = '3f0c6f5e-0d0e-4a57-9d1c-1d1d2a0a0001';
  const anyDay = { ...EMPTY_HISTORY_FILTER, period: 'all' } as const;
  expect(createHistoryFilterFromScan(reference.replaceAll('-', "'"))).toEqual({
    ...anyDay,
    text: reference,
  });
  expect(createHistoryFilterFromScan('4858600')).toEqual({ ...anyDay, text: '4858600' });
});
