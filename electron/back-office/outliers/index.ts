/**
 * What stands out, for the owner: eight figures of each cashier and week, compared with what is usual
 * in this shop. It reads the audit log and the sales, and changes nothing.
 *
 * - An entry of the audit log counts for the person who did it. A wrong PIN counts for the person who
 *   was signed in, or, if nobody was, for the person whose PIN it was.
 * - `overrides` are the entries that another person's PIN allowed and that no other figure counts.
 * - `count-differences` is the sum of what each closed shift had too much or too little, in the shop's
 *   currency; other currencies are left out.
 * - What is usual comes from the last 53 weeks of all cashiers: see `usual.ts`.
 * - A kind of entry that an earlier version did not record is left out of the weeks before.
 *
 * Weeks begin on Monday in the till's time zone; the current week counts until now. Limits are
 * statistics and not money, so they are computed with floating-point numbers. Problem: `storage` (the
 * file could not be written).
 */
export { createOutlierReports, type OutlierReports } from './outliers.ts';
