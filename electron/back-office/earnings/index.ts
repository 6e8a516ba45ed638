/**
 * The shop's sales and earnings by day, cashier, biller and kind, compared with earlier days; also
 * as a CSV file and as a printed report. It reads the rows that the ledger's triggers write in each
 * commit (`electron/ledger/schema/3-sales.sql`), and changes nothing.
 *
 * - A payment counts on the day on which the cashier pressed F12, in the till's time zone, also if
 *   its outcome became known later: yesterday's figure may grow when payments are resolved.
 * - Cancels and refunds are subtracted on the day on which they happened or were found, from the
 *   cashier who made the sale.
 * - Sales are the amounts that customers owed, without the fee that the shop adds; fees are listed
 *   separately. Cash-outs are paid out and are not sales.
 * - Earnings are the commissions that the service returned for each payment (`chain_earned`, only
 *   in version 1.6). Missing values are counted and never estimated, also not from the percentages
 *   of the biller lists. Earnings are not added to the fees: they may contain a part of the fee
 *   that the service names.
 * - The current day is compared with the earlier day up to the same hour.
 *
 * Amounts are decimal text in the shop's currency; sales in another currency are only counted.
 * Problems: `invalid-input` (field `to`), `storage` (the file could not be written).
 */
export { createEarningsReports, type EarningsReports } from './earnings.ts';
