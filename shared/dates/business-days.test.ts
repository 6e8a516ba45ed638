import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDay } from './business-days.ts';
import { getMinuteOfDay, getNextDay, getStartOfDayMs, toDay, toInstantRange } from './index.ts';

const HOUR_MS = 3_600_000;
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

describe('days of a time zone', () => {
  it.each([
    ['2026-01-15', 'America/Mexico_City', '2026-01-15T06:00:00.000Z'],
    ['2026-07-15', 'America/Chicago', '2026-07-15T05:00:00.000Z'],
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
    // Cairo's clocks changed from 00:00 to 01:00, so this day began at 01:00.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ])('computes that %s begins in %s at %s', (day, zone, instant) => {
    expect(new Date(getStartOfDayMs(day, zone)).toISOString()).toBe(instant);
  });

  it.each([
    ['2026-03-08', 23],
    ['2026-11-01', 25],
    ['2026-11-02', 24],
  ])('computes that %s has %i hours in Chicago', (day, hours) => {
    const zone = 'America/Chicago';
    expect((getStartOfDayMs(getNextDay(day), zone) - getStartOfDayMs(day, zone)) / HOUR_MS).toBe(
      hours,
    );
  });

  it('returns the first instant of a day as its start', () => {
    const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (instant, zone) => {
        const start = getStartOfDayMs(toDay(instant, zone), zone);
        expect(start).toBeLessThanOrEqual(instant);
        expect(toDay(start, zone)).toBe(toDay(instant, zone));
        expect(toDay(start - 60_000, zone) < toDay(instant, zone)).toBe(true);
      }),
    );
  });

  it.each(['2026-02-30', '2026-1-5', '', 'today', '2026-01-05T00'])(
    'rejects %j as a day',
    (text) => {
      expect(isDay(text)).toBe(false);
      expect(() => getStartOfDayMs(text, 'UTC')).toThrow(RangeError);
    },
  );
});

it.each([
  ['2026-03-08T09:59:00Z', 'America/Tijuana', 119],
  ['2026-03-08T10:00:00Z', 'America/Tijuana', 180],
  ['2026-03-08T00:10:30Z', 'America/Bogota', 1_150],
  ['1969-12-31T23:59:59Z', 'UTC', 1_439],
])('computes the minute of the day of %s in %s', (instant, zone, minute) => {
  expect(getMinuteOfDay(Date.parse(instant), zone)).toBe(minute);
});

it('converts days to instants until the end of the last day, or to null without a limit', () => {
  const toRange = (from: string | null, to: string | null) =>
    toInstantRange({ from, to }, 'America/Bogota');
  expect(toRange('2026-11-20', '2026-11-21')).toEqual({
    since: '2026-11-20T05:00:00.000Z',
    until: '2026-11-22T05:00:00.000Z',
  });
  expect(toRange(null, null)).toEqual({ since: null, until: null });
  // No day follows it, so there is no upper limit.
  expect(toRange(null, '9999-12-31').until).toBeNull();
});
