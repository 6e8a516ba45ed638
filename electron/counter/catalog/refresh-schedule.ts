import { Cron } from 'croner';

/**
 * When the cache is due and when it is too old. Pure: all times are milliseconds since the epoch.
 * A cache time in the future comes from a wrong clock and is ignored: the cache is due.
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "EST" in the interface: a fixed UTC−05:00, even if the service observes daylight time. */
const ratesSchedule = new Cron('0 6 * * *', { utcOffset: -300, paused: true });

/** Half a day less than a week, so that a till used only by day stays within the week. */
const LIST_REFRESH_INTERVAL_MS = 6.5 * DAY;
const LIST_STALE_AFTER_MS = 7 * DAY;
/** The morning's window is an hour long; yesterday's rates are valid until it ends. */
const RATES_WINDOW_MS = HOUR;
/** Tills spread over the first part of the window; the rest of it is for retries. */
const RATES_SPREAD_MS = 45 * MINUTE;
/** A time server corrects a few minutes; a larger difference means a wrong clock. */
const MAX_FUTURE_SKEW_MS = HOUR;
/** Timers do not react to a changed system clock, so the delay is never longer than this. */
const MAX_POLL_INTERVAL_MS = 10 * MINUTE;

function isImplausibleTime(at: number, now: number): boolean {
  return Number.isNaN(at) || at > now + MAX_FUTURE_SKEW_MS;
}

export function isBillerListDue(refreshedAt: number | null, now: number): boolean {
  return (
    refreshedAt === null ||
    isImplausibleTime(refreshedAt, now) ||
    now - refreshedAt >= LIST_REFRESH_INTERVAL_MS
  );
}

/** Whether the list is older than the interface allows. */
export function isBillerListStale(refreshedAt: number | null, now: number): boolean {
  return (
    refreshedAt === null ||
    isImplausibleTime(refreshedAt, now) ||
    now - refreshedAt > LIST_STALE_AFTER_MS
  );
}

/** `ratesWindowFraction` is the till's position in the window, from 0 up to 1: until then nothing is due. */
export function areRatesDue(
  fetchedAt: number | null,
  now: number,
  ratesWindowFraction = 0,
): boolean {
  return (
    fetchedAt === null ||
    isImplausibleTime(fetchedAt, now) ||
    isFromBeforeMorning(fetchedAt, now - toRatesOffsetMs(ratesWindowFraction))
  );
}

function toRatesOffsetMs(moment: number): number {
  return Math.floor(moment * RATES_SPREAD_MS);
}

/** Whether the rates are older than the last morning, although its window is over. */
export function areRatesStale(fetchedAt: number | null, now: number): boolean {
  return (
    fetchedAt === null ||
    isImplausibleTime(fetchedAt, now) ||
    isFromBeforeMorning(fetchedAt, now - RATES_WINDOW_MS)
  );
}

/** Milliseconds until the next check: at the till's time in the morning, or earlier. */
export function computeNextPollDelayMs(now: number, ratesWindowFraction = 0): number {
  const offset = toRatesOffsetMs(ratesWindowFraction);
  const nextMorning = ratesSchedule.nextRun(new Date(now - offset));
  return Math.min(
    MAX_POLL_INTERVAL_MS,
    nextMorning ? nextMorning.getTime() + offset - now : MAX_POLL_INTERVAL_MS,
  );
}

/**
 * The delay in milliseconds after this number of failures in a row: a minute, two, four… up to an
 * hour, plus up to half of it at random, so that tills that failed together do not retry together.
 * `random` is from 0 to 1.
 */
export function computeRefreshBackoffMs(failures: number, random = 0): number {
  return Math.min(HOUR, MINUTE * 2 ** Math.min(failures - 1, 10)) * (1 + random / 2);
}

/** Whether `fetchedAt` is before the last morning up to `at`. Skips the calendar if it can. */
function isFromBeforeMorning(fetchedAt: number, at: number): boolean {
  return fetchedAt < at && fetchedAt < getLastMorning(at);
}

function getLastMorning(now: number): number {
  // `previousRuns` excludes the given moment, but a morning that begins now counts.
  const [lastMorning] = ratesSchedule.previousRuns(1, new Date(now + 1));
  if (!lastMorning) throw new Error('no morning before now');
  return lastMorning.getTime();
}
