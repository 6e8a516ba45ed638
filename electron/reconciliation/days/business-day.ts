import { Cron } from 'croner';
import { dayAfter, dayOf, startOfDay } from '../../../shared/dates/index.ts';
import type { DayRange } from '../types.ts';

/** The business day of a chain, and when its file is due. Pure. Milliseconds since the epoch. */

export const DEFAULT_ZONE = 'America/Chicago';
/** The hour of the upload, in the chain's zone, and how long its window is open. */
const DUE_PATTERN = '0 4 * * *';
export const WINDOW_MS = 60 * 60_000;

/** From midnight to midnight in the zone: 23 or 25 hours when its clocks change. */
export function rangeOf(day: string, timeZone: string): DayRange {
  return {
    since: startOfDay(day, timeZone) / 1000,
    until: startOfDay(dayAfter(day), timeZone) / 1000,
  };
}

/** 04:00 of the next day; if the clocks skip it, the first moment after it. */
export function dueAt(day: string, timeZone: string): number {
  const end = startOfDay(dayAfter(day), timeZone);
  const due = new Cron(DUE_PATTERN, { timezone: timeZone, paused: true }).nextRun(
    new Date(end - 1000),
  );
  if (due === null) throw new RangeError(`no 04:00 after ${day} in ${timeZone}`);
  return due.getTime();
}

/** The next moment at which a file falls due. */
export function nextDue(now: number, timeZone: string): number {
  const today = dayOf(now, timeZone);
  const yesterday = dayBefore(today);
  const due = dueAt(yesterday, timeZone);
  return due > now ? due : dueAt(today, timeZone);
}

/** `20261122`: the day in UTC on which the file was due, whenever it goes out. */
export function fileDate(due: number): string {
  return new Date(due).toISOString().slice(0, 10).replaceAll('-', '');
}

export function fileName(chainName: string, due: number): string {
  return `${chainName}_${fileDate(due)}.txt`;
}

export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 24 * 60 * 60_000).toISOString().slice(0, 10);
}
