/**
 * Returns a function that allows `perSecond` calls on average and `burst` at once. `now` is in
 * milliseconds.
 */
export function createRateLimiter(perSecond: number, burst: number): (now: number) => boolean {
  let tokens = burst;
  let updatedAt: number | null = null;
  return (now) => {
    tokens = Math.min(burst, tokens + ((now - (updatedAt ?? now)) * perSecond) / 1000);
    updatedAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
