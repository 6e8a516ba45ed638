import { describe, expect, it } from 'vitest';
import { computeLoadSpreadFraction } from '../../platform/index.ts';
import {
  areRatesDue,
  computeNextPollDelayMs,
  computeRefreshBackoffMs,
} from './refresh-schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const parseTime = (text: string): number => Date.parse(text);

/** The offsets of a chain of a thousand tills, with typical till numbers. */
const TILL_OFFSETS = Array.from({ length: 1_000 }, (_, index) =>
  computeLoadSpreadFraction('lupita', String(index + 1).padStart(2, '0')),
);

/** Days on which daylight time begins or ends in the Americas or Europe, and ordinary days. */
const MORNINGS = [
  '2026-03-08', // United States, to summer
  '2026-04-05', // Mexico's border and Chile, to or from summer
  '2026-07-15',
  '2026-11-01', // United States, to winter
  '2026-10-25', // Europe
  '2026-12-31',
].map((day) => parseTime(`${day}T11:00:00Z`)); // 06:00 at UTC−05:00

/** When a till with rates of `yesterday` fetches, if it polls from `start` on like the refresher. */
function simulateFetchTime(offset: number, start: number, yesterday: number): number {
  let now = start;
  for (let polls = 0; polls < 1_000; polls += 1) {
    if (areRatesDue(yesterday, now, offset)) return now;
    const delay = computeNextPollDelayMs(now, offset);
    expect(delay).toBeGreaterThan(0);
    now += delay;
  }
  throw new Error('never due');
}

describe('rates refresh of a thousand tills', () => {
  it.each(MORNINGS)(
    'spreads the refresh of a thousand tills over 06:00 to 06:45: %d',
    (morning) => {
      const perMinute = new Map<number, number>();
      for (const offset of TILL_OFFSETS) {
        const now = simulateFetchTime(offset, morning - 5 * HOUR, morning - DAY + 10 * MINUTE);
        expect(now).toBeGreaterThanOrEqual(morning);
        expect(now).toBeLessThan(morning + 45 * MINUTE);
        const minute = Math.floor((now - morning) / MINUTE);
        perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
        // Rates fetched then are not due again before the next morning.
        expect(areRatesDue(now, now + 20 * HOUR, offset)).toBe(false);
      }
      // About 22 tills per minute, without a peak in any minute.
      expect(perMinute.size).toBe(45);
      expect(Math.max(...perMinute.values())).toBeLessThan(50);
    },
  );

  it('fetches rates at the same time every day in any time zone of the computer', () => {
    const zones = [
      'America/Tijuana',
      'America/Mexico_City',
      'America/Bogota',
      'Asia/Kolkata',
      'UTC',
    ];
    const previousZone = process.env.TZ;
    try {
      for (const offset of TILL_OFFSETS.slice(0, 100)) {
        const fetchOffsets = new Set<number>();
        for (const zone of zones) {
          process.env.TZ = zone;
          for (const morning of MORNINGS) {
            fetchOffsets.add(
              simulateFetchTime(offset, morning - HOUR, morning - DAY + 50 * MINUTE) - morning,
            );
          }
        }
        expect(fetchOffsets.size).toBe(1);
      }
    } finally {
      if (previousZone === undefined) delete process.env.TZ;
      else process.env.TZ = previousZone;
    }
  });

  it('delays the rates of a till that starts in the window, and fetches at once after the window', () => {
    const morning = parseTime('2026-07-15T11:00:00Z');
    for (const offset of TILL_OFFSETS) {
      const ownTime = morning + Math.floor(offset * 45 * MINUTE);
      for (const start of [morning - 8 * HOUR, morning, morning + 20 * MINUTE]) {
        const now = simulateFetchTime(offset, start, morning - DAY + 40 * MINUTE);
        expect(now).toBe(Math.max(ownTime, start));
      }
      for (const start of [morning + 45 * MINUTE, morning + HOUR, morning + 9 * HOUR]) {
        expect(simulateFetchTime(offset, start, morning - DAY + 40 * MINUTE)).toBe(start);
      }
    }
  });

  it('does not refetch rates that were fetched by hand in the window', () => {
    const morning = parseTime('2026-07-15T11:00:00Z');
    for (const offset of TILL_OFFSETS) {
      expect(areRatesDue(morning + MINUTE, morning + 50 * MINUTE, offset)).toBe(false);
    }
  });

  it('spreads the retries of tills that failed together', () => {
    const delays = TILL_OFFSETS.map((_, index) => computeRefreshBackoffMs(1, index / 1_000));
    expect(Math.min(...delays)).toBe(MINUTE);
    expect(new Set(delays.map((delay) => Math.floor(delay / 1_000))).size).toBe(30);
  });
});

it('computes the same rates offset for one till and different offsets for different tills', () => {
  expect(computeLoadSpreadFraction('lupita', '07')).toBe(computeLoadSpreadFraction('lupita', '07'));
  expect(new Set(TILL_OFFSETS).size).toBe(1_000);
  expect(computeLoadSpreadFraction('lup', 'ita07')).not.toBe(
    computeLoadSpreadFraction('lupita', '07'),
  );
});
