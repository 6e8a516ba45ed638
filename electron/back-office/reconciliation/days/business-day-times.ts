import {
  getInstantMs,
  getNextDay,
  getStandardUtcOffsetMs,
  getStartOfDayMs,
  toDay,
} from '../../../../shared/dates/index.ts';
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
export function toDayTimeRange(day: string, timeZone: string): TimeRange {
  return {
    since: getStartOfDayMs(day, timeZone) / 1000,
    until: getStartOfDayMs(getNextDay(day), timeZone) / 1000,
  };
}

/**
 * Returns when the file of a day is due: the first upload hour after the day's end, reckoned without
 * daylight saving time, so that the UTC date of a file, which is its name, is always the same number of
 * days after its day. Where daylight saving time puts the hour before the day's end, the file is due at
 * the day's end; where it puts it on the date before, at the beginning of its date.
 */
export function computeUploadDueAt(
  day: string,
  timeZone: string,
  { time, zone }: UploadHour,
): number {
  const next = getNextDay(day);
  const end = Date.parse(`${next}T00:00:00Z`) - getStandardUtcOffsetMs(next, timeZone);
  const toStandard = (date: string): number =>
    Date.parse(`${date}T${time}:00Z`) - getStandardUtcOffsetMs(next, zone);
  let date = day;
  while (toStandard(date) < end) date = getNextDay(date);
  return Math.max(
    getStartOfDayMs(next, timeZone),
    getInstantMs(date, time, zone),
    Date.parse(`${new Date(toStandard(date)).toISOString().slice(0, 10)}T00:00:00Z`),
  );
}

/** Returns the next upload hour after `now`. */
export function computeNextUploadDueAt(now: number, { time, zone }: UploadHour): number {
  let day = toDay(now, zone);
  for (;;) {
    const due = getInstantMs(day, time, zone);
    if (due > now) return due;
    day = getNextDay(day);
  }
}

/**
 * Returns when a file that is not uploaded becomes late: 05:00 in the zone of the upload, the end
 * of the service's window; one hour after `due` if it falls due only at the window's end or during
 * the day.
 */
export function computeUploadLateAt(dueAt: number, { zone }: UploadHour): number {
  const end = computeNextUploadDueAt(dueAt, { time: UPLOAD_WINDOW_END, zone });
  return end - dueAt < 12 * HOUR_MS ? end : dueAt + HOUR_MS;
}

/** Formats the UTC date on which the file was due, such as `20261122`, whenever it is uploaded. */
export function formatDailyFileDate(dueAt: number): string {
  return new Date(dueAt).toISOString().slice(0, 10).replaceAll('-', '');
}

/** `date` is that of `formatDailyFileDate`. */
export function formatDailyFileName(chainName: string, date: string): string {
  return `${chainName}_${date}.txt`;
}

export function getPreviousDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 24 * HOUR_MS).toISOString().slice(0, 10);
}
