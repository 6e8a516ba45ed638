import { Cron } from 'croner';

/**
 * When the cache is due and when it is too old. Pure: all times are milliseconds since the epoch.
 * If a time of the cache is in the future, a wrong clock wrote it; it proves nothing, and the cache
 * is due.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "EST" in the interface: a fixed UTC−05:00, even if the service observes daylight time. */
const ratesSchedule = new Cron('0 6 * * *', { utcOffset: -300, paused: true });

/** Half a day less than a week, so that a till used only by day stays within the week. */
const LIST_REFRESH_INTERVAL_MS = 6.5 * DAY;
const LIST_STALE_AFTER_MS = 7 * DAY;
/** The morning's window is an hour long; yesterday's rates are right until it ends. */
const RATES_WINDOW_MS = HOUR;
/** Each till has a moment of its own in the window's first part; what is left is for its failures. */
const RATES_SPREAD_MS = 45 * MINUTE;
/** A time server corrects a few minutes; more than this means a wrong clock. */
const MAX_FUTURE_SKEW_MS = HOUR;
/** No timer notices that a person set the clock, so never wait longer than this. */
const MAX_POLL_INTERVAL_MS = 10 * MINUTE;

function isImplausibleTime(at: number, now: number): boolean {
  return Number.isNaN(at) || at > now + MAX_FUTURE_SKEW_MS;
}

export function isListDue(refreshedAt: number | null, now: number): boolean {
  return (
    refreshedAt === null ||
    isImplausibleTime(refreshedAt, now) ||
    now - refreshedAt >= LIST_REFRESH_INTERVAL_MS
  );
}

/** Older than the interface allows. */
export function isListStale(refreshedAt: number | null, now: number): boolean {
  return (
    refreshedAt === null ||
    isImplausibleTime(refreshedAt, now) ||
    now - refreshedAt > LIST_STALE_AFTER_MS
  );
}

/** `moment` is the till's own, from 0 up to 1: before it, yesterday's rates are not due. */
export function areRatesDue(fetchedAt: number | null, now: number, moment = 0): boolean {
  return (
    fetchedAt === null ||
    isImplausibleTime(fetchedAt, now) ||
    isFromBeforeMorning(fetchedAt, now - toRatesOffsetMs(moment))
  );
}

function toRatesOffsetMs(moment: number): number {
  return Math.floor(moment * RATES_SPREAD_MS);
}

/** The rates are not from the last morning, although its window is over. */
export function areRatesStale(fetchedAt: number | null, now: number): boolean {
  return (
    fetchedAt === null ||
    isImplausibleTime(fetchedAt, now) ||
    isFromBeforeMorning(fetchedAt, now - RATES_WINDOW_MS)
  );
}

export function computeNextPollDelay(now: number, moment = 0): number {
  const after = toRatesOffsetMs(moment);
  const next = ratesSchedule.nextRun(new Date(now - after));
  return Math.min(MAX_POLL_INTERVAL_MS, next ? next.getTime() + after - now : MAX_POLL_INTERVAL_MS);
}

/**
 * Growing wait after the given number of failures in a row: a minute, two, four… up to an hour, each
 * longer by chance, as tills that failed together would fail together again. `random` is from 0 to 1.
 */
export function computeBackoffDelay(failures: number, random = 0): number {
  return Math.min(HOUR, MINUTE * 2 ** Math.min(failures - 1, 10)) * (1 + random / 2);
}

/** Before the last morning up to `at`. What is not even before `at` needs no calendar. */
function isFromBeforeMorning(fetchedAt: number, at: number): boolean {
  return fetchedAt < at && fetchedAt < getLastMorning(at);
}

function getLastMorning(now: number): number {
  // `previousRuns` excludes the given moment, but a morning that begins now counts.
  const [last] = ratesSchedule.previousRuns(1, new Date(now + 1));
  if (!last) throw new Error('no morning before now');
  return last.getTime();
}
