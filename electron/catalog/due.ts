import { Cron } from 'croner';

/**
 * When the cache is due and when it is too old. Pure: all times are milliseconds since the epoch.
 * A time of the cache that lies in the future says that a clock was wrong when it was written: it
 * proves nothing, so the cache is due.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "EST" of the interface: a fixed UTC−05:00, whether or not the service keeps daylight time. */
const ratesMorning = new Cron('0 6 * * *', { utcOffset: -300, paused: true });

/** Half a day before the week is over, so that a till that is on by day stays within the week. */
const LIST_DUE_AFTER = 6.5 * DAY;
const LIST_STALE_AFTER = 7 * DAY;
/** The morning's window is an hour long: until its end yesterday's rates are the right ones. */
const RATES_WINDOW = HOUR;
/** A time server mends a few minutes; more than this is a wrong clock. */
const FUTURE_TOLERATED = HOUR;
/** A person may set the clock, and no timer hears of it: never wait longer than this. */
const LONGEST_WAIT = 10 * MINUTE;

function isImpossible(at: number, now: number): boolean {
  return Number.isNaN(at) || at > now + FUTURE_TOLERATED;
}

export function isListDue(refreshedAt: number | null, now: number): boolean {
  return (
    refreshedAt === null || isImpossible(refreshedAt, now) || now - refreshedAt >= LIST_DUE_AFTER
  );
}

/** Older than the contract with the service allows. */
export function isListStale(refreshedAt: number | null, now: number): boolean {
  return (
    refreshedAt === null || isImpossible(refreshedAt, now) || now - refreshedAt > LIST_STALE_AFTER
  );
}

export function areRatesDue(fetchedAt: number | null, now: number): boolean {
  return fetchedAt === null || isImpossible(fetchedAt, now) || fetchedAt < lastMorning(now);
}

/** Not those of the last morning, although its window is over. */
export function areRatesStale(fetchedAt: number | null, now: number): boolean {
  return (
    fetchedAt === null ||
    isImpossible(fetchedAt, now) ||
    fetchedAt < lastMorning(now - RATES_WINDOW)
  );
}

/** How long until it is worth looking again. */
export function untilNextLook(now: number): number {
  const next = ratesMorning.nextRun(new Date(now));
  return Math.min(LONGEST_WAIT, next ? next.getTime() - now : LONGEST_WAIT);
}

/** Growing wait after the given number of failures in a row: a minute, two, four… up to an hour. */
export function backOff(failures: number): number {
  return Math.min(HOUR, MINUTE * 2 ** Math.min(failures - 1, 10));
}

function lastMorning(now: number): number {
  // A morning that begins this very millisecond counts, and `previousRuns` looks before it.
  const [last] = ratesMorning.previousRuns(1, new Date(now + 1));
  if (!last) throw new Error('no morning before now');
  return last.getTime();
}
