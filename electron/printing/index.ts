/**
 * Paper: receipts, their bytes, the printer and the print queue. It prints the interface's
 * `ticket_text` exactly as received, or reports that it could not. It has no access to the service:
 * nothing here can pay, send a request or look up a payment.
 *
 * Guarantees: a job's bytes are in the ledger before the printer is called, and a mark that they may
 * have been sent is committed before the first is sent. After a crash such a job is `unconfirmed`,
 * and is printed again only if a person requests it. One job runs at a time. `wake`, `copy`,
 * `printTestPage`, `retryJob` and `confirmJob` return without waiting for the printer; `onChange` reports what
 * follows.
 *
 * A paper with a long text is laid out and drawn in a worker thread (`thread/`). The ledger stores a
 * paper's lines and bytes deflated, and the shop's picture once for all papers.
 *
 * Amounts come from the ledger as decimal text with their currency. Dates are printed in the shop's
 * zone, from ISO 8601 in UTC. Errors: `not-found` (payment, print-job), `payment-state` (a copy of
 * a payment that is not paid and has no receipt; a job whose state, which the problem names, does
 * not allow a retry or a confirmation), `printer` (only `printTestPageWithoutTill`). Any other problem with
 * paper is the job's state and `PaperReason`:
 *
 * - `refused`: nothing was sent; the printer or its settings give the reason. May be retried.
 * - `failed`: nothing was sent, or the cashier saw no paper. May be retried.
 * - `printed`: the printer confirmed the whole job. For a file, a shared printer or a PDF file, the
 *   operating system confirmed that all is stored. On the screen, a job is `printed` at once.
 * - `unconfirmed`: a byte may have been sent, and nothing confirmed that all was printed. The
 *   cashier decides with `confirmJob`: the job is then `printed`, or `failed` and may be retried.
 */
export { printTestPageWithoutTill } from './check-printer.ts';
export type { PrinterTimings } from './devices/index.ts';
export { createPrinterFinder } from './finding/index.ts';
export type { ReceiptSettings, ReceiptShop } from './papers/index.ts';
export {
  BLANK_LINE,
  centeredLine,
  createLabelValueLine,
  createTextLine,
  formatShopDay,
  formatShopTime,
  type PaperDocument,
  parsePaperDocument,
  type ReportLine,
  RULE_LINE,
  shopHeaderLines,
} from './papers/index.ts';
export { createPrinting } from './printing.ts';
export type { Printing, PrintingDevice, ReceiptDeliveryChannels, ReceiptFile } from './types.ts';
