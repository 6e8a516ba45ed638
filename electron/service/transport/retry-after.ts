import { parseHttpDate } from './corrected-clock.ts';

/** Nobody makes the till wait for longer than this, whatever it asks for. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;

/**
 * Parses `Retry-After`, seconds or a date, to milliseconds from `now`, at most five minutes. Null if
 * it is missing or cannot be parsed.
 */
export function parseRetryAfterMs(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const trimmed = text.trim();
  if (/^\d+$/.test(trimmed)) return Math.min(Number(trimmed) * 1000, MAX_RETRY_AFTER_MS);
  const date = parseHttpDate(trimmed);
  return date === null ? null : Math.min(Math.max(0, date - now), MAX_RETRY_AFTER_MS);
}
