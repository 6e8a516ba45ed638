import { parseHttpDate } from './corrected-clock.ts';

/**
 * Parses `Retry-After`, seconds or a date, to milliseconds from `now`. Null if it is missing or
 * cannot be parsed.
 */
export function parseRetryAfter(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const trimmed = text.trim();
  if (/^\d{1,9}$/.test(trimmed)) return Number(trimmed) * 1000;
  const date = parseHttpDate(trimmed);
  return date === null ? null : Math.max(0, date - now);
}
