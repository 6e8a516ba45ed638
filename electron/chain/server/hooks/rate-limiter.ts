/** How many more may come: `perSecond` on average, `burst` at once. `now` is in milliseconds. */
export function createRateLimiter(perSecond: number, burst: number): (now: number) => boolean {
  let left = burst;
  let at: number | null = null;
  return (now) => {
    left = Math.min(burst, left + ((now - (at ?? now)) * perSecond) / 1000);
    at = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
