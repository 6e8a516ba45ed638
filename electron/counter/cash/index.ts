/**
 * Shifts and cash: what moved in a drawer, what was counted, and the reports of both.
 *
 * What it promises:
 * - A shift's money is the sum of its movements, by currency. Movements belong to a shift by its
 *   id, never by a time, so that neither midnight nor a changed clock alters the sum.
 * - A payment's movement is written once, in the same commit as the change that causes it, and is
 *   never undone. A payment adds its tender (cash less change) when it is known to be paid, by an
 *   answer, a look-up or by hand. A cash-out and a cancel take their amount when the cashier
 *   confirms that the money was handed over; a release alone moves nothing.
 * - Money that becomes known only after its shift was handed over goes into the shift that is open
 *   at that time, labelled as late. If none is open, it waits for the next one.
 * - The expected contents of a drawer are returned to nobody before the drawer is counted, except
 *   in an X report.
 * - Z reports are numbered without gaps and never change: neither their data, nor the lines of
 *   their paper, nor the bytes that were printed.
 *
 * Amounts are decimal text with their currency (the shop's, `TENDERS`); times are ISO 8601 in UTC,
 * printed in the shop's zone. Problems: `shift` (none is open, it is closed, it is held), `cash`
 * (an implausible sum), and those of a PIN (`identify`).
 *
 * Decisions where the interface was silent:
 * - Whoever takes over a drawer accepts it with a PIN. This makes a count, a Z report that lists
 *   the open items, and a new shift whose float is the counted sum. Money of unresolved payments
 *   is set apart and not counted (`shift-closer.ts`, `shift-handover.ts`).
 * - Every count is kept and printed. The second and later counts need a supervisor (`x-report`),
 *   because the expected sum has been shown by then (`blind-count.ts`). A count is stored with the
 *   sum expected at that moment. Sales between the count and the close are listed separately and do
 *   not change its difference.
 * - A basket that is not finished keeps its shift from being closed or handed over: until its change
 *   is told, nobody can say what of its cash is the drawer's (`shift-closer.ts`). One that waits for an
 *   unknown outcome alone is handed over like any open payment.
 * - A shift that opened automatically has a float that was not counted; the screen and the Z report
 *   say so. The float can be counted later, until the drawer is counted (`cash.ts`).
 * - If the service itself gives a payment back, it stays in the totals of the shift in which it
 *   was paid. Its money goes back from the drawer of the moment in which it is handed back, and is
 *   in that shift's totals (`refund-cash.ts`). What is owed stands on every X and Z report.
 * - A person who was shown a report may print it for 30 minutes, because the PIN that showed it was
 *   for that act. If a paper that shows the expected sum was not printed, it is withheld from every
 *   other cashier. Printing it again takes somebody whose role allows it, or such a person's PIN,
 *   which is noted (`shown-reports.ts`, and electron/printing/queue).
 * - If a currency first moves after the count, it could not have been counted: the Z report lists
 *   what came after the count, and whoever takes over the drawer starts with it (`shift-handover.ts`).
 */
export { createCash } from './cash.ts';
export type {
  Cash,
  CashSettings,
  RefundCashRecorder,
  ShiftCashier,
} from './types.ts';
