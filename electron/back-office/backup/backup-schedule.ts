import { Cron } from 'croner';

/** Before the daily file goes out, in the shop's own night. */
const DAILY_CRON = '30 3 * * *';

/** The next time by the schedule after an instant. Milliseconds since the epoch. */
export function computeNextBackup(after: number, timeZone: string): number {
  const next = new Cron(DAILY_CRON, { timezone: timeZone, paused: true }).nextRun(new Date(after));
  // A zone in which it is never half past three does not exist.
  return next?.getTime() ?? after + 24 * 60 * 60_000;
}

/** When the next backup is due: at once if a night was missed or none was ever made. */
export function computeBackupDueAt(last: number | null, now: number, timeZone: string): number {
  // A date in the future came from a wrong clock, and is not used.
  if (last === null) return now;
  return computeNextBackup(Math.min(last, now), timeZone);
}
