const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface ZoneOffsets {
  readonly format: Intl.DateTimeFormat;
  /** By days since the epoch in UTC; null for a day in which the clocks change. */
  readonly byDay: Map<number, number | null>;
}

const offsetCache = new Map<string, ZoneOffsets>();

/** How far the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
function getUtcOffset(instant: number, timeZone: string): number {
  let zone = offsetCache.get(timeZone);
  if (zone === undefined) {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    zone = { format, byDay: new Map() };
    offsetCache.set(timeZone, zone);
  }
  const day = Math.floor(instant / DAY_MS);
  let offset = zone.byDay.get(day);
  if (offset === undefined) {
    const atStart = readUtcOffset(zone.format, day * DAY_MS);
    offset = atStart === readUtcOffset(zone.format, (day + 1) * DAY_MS) ? atStart : null;
    zone.byDay.set(day, offset);
  }
  return offset ?? readUtcOffset(zone.format, instant);
}

function readUtcOffset(format: Intl.DateTimeFormat, instant: number): number {
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = format
    .format(instant)
    .split(/\D+/)
    .map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1000) * 1000;
}

/**
 * Returns the first instant at which the clocks of a zone show this time (`HH:MM`) on this day, or the
 * moment after it if a clock change skips it.
 */
export function getInstantMs(day: string, time: string, timeZone: string): number {
  const wall = Date.parse(`${day}T${time}:00Z`);
  // The clocks change at most once within two days.
  const before = wall - getUtcOffset(wall - DAY_MS, timeZone);
  const after = wall - getUtcOffset(wall + DAY_MS, timeZone);
  const instants = [before, after].sort((a, b) => a - b);
  const shown = instants.find((instant) => instant + getUtcOffset(instant, timeZone) === wall);
  if (shown !== undefined) return shown;
  let [last = 0, next = 0] = instants;
  while (next - last > MINUTE_MS) {
    const middle = last + Math.floor((next - last) / 2 / MINUTE_MS) * MINUTE_MS;
    if (middle + getUtcOffset(middle, timeZone) < wall) last = middle;
    else next = middle;
  }
  return next;
}

/** The minutes since midnight that the clocks of a zone show at an instant. */
export function getMinuteOfDay(instantMs: number, timeZone: string): number {
  const wall = instantMs + getUtcOffset(instantMs, timeZone);
  return Math.floor((((wall % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS);
}

/** The offset of a zone from UTC without daylight saving time, in the year of a day. */
export function getStandardUtcOffsetMs(day: string, timeZone: string): number {
  const year = day.slice(0, 4);
  const offsets = ['01-01', '07-01'].map((date) =>
    getUtcOffset(Date.parse(`${year}-${date}T00:00:00Z`), timeZone),
  );
  return Math.min(...offsets);
}
