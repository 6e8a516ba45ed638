const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** No zone is further from UTC than that. */
const MAX_UTC_OFFSET_MS = 15 * 60 * MINUTE_MS;

const formatterCache = new Map<string, Intl.DateTimeFormat>();

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatterCache.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formatterCache.set(timeZone, made);
  return made;
}

export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The day that the zone's calendars show at an instant. */
export function toDay(instant: number, timeZone: string): string {
  return getFormatter(timeZone).format(instant);
}

/** The first instant of a day, to the minute. Throws for a text that is no day. */
export function getStartOfDay(day: string, timeZone: string): number {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`);
  const midnightUtc = Date.parse(`${day}T00:00:00Z`);
  let before = midnightUtc - MAX_UTC_OFFSET_MS;
  let within = midnightUtc + MAX_UTC_OFFSET_MS;
  while (within - before > MINUTE_MS) {
    const middle = before + Math.floor((within - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (toDay(middle, timeZone) < day) before = middle;
    else within = middle;
  }
  return within;
}

export function getNextDay(day: string): string {
  return subtractDays(day, -1);
}

/** By the calendar, however many hours the days between them have. */
export function subtractDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);
}

/** The last day written with a four-digit year: no day is after it. */
const MAX_DAY = '9999-12-31';

/** From one day to another, both included; null if it is open at that end. */
export interface DayRange {
  readonly from: string | null;
  readonly to: string | null;
}

/** What they span, as ISO 8601 in UTC: `since` is within them, `until` is not. */
export function toInstantRange(
  { from, to }: DayRange,
  timeZone: string,
): { readonly since: string | null; readonly until: string | null } {
  const isoStart = (day: string): string => new Date(getStartOfDay(day, timeZone)).toISOString();
  return {
    since: from === null ? null : isoStart(from),
    until: to === null || to === MAX_DAY ? null : isoStart(getNextDay(to)),
  };
}
