/**
 * The service's days. "CST" and "EST" are read as fixed offsets, without daylight time: the rates
 * turn at 05:00 UTC−05:00, and everything that is counted by day (payments per account, same-day
 * reversals, what an account owes) by midnight UTC−06:00.
 */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Number of the day whose rates hold at this time. */
export function rateDay(milliseconds: number): number {
  return Math.floor((milliseconds - 10 * HOUR) / DAY);
}

/** Start of the business day that holds this time, in milliseconds since the epoch. */
export function startOfDay(milliseconds: number): number {
  return Math.floor((milliseconds - 6 * HOUR) / DAY) * DAY + 6 * HOUR;
}

/** `YYYY-MM-DDThh:mm:ssZ`, the form of the wire. */
export function wireTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
