import { getStartOfDayMs, subtractDays, toDay } from '../../../shared/dates/index.ts';
import { toIsoTime } from '../../platform/index.ts';

/** A calendar week, Monday to Sunday, in the till's time zone. */
export interface Week {
  /** The first and the last day, both included. */
  readonly from: string;
  readonly to: string;
  /** ISO 8601 in UTC; `until` is exclusive. */
  readonly since: string;
  readonly until: string;
}

const DAYS_PER_WEEK = 7;

/** Returns the current week and the `count` before it, the oldest first. */
export function buildWeeks(count: number, now: number, timeZone: string): readonly Week[] {
  const today = toDay(now, timeZone);
  const daysSinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % DAYS_PER_WEEK;
  const monday = subtractDays(today, daysSinceMonday);
  const toInstant = (day: string): string => toIsoTime(getStartOfDayMs(day, timeZone));
  return Array.from({ length: count + 1 }, (_, index) => {
    const from = subtractDays(monday, (count - index) * DAYS_PER_WEEK);
    const next = subtractDays(from, -DAYS_PER_WEEK);
    return { from, to: subtractDays(next, 1), since: toInstant(from), until: toInstant(next) };
  });
}

/** Returns the index of the week that contains the instant; -1 if none does. */
export function findWeekIndex(weeks: readonly Week[], instant: string): number {
  let [low, high] = [0, weeks.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const week = weeks[middle];
    if (week === undefined) return -1;
    if (instant < week.since) high = middle - 1;
    else if (instant >= week.until) low = middle + 1;
    else return middle;
  }
  return -1;
}
