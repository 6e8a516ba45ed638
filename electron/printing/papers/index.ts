/**
 * The content of receipts, slips, reports and the test page, in the order of the paper, before it
 * is laid out for a width. Amounts come from the ledger as decimal text with their currency; dates
 * are printed in the shop's zone, from ISO 8601 in UTC. The service's text is passed on unchanged.
 */
export { fileNameOf } from './file-name.ts';
export { isDone } from './kind-words.ts';
export {
  type AroundLine,
  changePulse,
  drawerPulse,
  type PaperKind,
  paymentReceipt,
  type Receipt,
  type ReceiptSettings,
  type Shop,
  type Symbology,
  type TicketTextOnPaper,
  testReceipt,
} from './receipt.ts';
export { receiptCodeLines } from './receipt-code.ts';
export { type ReceiptFacts, receiptFacts } from './receipt-facts.ts';
export {
  fileNameOfDocument,
  guardOfDocument,
  nameOfDocument,
  type PaperDocument,
  type ReportLine,
  readDocument,
  receiptOfDocument,
  writeDocument,
} from './report.ts';
export { blank, centred, header, line, pair, rule } from './report-lines.ts';
export { shopDay, shopTime } from './shop-time.ts';
export { slipOf } from './slip.ts';
