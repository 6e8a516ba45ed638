import { toDay } from '../../../shared/dates/index.ts';

/**
 * The newest copy of each of the last days that have one, then of the last weeks, then of months.
 */
const DAILY_COPIES = 7;
const WEEKLY_COPIES = 4;
const DAY_MS = 86_400_000;

/**
 * Selects the copies to keep when there are more than `keep`: the newest copy of each of the last
 * days, weeks and months, so that the same number of copies reaches further back, then the newest
 * others up to `keep`. `times` are in milliseconds since the epoch, newest first; `timeZone`
 * decides the day. Returns indexes into `times`.
 */
export function computeIndexesOfCopiesToKeep(
  copyTimes: readonly number[],
  maxCopies: number,
  timeZone: string,
): ReadonlySet<number> {
  const days = copyTimes.map((time) => toDay(time, timeZone));
  const weeks = days.map((day) => String(Math.floor((Date.parse(day) / DAY_MS + 3) / 7)));
  const months = days.map((day) => day.slice(0, 7));
  const periodIndexes = [
    ...findNewestOfEach(days).slice(0, DAILY_COPIES),
    ...findNewestOfEach(weeks).slice(0, WEEKLY_COPIES),
    ...findNewestOfEach(months),
  ];
  const keptIndexes = new Set([...new Set(periodIndexes)].slice(0, maxCopies));
  for (const index of copyTimes.keys()) {
    if (keptIndexes.size >= maxCopies) break;
    keptIndexes.add(index);
  }
  return keptIndexes;
}

function findNewestOfEach(periods: readonly string[]): number[] {
  return periods.flatMap((period, index) => (periods.indexOf(period) === index ? [index] : []));
}
