import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areRatesDue,
  areRatesStale,
  computeBackoffDelay,
  computeNextPollDelay,
  isListDue,
  isListStale,
} from './refresh-schedule.ts';

const at = (text: string): number => Date.parse(text);
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

describe('rates', () => {
  test.each([
    // 06:00 EST is 11:00 UTC, in summer as in winter.
    ['2026-01-15T10:59:59.999Z', false],
    ['2026-01-15T11:00:00.000Z', true],
    ['2026-01-15T11:00:00.001Z', true],
    ['2026-01-16T03:00:00.000Z', true],
  ])('those of yesterday noon, at %s, are due: %s', (now, due) => {
    expect(areRatesDue(at('2026-01-14T17:00:00Z'), at(now))).toBe(due);
  });

  test('it is 06:00 at UTC−05:00 in summer as well', () => {
    expect(areRatesDue(at('2026-07-14T17:00:00Z'), at('2026-07-15T10:59:59Z'))).toBe(false);
    expect(areRatesDue(at('2026-07-14T17:00:00Z'), at('2026-07-15T11:00:00Z'))).toBe(true);
  });

  test('those fetched at 06:00 sharp are not due again that day', () => {
    expect(areRatesDue(at('2026-01-15T11:00:00Z'), at('2026-01-15T11:00:00Z'))).toBe(false);
    expect(areRatesDue(at('2026-01-15T11:00:00Z'), at('2026-01-16T10:59:59Z'))).toBe(false);
  });

  test('they are stale when the morning’s hour is over without new ones', () => {
    expect(areRatesStale(at('2026-01-14T17:00:00Z'), at('2026-01-15T11:59:59Z'))).toBe(false);
    expect(areRatesStale(at('2026-01-14T17:00:00Z'), at('2026-01-15T12:00:00Z'))).toBe(true);
    expect(areRatesStale(at('2026-01-15T11:30:00Z'), at('2026-01-15T12:00:00Z'))).toBe(false);
  });

  test('none, unreadable or from a future are due and stale', () => {
    const now = at('2026-01-15T16:00:00Z');
    for (const fetched of [null, Number.NaN, now + DAY]) {
      expect(areRatesDue(fetched, now)).toBe(true);
      expect(areRatesStale(fetched, now)).toBe(true);
    }
    expect(areRatesDue(now + 60_000, now)).toBe(false);
  });

  test('a time at which no morning lies between is known without the calendar', () => {
    const now = at('2026-01-15T16:00:00Z');
    const morning = at('2026-01-15T11:00:00Z');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: DAY }), (age) => {
        expect(areRatesDue(now - age, now)).toBe(now - age < morning);
        expect(areRatesStale(now - age, now)).toBe(now - age < morning);
      }),
    );
  });

  test('what is stale is due, and what was fetched now is neither', () => {
    const instants = fc.integer({
      min: at('2000-01-02T00:00:00Z'),
      max: at('2090-01-01T00:00:00Z'),
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
  test('are due within the week and stale after it', () => {
    const now = at('2026-01-15T16:00:00Z');
    expect(isListDue(now - 6 * DAY, now)).toBe(false);
    expect(isListDue(now - 7 * DAY, now)).toBe(true);
    expect(isListStale(now - 7 * DAY, now)).toBe(false);
    expect(isListStale(now - 7 * DAY - 1, now)).toBe(true);
    expect(isListDue(null, now)).toBe(true);
    expect(isListStale(null, now)).toBe(true);
    expect(isListDue(now + 2 * HOUR, now)).toBe(true);
    expect(isListStale(now + HOUR, now)).toBe(false);
  });
});

describe('waiting', () => {
  test('never past the next morning, and never long', () => {
    expect(computeNextPollDelay(at('2026-01-15T10:59:00Z'))).toBe(60_000);
    expect(computeNextPollDelay(at('2026-01-15T11:00:00Z'))).toBe(600_000);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: at('2090-01-01T00:00:00Z') }), (now) => {
        expect(computeNextPollDelay(now)).toBeGreaterThan(0);
        expect(computeNextPollDelay(now)).toBeLessThanOrEqual(600_000);
      }),
    );
  });

  test('grows with the failures up to an hour', () => {
    expect([1, 2, 3, 7, 1000].map((failures) => computeBackoffDelay(failures))).toEqual([
      60_000,
      120_000,
      240_000,
      HOUR,
      HOUR,
    ]);
  });
});
