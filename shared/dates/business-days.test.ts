import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDay } from './business-days.ts';
import { getNextDay, getStartOfDay, toDay, toInstantRange } from './index.ts';

const HOUR = 3_600_000;
const ZONES = [
  'America/Mexico_City',
  'America/Bogota',
  'America/Chicago',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Africa/Cairo',
  'UTC',
];

describe('days of a zone', () => {
  it.each([
    ['2026-01-15', 'America/Mexico_City', '2026-01-15T06:00:00.000Z'],
    ['2026-07-15', 'America/Chicago', '2026-07-15T05:00:00.000Z'],
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
    // The clocks of Cairo jumped from midnight to one: the day began at one.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ])('%s begins in %s at %s', (day, zone, instant) => {
    expect(new Date(getStartOfDay(day, zone)).toISOString()).toBe(instant);
  });

  it.each([
    ['2026-03-08', 23],
    ['2026-11-01', 25],
    ['2026-11-02', 24],
  ])('%s has %i hours in Chicago', (day, hours) => {
    const zone = 'America/Chicago';
    expect((getStartOfDay(getNextDay(day), zone) - getStartOfDay(day, zone)) / HOUR).toBe(hours);
  });

  it('begin with the first instant that shows the day', () => {
    const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (instant, zone) => {
        const start = getStartOfDay(toDay(instant, zone), zone);
        expect(start).toBeLessThanOrEqual(instant);
        expect(toDay(start, zone)).toBe(toDay(instant, zone));
        expect(toDay(start - 60_000, zone) < toDay(instant, zone)).toBe(true);
      }),
    );
  });

  it.each(['2026-02-30', '2026-1-5', '', 'today', '2026-01-05T00'])('%j is no day', (text) => {
    expect(isDay(text)).toBe(false);
    expect(() => getStartOfDay(text, 'UTC')).toThrow(RangeError);
  });
});

it('days span to the end of the last one, and are open where none is named', () => {
  const span = (from: string | null, to: string | null) =>
    toInstantRange({ from, to }, 'America/Bogota');
  expect(span('2026-11-20', '2026-11-21')).toEqual({
    since: '2026-11-20T05:00:00.000Z',
    until: '2026-11-22T05:00:00.000Z',
  });
  expect(span(null, null)).toEqual({ since: null, until: null });
  // None comes after it: nothing is too late for it.
  expect(span(null, '9999-12-31').until).toBeNull();
});
