import { Cron } from 'croner';
import { getNextDay, getStartOfDay } from '../../../../shared/dates/index.ts';
import type { TimeRange, UploadHour } from '../types.ts';

/**
 * The business day of a chain, and when its file is due. Pure. Times are milliseconds since the
 * epoch, except `TimeRange`, which is in seconds.
 */

/** The end of the service's upload window, in the zone of the upload. */
const UPLOAD_WINDOW_END = '05:00';
const HOUR_MS = 60 * 60_000;

/**
 * Returns the range from midnight to midnight in the zone: 23 or 25 hours when its clocks change.
 */
export function toDayRange(day: string, timeZone: string): TimeRange {
  return {
    since: getStartOfDay(day, timeZone) / 1000,
    until: getStartOfDay(getNextDay(day), timeZone) / 1000,
  };
}

/**
 * Returns the first upload hour after the end of the day. If a clock change skips that hour, the
 * moment after it.
 */
export function computeDueAt(day: string, timeZone: string, hour: UploadHour): number {
  return computeNextDue(getStartOfDay(getNextDay(day), timeZone) - 1000, hour);
}

/** Returns the next upload hour after `now`. Throws a `RangeError` if there is none. */
export function computeNextDue(now: number, { time, zone }: UploadHour): number {
  const [hours, minutes] = time.split(':').map(Number);
  const cron = new Cron(`${minutes} ${hours} * * *`, { timezone: zone, paused: true });
  const next = cron.nextRun(new Date(now));
  if (next === null) throw new RangeError(`no ${time} in ${zone} after ${now}`);
  return next.getTime();
}

/**
 * Returns when a file that is not uploaded becomes late: 05:00 in the zone of the upload, the end
 * of the service's window; one hour after `due` if it falls due only at the window's end or during
 * the day.
 */
export function computeUploadLateAt(due: number, { zone }: UploadHour): number {
  const end = computeNextDue(due, { time: UPLOAD_WINDOW_END, zone });
  return end - due < 12 * HOUR_MS ? end : due + HOUR_MS;
}

/** Formats the UTC date on which the file was due, such as `20261122`, whenever it is uploaded. */
export function formatFileDate(due: number): string {
  return new Date(due).toISOString().slice(0, 10).replaceAll('-', '');
}

/** `date` is that of `formatFileDate`. */
export function formatDailyFileName(chainName: string, date: string): string {
  return `${chainName}_${date}.txt`;
}

export function getDayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 24 * HOUR_MS).toISOString().slice(0, 10);
}
