import { Cron } from 'croner';

/** Before the daily file goes out, in the shop's own night. */
const DAILY = '30 3 * * *';

/** The next time by the schedule after an instant. Milliseconds since the epoch. */
export function nextBackup(after: number, timeZone: string): number {
  const next = new Cron(DAILY, { timezone: timeZone, paused: true }).nextRun(new Date(after));
  // A zone in which it is never half past three does not exist.
  return next?.getTime() ?? after + 24 * 60 * 60_000;
}

/** When the next one is due: at once where a night was missed, or where none was ever made. */
export function dueAt(last: number | null, now: number, timeZone: string): number {
  // One of the future was made by a clock that was wrong: it says nothing.
  if (last === null) return now;
  return nextBackup(Math.min(last, now), timeZone);
}
