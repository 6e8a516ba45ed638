/**
 * What the shop sold and earned: by day, cashier, biller and kind, beside the same days before; the
 * same as a CSV file and on paper. It reads what the ledger's own triggers keep of each commit
 * (`electron/ledger/schema/sales.ts`), and changes nothing.
 *
 * - A payment counts on the day on which the cashier pressed F12, in the till's zone, also if its
 *   outcome became known later: yesterday's figure may grow by what was unresolved.
 * - What was taken back, by a cancel or by the service, is subtracted on the day of that, and from
 *   the cashier who had sold it.
 * - Sold is what customers owed, without the fee that the shop adds; the fees stand by themselves.
 *   Cash-outs are money that goes out, and no sale.
 * - Earned is what the service said of each payment (`chain_earned`, which only version 1.6 has).
 *   What it did not say is counted and never guessed, also not from the percentages of its lists.
 *   It is not added to the fees: it may contain a part of the fee that the service names.
 * - A day that is not over is compared with the other one up to the same hour.
 *
 * Amounts are decimal text in the shop's currency; what was sold in another one is only counted.
 * Problems: `invalid-input` (field `to`), `storage` (the file could not be written).
 */
export { createEarningsReports, type EarningsReports } from './earnings.ts';
