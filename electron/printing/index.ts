/**
 * Paper: receipts, their bytes, the printer and the print queue. It prints the interface's
 * `ticket_text` exactly as received, or reports that it could not. It knows nothing of money:
 * nothing here can pay, send or look up.
 *
 * Promises: a job's bytes are in the ledger before the printer is called, and a note that they may
 * leave is there before they do. After a crash such a job is `unconfirmed`, and is never printed
 * again without a person. One job runs at a time. Nobody waits for a printer: `wake`, `copy`,
 * `testPrint`, `retry` and `confirm` return at once, and `onChange` reports the rest.
 *
 * A paper with a long text is laid out and drawn in a thread of its own (`thread/`). The ledger
 * keeps a paper's lines and bytes deflated, and the shop's picture once for all papers.
 *
 * Amounts come from the ledger as decimal text with their currency. Dates are printed in the shop's
 * zone, from ISO 8601 in UTC. Errors: `not-found` (payment, print-job), `payment-state` (a copy of
 * a payment that is not paid and has no receipt; a job whose state, which is named, does not allow
 * it to be sent again or confirmed), `printer` (only `checkPrinter`). Any other trouble with paper
 * is the job's state and `PaperReason`:
 *
 * - `refused`: nothing was sent; the printer, or its settings, give the reason. May be retried.
 * - `failed`: nothing was sent, or the cashier saw no paper. May be retried.
 * - `printed`: the printer confirmed the whole job. For a file, a shared printer or a PDF file, the
 *   system confirmed that all is kept. On the screen it is `printed` at once.
 * - `unconfirmed`: a byte may have left, and nothing confirmed that all was printed. The cashier is
 *   asked, with `confirm`; the job is then `printed`, or `failed` and may be retried.
 */
export { checkPrinter } from './check-printer.ts';
export type { PrinterTimings } from './devices/index.ts';
export { createPrinterFinder } from './finding/index.ts';
export { isLogo } from './logo/index.ts';
export type { ReceiptSettings, Shop } from './papers/index.ts';
export {
  BLANK_LINE,
  centeredLine,
  formatShopDay,
  formatShopTime,
  type PaperDocument,
  pairLine,
  parseDocument,
  type ReportLine,
  RULE_LINE,
  shopHeaderLines,
  textLine,
} from './papers/index.ts';
export { createPrinting } from './printing.ts';
export type { OutgoingFile, Printing, PrintingDevice, ReceiptOutlets } from './types.ts';
