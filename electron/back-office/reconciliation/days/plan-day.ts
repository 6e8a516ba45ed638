import { getNextDay } from '../../../../shared/dates/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { ReconciliationSettings } from '../ports.ts';
import {
  computeDueAt,
  computeNextDue,
  formatDailyFileName,
  formatFileDate,
  toDayRange,
} from './business-day-times.ts';
import type { DayRow } from './day-queries.ts';

/** Which days get a row, and what it says. Pure. */

/** After this many days without anybody, somebody else has reported them. */
const MAX_DAYS = 400;

/** A day that has no row yet. `before` is the row of the day before it. */
export function planDay(
  day: string,
  settings: Pick<ReconciliationSettings, 'chainName' | 'timeZone' | 'uploadHour'>,
  before: Pick<DayRow, 'until' | 'dueAt'> | null,
): DayRow {
  const { timeZone, chainName, uploadHour } = settings;
  const range = toDayRange(day, timeZone);
  // If the zone was changed meanwhile, no moment is in two files or in none.
  const since = before === null ? range.since : Math.min(before.until, range.until);
  let due = computeDueAt(day, timeZone, uploadHour);
  // Where a zone or the hour changed meanwhile, no two files have one name.
  while (before !== null && formatFileDate(due) <= formatHeaderDate(before))
    due = computeNextDue(due, uploadHour);
  return {
    day,
    since,
    until: range.until,
    dueAt: toIsoTime(due),
    name: formatDailyFileName(chainName, due),
    file: null,
    offeredAt: null,
    inDoubtAt: null,
    uploadedAt: null,
    handedIn: null,
    late: null,
  };
}

/** The ended days that have no row yet, the oldest first. */
export function listEndedDays(since: string, last: string | null, today: string): string[] {
  const next = last === null || last < since ? since : getNextDay(last);
  const ended: string[] = [];
  for (let day = next; day < today && ended.length < MAX_DAYS; day = getNextDay(day))
    ended.push(day);
  return ended;
}

/** `YYYYMMDD` of a day's HEADER. */
export function formatHeaderDate(row: Pick<DayRow, 'dueAt'>): string {
  return formatFileDate(Date.parse(row.dueAt));
}
