import { toDay } from '../../../shared/dates/index.ts';

/** The newest copy of each of so many days, then of so many weeks; all others are of months. */
const DAILY_COPIES = 7;
const WEEKLY_COPIES = 4;
const DAY_MS = 86_400_000;

/**
 * Which copies stay when there are more than `keep`: the newest one of each of the last days, weeks
 * and months, so that the same number reaches further back; what is left of the number are the
 * newest others. `times` are in milliseconds, the newest first; returns their places in the list.
 */
export function computeCopiesToKeep(
  times: readonly number[],
  keep: number,
  timeZone: string,
): ReadonlySet<number> {
  const days = times.map((time) => toDay(time, timeZone));
  const weeks = days.map((day) => String(Math.floor((Date.parse(day) / DAY_MS + 3) / 7)));
  const months = days.map((day) => day.slice(0, 7));
  const spread = [
    ...findNewestOfEach(days).slice(0, DAILY_COPIES),
    ...findNewestOfEach(weeks).slice(0, WEEKLY_COPIES),
    ...findNewestOfEach(months),
  ];
  const kept = new Set([...new Set(spread)].slice(0, keep));
  for (const place of times.keys()) {
    if (kept.size >= keep) break;
    kept.add(place);
  }
  return kept;
}

function findNewestOfEach(names: readonly string[]): number[] {
  return names.flatMap((name, place) => (names.indexOf(name) === place ? [place] : []));
}
