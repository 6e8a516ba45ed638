import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areRatesDue,
  areRatesStale,
  computeNextPollDelayMs,
  computeRefreshBackoffMs,
  isBillerListDue,
  isBillerListStale,
} from './refresh-schedule.ts';

const parseTime = (text: string): number => Date.parse(text);
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

describe('rates', () => {
  test.each([
    // 06:00 EST is 11:00 UTC, in summer as in winter.
    ['2026-01-15T10:59:59.999Z', false],
    ['2026-01-15T11:00:00.000Z', true],
    ['2026-01-15T11:00:00.001Z', true],
    ['2026-01-16T03:00:00.000Z', true],
  ])('checks whether rates of yesterday noon are due at %s: %s', (now, due) => {
    expect(areRatesDue(parseTime('2026-01-14T17:00:00Z'), parseTime(now))).toBe(due);
  });

  test('makes rates due at 06:00 UTC−05:00 in summer too', () => {
    expect(areRatesDue(parseTime('2026-07-14T17:00:00Z'), parseTime('2026-07-15T10:59:59Z'))).toBe(
      false,
    );
    expect(areRatesDue(parseTime('2026-07-14T17:00:00Z'), parseTime('2026-07-15T11:00:00Z'))).toBe(
      true,
    );
  });

  test('does not make rates fetched at exactly 06:00 due again that day', () => {
    expect(areRatesDue(parseTime('2026-01-15T11:00:00Z'), parseTime('2026-01-15T11:00:00Z'))).toBe(
      false,
    );
    expect(areRatesDue(parseTime('2026-01-15T11:00:00Z'), parseTime('2026-01-16T10:59:59Z'))).toBe(
      false,
    );
  });

  test('makes rates stale when the morning window ends without new rates', () => {
    expect(
      areRatesStale(parseTime('2026-01-14T17:00:00Z'), parseTime('2026-01-15T11:59:59Z')),
    ).toBe(false);
    expect(
      areRatesStale(parseTime('2026-01-14T17:00:00Z'), parseTime('2026-01-15T12:00:00Z')),
    ).toBe(true);
    expect(
      areRatesStale(parseTime('2026-01-15T11:30:00Z'), parseTime('2026-01-15T12:00:00Z')),
    ).toBe(false);
  });

  test('makes rates due and stale if their time is missing, unreadable or in the future', () => {
    const now = parseTime('2026-01-15T16:00:00Z');
    for (const fetched of [null, Number.NaN, now + DAY]) {
      expect(areRatesDue(fetched, now)).toBe(true);
      expect(areRatesStale(fetched, now)).toBe(true);
    }
    expect(areRatesDue(now + 60_000, now)).toBe(false);
  });

  test('makes rates due and stale exactly if they are from before the morning', () => {
    const now = parseTime('2026-01-15T16:00:00Z');
    const morning = parseTime('2026-01-15T11:00:00Z');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: DAY }), (age) => {
        expect(areRatesDue(now - age, now)).toBe(now - age < morning);
        expect(areRatesStale(now - age, now)).toBe(now - age < morning);
      }),
    );
  });

  test('makes stale rates due, and rates fetched now neither stale nor due', () => {
    const instants = fc.integer({
      min: parseTime('2000-01-02T00:00:00Z'),
      max: parseTime('2090-01-01T00:00:00Z'),
    });
    fc.assert(
      fc.property(instants, fc.integer({ min: -3 * DAY, max: 3 * DAY }), (now, age) => {
        if (areRatesStale(now - age, now)) expect(areRatesDue(now - age, now)).toBe(true);
        expect(areRatesDue(now, now)).toBe(false);
        if (age > DAY) expect(areRatesDue(now - age, now)).toBe(true);
      }),
    );
  });
});

describe('lists', () => {
  test('makes lists due within the week and stale after it', () => {
    const now = parseTime('2026-01-15T16:00:00Z');
    expect(isBillerListDue(now - 6 * DAY, now)).toBe(false);
    expect(isBillerListDue(now - 7 * DAY, now)).toBe(true);
    expect(isBillerListStale(now - 7 * DAY, now)).toBe(false);
    expect(isBillerListStale(now - 7 * DAY - 1, now)).toBe(true);
    expect(isBillerListDue(null, now)).toBe(true);
    expect(isBillerListStale(null, now)).toBe(true);
    expect(isBillerListDue(now + 2 * HOUR, now)).toBe(true);
    expect(isBillerListStale(now + HOUR, now)).toBe(false);
  });
});

describe('delays', () => {
  test('polls at the next morning and at least every ten minutes', () => {
    expect(computeNextPollDelayMs(parseTime('2026-01-15T10:59:00Z'))).toBe(60_000);
    expect(computeNextPollDelayMs(parseTime('2026-01-15T11:00:00Z'))).toBe(600_000);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: parseTime('2090-01-01T00:00:00Z') }), (now) => {
        expect(computeNextPollDelayMs(now)).toBeGreaterThan(0);
        expect(computeNextPollDelayMs(now)).toBeLessThanOrEqual(600_000);
      }),
    );
  });

  test('increases the back-off delay with the failures up to an hour', () => {
    expect([1, 2, 3, 7, 1000].map((failures) => computeRefreshBackoffMs(failures))).toEqual([
      60_000,
      120_000,
      240_000,
      HOUR,
      HOUR,
    ]);
  });
});
