import type { Clock } from '../../platform/index.ts';

const WINDOW = 60_000;

/**
 * Counts requests in windows of 60 seconds. Answers null, or after how many seconds to come again.
 * The window ends by the clock's timer, so that it also ends where the time of day stands still.
 */
export function createRateLimit(clock: Clock, perMinute: number | null): () => number | null {
  let seen = 0;
  let startedAt: number | null = null;
  return () => {
    if (perMinute === null) return null;
    if (startedAt === null) {
      startedAt = clock.now();
      seen = 0;
      clock.after(WINDOW, () => {
        startedAt = null;
      });
    }
    seen += 1;
    if (seen <= perMinute) return null;
    return Math.max(1, Math.ceil((startedAt + WINDOW - clock.now()) / 1000));
  };
}
