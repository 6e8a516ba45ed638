const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** No zone is further from UTC than that. */
const FURTHEST = 15 * 60 * MINUTE;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}

export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The day that the zone's calendars show at an instant. */
export function dayOf(instant: number, timeZone: string): string {
  return formatOf(timeZone).format(instant);
}

/** The first instant of a day, to the minute. Throws for a text that is no day. */
export function startOfDay(day: string, timeZone: string): number {
  if (!isDay(day)) throw new RangeError(`not a day: ${day}`);
  const midnightUtc = Date.parse(`${day}T00:00:00Z`);
  let before = midnightUtc - FURTHEST;
  let within = midnightUtc + FURTHEST;
  while (within - before > MINUTE) {
    const middle = before + Math.floor((within - before) / 2 / MINUTE) * MINUTE;
    if (dayOf(middle, timeZone) < day) before = middle;
    else within = middle;
  }
  return within;
}

export function dayAfter(day: string): string {
  return daysBefore(day, -1);
}

/** By the calendar, however many hours the days between them have. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10);
}

/** The last day written with a four-digit year: no day is after it. */
const LAST_DAY = '9999-12-31';

/** From one day to another, both included; null if it is open at that end. */
export interface Days {
  readonly from: string | null;
  readonly to: string | null;
}

/** What they span, as ISO 8601 in UTC: `since` is within them, `until` is not. */
export function spanOf(
  { from, to }: Days,
  timeZone: string,
): { readonly since: string | null; readonly until: string | null } {
  const isoStart = (day: string): string => new Date(startOfDay(day, timeZone)).toISOString();
  return {
    since: from === null ? null : isoStart(from),
    until: to === null || to === LAST_DAY ? null : isoStart(dayAfter(to)),
  };
}
