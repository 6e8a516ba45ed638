import { getInstantMs } from './wall-clock.ts';

const DAY_MS = 24 * 60 * 60_000;

const formatterCache = new Map<string, Intl.DateTimeFormat>();

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const cachedFormatter = formatterCache.get(timeZone);
  if (cachedFormatter) return cachedFormatter;
  const formatter = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formatterCache.set(timeZone, formatter);
  return formatter;
}

export function isDay(text: string): boolean {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

/** The calendar day of an instant in a time zone. */
export function toDay(instantMs: number, timeZone: string): string {
  return getFormatter(timeZone).format(instantMs);
}

/** The first instant of a day in a time zone, to the minute. Throws `RangeError` for an invalid day. */
export function getStartOfDayMs(day: string, timeZone: string): number {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`);
  return getInstantMs(day, '00:00', timeZone);
}

export function getNextDay(day: string): string {
  return subtractDays(day, -1);
}

/** Subtracts calendar days, which may have 23 or 25 hours. */
export function subtractDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

/** The last day with a four-digit year. */
const MAX_DAY = '9999-12-31';

/** From one day to another, both included; null for no limit. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** Converts days to instants, ISO 8601 in UTC: `since` is inclusive, `until` exclusive. */
export function toInstantRange(
  { from, to }: DayRange,
  timeZone: string,
): { readonly since: string | null; readonly until: string | null } {
  const toIsoStart = (day: string): string =>
    new Date(getStartOfDayMs(day, timeZone)).toISOString();
  return {
    since: from === null ? null : toIsoStart(from),
    until: to === null || to === MAX_DAY ? null : toIsoStart(getNextDay(to)),
  };
}
