import { describe, expect, it } from 'vitest';
import { computeSpreadFraction } from '../../platform/index.ts';
import { areRatesDue, computeBackoffDelay, computeNextPollDelay } from './refresh-schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (text: string): number => Date.parse(text);

/** A chain of a thousand, named as chains name them. */
const MOMENTS = Array.from({ length: 1_000 }, (_, index) =>
  computeSpreadFraction('lupita', String(index + 1).padStart(2, '0')),
);

/** Each summer time of America begins or ends on such a day; and one on which nothing happens. */
const MORNINGS = [
  '2026-03-08', // United States, to summer
  '2026-04-05', // Mexico's border and Chile, from or to
  '2026-07-15',
  '2026-11-01', // United States, to winter
  '2026-10-25', // Europe
  '2026-12-31',
].map((day) => at(`${day}T11:00:00Z`)); // 06:00 at UTC−05:00

/** When a till that has yesterday's rates fetches, if it runs from `start` on as the refresher does. */
function fetchedAt(moment: number, start: number, yesterday: number): number {
  let now = start;
  for (let looks = 0; looks < 1_000; looks += 1) {
    if (areRatesDue(yesterday, now, moment)) return now;
    const wait = computeNextPollDelay(now, moment);
    expect(wait).toBeGreaterThan(0);
    now += wait;
  }
  throw new Error('never due');
}

describe('a thousand tills in the morning of the rates', () => {
  it.each(MORNINGS)('fetch between 06:00 and 06:45, each at a moment of its own: %d', (morning) => {
    const perMinute = new Map<number, number>();
    for (const moment of MOMENTS) {
      const now = fetchedAt(moment, morning - 5 * HOUR, morning - DAY + 10 * MINUTE);
      expect(now).toBeGreaterThanOrEqual(morning);
      expect(now).toBeLessThan(morning + 45 * MINUTE);
      const minute = Math.floor((now - morning) / MINUTE);
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
      // Once: what was fetched then is not due again before the next morning.
      expect(areRatesDue(now, now + 20 * HOUR, moment)).toBe(false);
    }
    // Some 22 in each minute, and no crowd in any.
    expect(perMinute.size).toBe(45);
    expect(Math.max(...perMinute.values())).toBeLessThan(50);
  });

  it('are each at the same moment every day, whatever the zone of the computer', () => {
    const zones = [
      'America/Tijuana',
      'America/Mexico_City',
      'America/Bogota',
      'Asia/Kolkata',
      'UTC',
    ];
    const before = process.env.TZ;
    try {
      for (const moment of MOMENTS.slice(0, 100)) {
        const found = new Set<number>();
        for (const zone of zones) {
          process.env.TZ = zone;
          for (const morning of MORNINGS) {
            found.add(fetchedAt(moment, morning - HOUR, morning - DAY + 50 * MINUTE) - morning);
          }
        }
        expect(found.size).toBe(1);
      }
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });

  it('wait for their moment when they start in the window, and fetch at once after it', () => {
    const morning = at('2026-07-15T11:00:00Z');
    for (const moment of MOMENTS) {
      const own = morning + Math.floor(moment * 45 * MINUTE);
      for (const start of [morning - 8 * HOUR, morning, morning + 20 * MINUTE]) {
        const now = fetchedAt(moment, start, morning - DAY + 40 * MINUTE);
        expect(now).toBe(Math.max(own, start));
      }
      for (const start of [morning + 45 * MINUTE, morning + HOUR, morning + 9 * HOUR]) {
        expect(fetchedAt(moment, start, morning - DAY + 40 * MINUTE)).toBe(start);
      }
    }
  });

  it('leave rates alone that a person fetched in the window before their moment', () => {
    const morning = at('2026-07-15T11:00:00Z');
    for (const moment of MOMENTS) {
      expect(areRatesDue(morning + MINUTE, morning + 50 * MINUTE, moment)).toBe(false);
    }
  });

  it('that failed together do not try again together', () => {
    const waits = MOMENTS.map((_, index) => computeBackoffDelay(1, index / 1_000));
    expect(Math.min(...waits)).toBe(MINUTE);
    expect(new Set(waits.map((wait) => Math.floor(wait / 1_000))).size).toBe(30);
  });
});

it('is the same at every start of a till, and another for another till', () => {
  expect(computeSpreadFraction('lupita', '07')).toBe(computeSpreadFraction('lupita', '07'));
  expect(new Set(MOMENTS).size).toBe(1_000);
  expect(computeSpreadFraction('lup', 'ita07')).not.toBe(computeSpreadFraction('lupita', '07'));
});
