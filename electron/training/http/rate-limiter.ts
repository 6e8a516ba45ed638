import type { Clock } from '../../platform/index.ts';

const WINDOW_MS = 60_000;

/**
 * Counts requests in windows of 60 seconds. Returns null, or the seconds until the next try. The
 * clock's timer ends the window, so it also ends if the time of day stands still.
 */
export function createRateLimiter(clock: Clock, perMinute: number | null): () => number | null {
  let seen = 0;
  let startedAt: number | null = null;
  return () => {
    if (perMinute === null) return null;
    if (startedAt === null) {
      startedAt = clock.now();
      seen = 0;
      clock.after(WINDOW_MS, () => {
        startedAt = null;
      });
    }
    seen += 1;
    if (seen <= perMinute) return null;
    return Math.max(1, Math.ceil((startedAt + WINDOW_MS - clock.now()) / 1000));
  };
}
