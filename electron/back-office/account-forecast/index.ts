/**
 * How long the shop's account at the service lasts, from the sales in this till's ledger, and what to
 * transfer so that it lasts today, or to the end of the weekend or payday that begins tomorrow.
 *
 * - `usage-queries.ts` reads the sales by ten minutes, a day at a time; `usage-model.ts` fits the usual
 *   usage of a weekday and its paydays to twelve weeks; `forecast.ts` follows today's pace. All but the
 *   queries is pure.
 * - Computed after each reading of the balance, so every few minutes; past days are read once a day.
 * - With fewer than 18 open days, it says so instead of guessing.
 *
 * Days and hours are those of the till's time zone; times are ISO 8601 in UTC. Usage is a statistic in
 * units of the account's currency; only the amount to transfer is money. A failure is logged, and there
 * is no forecast.
 */
export {
  type AccountForecaster,
  createAccountForecaster,
  type KnownBalance,
} from './account-forecaster.ts';
