/**
 * The service's days. "CST" and "EST" are fixed offsets, without daylight saving time. Rates change
 * at 05:00 UTC−05:00; everything counted by day (payments per account, same-day reversals, an
 * account's balance) changes at midnight UTC−06:00.
 */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Number of the day whose rates apply at this time. */
export function getExchangeRateDayNumber(milliseconds: number): number {
  return Math.floor((milliseconds - 10 * HOUR_MS) / DAY_MS);
}

/** Start of the business day that contains this time, in milliseconds since the epoch. */
export function getStartOfBusinessDay(milliseconds: number): number {
  return Math.floor((milliseconds - 6 * HOUR_MS) / DAY_MS) * DAY_MS + 6 * HOUR_MS;
}

/** Formats a time as on the wire: `YYYY-MM-DDThh:mm:ssZ`. */
export function toWireTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
