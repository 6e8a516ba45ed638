import { expect, it } from 'vitest';
import { type PeriodSelection, toDayRange } from '../index.ts';

// Half past ten at night in the shop, and already the next day in UTC.
const shop = { now: Date.parse('2026-03-15T04:30:00Z'), timeZone: 'America/Mexico_City' };
const getRange = (period: PeriodSelection['period'], day = '') => toDayRange({ period, day }, shop);

it('computes periods in days of the shop, not of UTC', () => {
  expect(getRange('today')).toEqual({ from: '2026-03-14', to: '2026-03-14' });
  expect(getRange('yesterday')).toEqual({ from: '2026-03-13', to: '2026-03-13' });
  expect(getRange('week')).toEqual({ from: '2026-03-08', to: '2026-03-14' });
});

it('returns an open range for all days and for a day that is not typed yet', () => {
  const openRange = { from: null, to: null };
  expect(getRange('all', '2026-03-01')).toEqual(openRange);
  expect(getRange('day')).toEqual(openRange);
  expect(getRange('day', '2026-03-01')).toEqual({ from: '2026-03-01', to: '2026-03-01' });
});

it('subtracts days correctly across a day of 25 hours', () => {
  const night = { now: Date.parse('2026-11-02T04:30:00Z'), timeZone: 'America/New_York' };
  expect(toDayRange({ period: 'today', day: '' }, night).from).toBe('2026-11-01');
  expect(toDayRange({ period: 'yesterday', day: '' }, night).from).toBe('2026-10-31');
});
