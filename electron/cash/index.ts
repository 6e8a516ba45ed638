/**
 * Shifts and cash: what moved in a drawer, what was counted, and the reports of it.
 *
 * Promises: a shift's money is the sum of its movements, by currency, found by the shift's id and
 * never by a time, so that no midnight and no changed clock alters it. What a payment moves is
 * written in the commit that makes it so, once, and never undone. A payment adds its tender (cash
 * less change) when it is known to be paid, by an answer, a look-up or by hand; a cash-out and a
 * cancel take their amount when the cashier says that the money was handed over; a release alone
 * moves nothing. What is known
 * only after its shift was handed over goes into the shift that is open then, named as such; where
 * none is open it waits for the next one. What a drawer should hold is answered to nobody before
 * it was counted, but for an X report. Z reports are numbered without gaps, and are never changed:
 * as data, as the lines of their paper, and as the bytes that were printed.
 *
 * Amounts are decimal text with their currency (the shop's, `tenders`), times ISO 8601 in UTC,
 * printed in the shop's zone. Problems: `shift` (none is open, it is closed, it is held), `cash`
 * (a sum that cannot be meant), and those of a PIN (`identify`).
 *
 * Decisions where the interface was silent:
 * - Who takes a drawer over accepts it with a PIN: a count, a Z report that names what is open, and
 *   a new shift whose float is what was counted. Money of payments that are not resolved lies apart
 *   and is not counted (`closing.ts`, `taking-over.ts`).
 * - Every count is kept and printed. From the second on it takes a supervisor (`x-report`), because
 *   what was expected has been shown (`blind-count.ts`). A count is kept with what was expected at
 *   that moment: sales between the count and the close stand beside it, and leave its difference as
 *   it was.
 * - A shift that opened by itself has a float that was not counted, which screen and Z report say;
 *   it can be counted later, until the drawer is counted (`cash.ts`).
 * - A payment that the service gave back by itself stays in the drawer's totals: its money goes back
 *   by a cancel or a pay-out (`shifts.ts`).
 * - Whoever was shown a report may print it for 30 minutes: the PIN that showed it was for that act.
 *   A paper that says what the drawer should hold, and did not come out, is withheld from every
 *   other cashier. It is printed again by somebody whose role allows it, or with such a person's
 *   PIN, which is noted (`shown-reports.ts`, and electron/printing/queue).
 * - A currency that moves for the first time after the count was not there to be counted: the Z
 *   report names what came after the count, and whoever takes the drawer over begins with it
 *   (`taking-over.ts`).
 */
export { createCash } from './cash.ts';
export { denominationsOf } from './denominations.ts';
export type {
  Cash,
  CashCashier,
  CashOfPayments,
  CashPaper,
  CashPorts,
  CashSettings,
  MovedPayment,
} from './types.ts';
