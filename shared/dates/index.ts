/**
 * Days of a shop's or a chain's calendar. A day is a text `2026-11-21` in an IANA zone. It begins
 * at the first instant that the zone's clocks show as that day, and may have 23 or 25 hours.
 * Instants are milliseconds since the epoch.
 */
export {
  type DayRange,
  getNextDay,
  getStartOfDay,
  subtractDays,
  toDay,
  toInstantRange,
} from './business-days.ts';
