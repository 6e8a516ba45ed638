import { getNextDay } from '../../../../shared/dates/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { ReconciliationSettings } from '../ports.ts';
import {
  computeDueAt,
  formatDailyFileName,
  formatFileDate,
  toDayRange,
} from './business-day-times.ts';
import type { DayRow } from './day-queries.ts';

/** Decides which days get a row, and its content. Pure. */

/**
 * A till does not report more days at once: after so long a gap, they were reported by other means.
 */
const MAX_DAYS = 400;

/** Computes the row of a day that has none yet. `before` is the row of the day before it. */
export function planDay(
  day: string,
  settings: Pick<ReconciliationSettings, 'chainName' | 'timeZone' | 'uploadHour'>,
  before: Pick<DayRow, 'until' | 'dueAt'> | null,
): DayRow {
  const { timeZone, chainName, uploadHour } = settings;
  const range = toDayRange(day, timeZone);
  // If the zone was changed, every moment must still be in exactly one file.
  const since = before === null ? range.since : Math.min(before.until, range.until);
  const due = computeDueAt(day, timeZone, uploadHour);
  // If the zone or the upload hour was changed, two files must not have the same name: the second one
  // is due as soon as the next date begins.
  const isTaken = before !== null && formatFileDate(due) <= formatHeaderDate(before);
  const dueAt = isTaken ? `${getNextDay(before.dueAt.slice(0, 10))}T00:00:00.000Z` : toIsoTime(due);
  return {
    day,
    since,
    until: range.until,
    dueAt,
    name: formatDailyFileName(chainName, formatHeaderDate({ dueAt })),
    file: null,
    offeredAt: null,
    inDoubtAt: null,
    uploadedAt: null,
    handedIn: null,
    late: null,
  };
}

/** Lists the ended days that have no row yet, oldest first. */
export function listEndedDays(since: string, last: string | null, today: string): string[] {
  const next = last === null || last < since ? since : getNextDay(last);
  const ended: string[] = [];
  for (let day = next; day < today && ended.length < MAX_DAYS; day = getNextDay(day))
    ended.push(day);
  return ended;
}

/** Formats the date in the HEADER of a day's file, `YYYYMMDD`. */
export function formatHeaderDate(row: Pick<DayRow, 'dueAt'>): string {
  return formatFileDate(Date.parse(row.dueAt));
}
