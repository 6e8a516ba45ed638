/**
 * Shifts and cash: the movements in a drawer, its counts, and the reports of both.
 *
 * What it promises:
 * - A shift's money is the sum of its movements, by currency. A movement references its shift by id,
 *   never by time, so that neither midnight nor a changed clock alters the sum.
 * - A payment's movement is written once, in the same commit as the change that causes it, and is
 *   never undone. A payment adds its tender (cash less change) when it is known to be paid, by an
 *   answer, a look-up or by hand. A cash-out and a cancel take their amount when the cashier
 *   confirms that the money was handed over; a release alone moves nothing.
 * - If an outcome becomes known only after its shift was handed over, the movement goes into the
 *   shift that is open at that time, labelled as late. If none is open, the next shift takes it.
 * - The expected contents of a drawer are not returned before the drawer is counted, except in an X
 *   report.
 * - Z reports are numbered without gaps and never change: neither their data, nor the lines of
 *   their paper, nor the bytes that were printed.
 *
 * Amounts are decimal text with their currency (the shop's, `TENDERS`); times are ISO 8601 in UTC,
 * printed in the shop's time zone. Problems: `shift` (none is open, it is closed, it is held), `cash`
 * (an implausible sum), and those of a PIN (`identify`).
 *
 * Decisions where the interface was silent:
 * - A cashier who takes over a drawer accepts it with a PIN. The handover consists of a count, a Z
 *   report that lists the open items, and a new shift whose float is the counted sum. Money of
 *   unresolved payments is set aside and not counted (`shift-closer.ts`, `shift-handover.ts`).
 * - Every count is kept and printed. The second and later counts need a supervisor (`x-report`),
 *   because the expected sum has been shown by then (`blind-count.ts`). A count is stored with the
 *   sum expected at that moment. Sales between the count and the close are listed separately and do
 *   not change its difference.
 * - A shift with an unfinished basket cannot be closed or handed over: until the change is settled, it
 *   is not known how much of the basket's cash stays in the drawer (`shift-closer.ts`). A basket that
 *   only waits for an unknown outcome is handed over like any open payment.
 * - A shift that opened automatically has a float that was not counted; the screen and the Z report
 *   say so. The float can be counted later, until the drawer is counted (`cash.ts`).
 * - A payment that the service refunds stays in the totals of the shift in which it was paid. The
 *   money that is handed back comes from the drawer, and is in the totals of the shift, that is open
 *   at that moment (`refund-cash-recorder.ts`). Every X and Z report lists what is owed.
 * - A cashier who has viewed a report may print it for 30 minutes, because the PIN that opened it was
 *   for that act. If a paper that shows the expected sum was not printed, it is withheld from every
 *   other cashier. Printing it again requires a role that allows it, or the PIN of such a person,
 *   which is recorded (`viewed-report-cache.ts`, and electron/printing/queue).
 * - A currency that first moves after the count could not be counted: the Z report lists the movements
 *   since the count, and the next shift's float includes them (`shift-handover.ts`).
 */
export { createCash } from './cash.ts';
export type {
  Cash,
  CashSettings,
  RefundCashRecorder,
} from './types.ts';
