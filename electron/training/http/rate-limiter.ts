import type { Clock } from '../../platform/index.ts';

const WINDOW_MS = 60_000;

/**
 * Counts requests in windows of 60 seconds. The returned function returns null, or the seconds
 * until the next attempt. A timer ends the window, so it also ends if the time of day does not
 * advance.
 */
export function createRateLimiter(clock: Clock, perMinute: number | null): () => number | null {
  let requestCount = 0;
  let startedAt: number | null = null;
  return () => {
    if (perMinute === null) return null;
    if (startedAt === null) {
      startedAt = clock.now();
      requestCount = 0;
      clock.after(WINDOW_MS, () => {
        startedAt = null;
      });
    }
    requestCount += 1;
    if (requestCount <= perMinute) return null;
    return Math.max(1, Math.ceil((startedAt + WINDOW_MS - clock.now()) / 1000));
  };
}
