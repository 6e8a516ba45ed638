import { expect, it } from 'vitest';
import { type Period, toDayRange } from '../index.ts';

// Half past ten at night in the shop, and the next day already in UTC.
const shop = { now: Date.parse('2026-03-15T04:30:00Z'), timeZone: 'America/Mexico_City' };
const of = (period: Period['period'], day = '') => toDayRange({ period, day }, shop);

it('are days of the shop, not of UTC', () => {
  expect(of('today')).toEqual({ from: '2026-03-14', to: '2026-03-14' });
  expect(of('yesterday')).toEqual({ from: '2026-03-13', to: '2026-03-13' });
  expect(of('week')).toEqual({ from: '2026-03-08', to: '2026-03-14' });
});

it('are open where all are wanted, or while the one day is still typed', () => {
  const all = { from: null, to: null };
  expect(of('all', '2026-03-01')).toEqual(all);
  expect(of('day')).toEqual(all);
  expect(of('day', '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-01' });
});

it('step over a day of 25 hours as over any other', () => {
  const night = { now: Date.parse('2026-11-02T04:30:00Z'), timeZone: 'America/New_York' };
  expect(toDayRange({ period: 'today', day: '' }, night).from).toBe('2026-11-01');
  expect(toDayRange({ period: 'yesterday', day: '' }, night).from).toBe('2026-10-31');
});
