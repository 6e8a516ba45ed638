import { getNextDay } from '../../../../shared/dates/index.ts';
import { toIsoTime } from '../../../platform/index.ts';
import type { ReconciliationSettings } from '../ports.ts';
import {
  computeUploadDueAt,
  formatDailyFileDate,
  formatDailyFileName,
  toDayTimeRange,
} from './business-day-times.ts';
import type { BusinessDayRow } from './day-queries.ts';

/** Decides which days get a row, and its content. Pure. */

/**
 * A till does not report more days at once: after so long a gap, they were reported by other means.
 */
const MAX_DAYS = 400;

/** Computes the row of a day that has none yet. `before` is the row of the day before it. */
export function planDay(
  day: string,
  settings: Pick<ReconciliationSettings, 'chainName' | 'timeZone' | 'uploadHour'>,
  previousDay: Pick<BusinessDayRow, 'until' | 'dueAt'> | null,
): BusinessDayRow {
  const { timeZone, chainName, uploadHour } = settings;
  const range = toDayTimeRange(day, timeZone);
  // If the zone was changed, every moment must still be in exactly one file.
  const since = previousDay === null ? range.since : Math.min(previousDay.until, range.until);
  const due = computeUploadDueAt(day, timeZone, uploadHour);
  // If the zone or the upload hour was changed, two files must not have the same name: the second one
  // is due as soon as the next date begins.
  const isTaken =
    previousDay !== null && formatDailyFileDate(due) <= formatFileHeaderDate(previousDay);
  const dueAt = isTaken
    ? `${getNextDay(previousDay.dueAt.slice(0, 10))}T00:00:00.000Z`
    : toIsoTime(due);
  return {
    day,
    since,
    until: range.until,
    dueAt,
    name: formatDailyFileName(chainName, formatFileHeaderDate({ dueAt })),
    file: null,
    offeredAt: null,
    inDoubtAt: null,
    uploadedAt: null,
    handedIn: null,
    late: null,
  };
}

/** Lists the ended days that have no row yet, oldest first. */
export function listUnrecordedEndedDays(
  firstDay: string,
  lastRecordedDay: string | null,
  today: string,
): string[] {
  const next =
    lastRecordedDay === null || lastRecordedDay < firstDay ? firstDay : getNextDay(lastRecordedDay);
  const ended: string[] = [];
  for (let day = next; day < today && ended.length < MAX_DAYS; day = getNextDay(day))
    ended.push(day);
  return ended;
}

/** Formats the date in the HEADER of a day's file, `YYYYMMDD`. */
export function formatFileHeaderDate(row: Pick<BusinessDayRow, 'dueAt'>): string {
  return formatDailyFileDate(Date.parse(row.dueAt));
}
