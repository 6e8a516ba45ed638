import type { Clock } from '../../../electron/platform/index.ts';

export interface MovableClock extends Clock {
  jump(milliseconds: number): void;
}

/**
 * Returns a clock that starts in the middle of the shop's day. If `hurries`, delays below five
 * seconds are shortened.
 */
export function createMovableClock(hurries: boolean): MovableClock {
  const startTime = Date.UTC(2026, 2, 11, 16) - performance.now();
  let jumpedMs = 0;
  return {
    now: () => Math.floor(startTime + performance.now() + jumpedMs),
    uptime: () => performance.now() + jumpedMs,
    after: (milliseconds, callback) => {
      const isShortened = hurries && milliseconds < 5000;
      const timer = setTimeout(callback, isShortened ? milliseconds / 50 : milliseconds);
      return () => clearTimeout(timer);
    },
    jump: (milliseconds) => {
      jumpedMs += milliseconds;
    },
  };
}
