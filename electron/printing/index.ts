/**
 * Paper: receipts, their bytes, the printer and the print queue. Prints what the interface calls
 * `ticket_text` exactly as it was received, or says that it could not; knows nothing of money, and
 * nothing that happens here can pay, send or look up.
 *
 * Promises: a job's bytes are in the ledger before the printer is called; that they may leave is
 * there before they do; after a crash such a job is `unconfirmed`, never printed again by itself.
 * One job at a time. Nobody waits for a printer: `wake`, `copy`, `testPrint`, `retry` and
 * `confirm` answer at once, and `onChange` tells the rest.
 *
 * Amounts come from the ledger as decimal text with their currency. Dates are printed in the
 * shop's zone, from ISO 8601 in UTC. Errors: `not-found` (payment, print-job), `payment-state`
 * (a copy of a payment that is not paid and has no receipt; a job in a state in which it cannot be
 * sent again or confirmed, which is then named), `printer` (only `checkPrinter`). Everything else
 * that goes wrong with paper is the job's state and `PaperReason`:
 *
 * - `refused`: nothing left us; the printer, or its settings, say why. May be retried.
 * - `failed`: nothing left us, or the cashier saw no paper. May be retried.
 * - `printed`: the printer said that all was; of a file, a shared printer and a PDF file the system
 *   said that all is kept; of the screen, at once.
 * - `unconfirmed`: a byte may have left, and no word came that all was printed. The cashier is
 *   asked, with `confirm`; then it is `printed`, or `failed` and may be retried.
 */
export { checkPrinter } from './check.ts';
export { TIMINGS, type Timings } from './devices/index.ts';
export { isLogo } from './logo/index.ts';
export type { PaperKind, ReceiptSettings, Shop } from './papers/index.ts';
export {
  type PaperDocument,
  type ReportLine,
  readDocument,
  shopTime,
} from './papers/index.ts';
export { createPrinting } from './printing.ts';
export type { Printing, PrintingDevice, PrintingPorts, PrintingSettings } from './types.ts';
