/**
 * Calendar days of a shop or a chain. A day is a text `2026-11-21` in an IANA time zone. It begins at
 * the first instant with that local date, and may have 23 or 25 hours. Instants are milliseconds since
 * the epoch.
 */
export {
  type DayRange,
  getNextDay,
  getStartOfDayMs,
  subtractDays,
  toDay,
  toInstantRange,
} from './business-days.ts';
export { getInstantMs, getMinuteOfDay, getStandardUtcOffsetMs } from './wall-clock.ts';
