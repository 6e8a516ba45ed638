import { Cron } from 'croner';

/** At night in the shop's time zone, before the daily file is uploaded. */
const DAILY_CRON = '30 3 * * *';

/** Returns the first scheduled time after an instant. Both are milliseconds since the epoch. */
export function computeNextBackupAt(after: number, timeZone: string): number {
  const next = new Cron(DAILY_CRON, { timezone: timeZone, paused: true }).nextRun(new Date(after));
  // The fallback is never used: every zone has a 03:30 on some day.
  return next?.getTime() ?? after + 24 * 60 * 60_000;
}

/**
 * Returns when the next backup is due, in milliseconds since the epoch: `now` if none was ever
 * made, in the past if a night was missed.
 */
export function computeBackupDueAt(
  lastBackupAt: number | null,
  now: number,
  timeZone: string,
): number {
  // A date in the future comes from a wrong clock and is ignored.
  if (lastBackupAt === null) return now;
  return computeNextBackupAt(Math.min(lastBackupAt, now), timeZone);
}
