/**
 * The content of receipts, slips, reports and the test page, in the order of the paper, before it
 * is laid out for a width. Amounts are decimal text with their currency, from the ledger. Dates are
 * printed in the shop's zone, from ISO 8601 in UTC. The service's text is not changed.
 */
export { formatFileName } from './file-name.ts';
export { isCompleted } from './kind-words.ts';
export {
  encodeDocument,
  formatDocumentFileName,
  getDocumentName,
  getDocumentPermission,
  type PaperDocument,
  parseDocument,
  type ReportLine,
  toDocumentReceipt,
} from './paper-document.ts';
export {
  buildChangePulse,
  buildDrawerPulse,
  buildPaymentReceipt,
  buildTestReceipt,
  type PaperKind,
  type Receipt,
  type ReceiptLine,
  type ReceiptSettings,
  type Shop,
  type Symbology,
  type TicketTextForm,
} from './receipt.ts';
export { buildReceiptCodeLines } from './receipt-code.ts';
export { type ReceiptFacts, readGiftCardText, readReceiptFacts } from './receipt-facts.ts';
export {
  BLANK_LINE,
  centeredLine,
  pairLine,
  RULE_LINE,
  shopHeaderLines,
  textLine,
} from './report-lines.ts';
export { formatShopDay, formatShopTime } from './shop-time.ts';
export { getSlipKind } from './slip-kind.ts';
