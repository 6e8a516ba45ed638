import { parseHttpDate } from './corrected-clock.ts';

/** `Retry-After` in milliseconds from `now`: seconds, or a date. Null if there is none. */
export function parseRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const bare = text.trim();
  if (/^\d{1,9}$/.test(bare)) return Number(bare) * 1000;
  const date = parseHttpDate(bare);
  return date === null ? null : Math.max(0, date - now);
}
