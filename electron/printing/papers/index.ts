/**
 * The content of receipts, slips, reports and the test page, in the order of the paper, before it
 * is laid out for a width. Amounts are decimal text with their currency, from the ledger. Dates are
 * printed in the shop's zone, from ISO 8601 in UTC. The service's text is not changed.
 */
export { formatPaperFileName } from './file-name.ts';
export { isPaymentCompleted } from './kind-words.ts';
export {
  encodePaperDocument,
  formatPaperDocumentFileName,
  getPaperDocumentName,
  getPaperDocumentPermission,
  type PaperDocument,
  parsePaperDocument,
  type ReportLine,
  toReceiptOfPaperDocument,
} from './paper-document.ts';
export {
  buildChangeDrawerPulse,
  buildPaymentDrawerPulse,
  buildPaymentReceipt,
  buildTestReceipt,
  type CodeSymbology,
  type PaperKind,
  type Receipt,
  type ReceiptLine,
  type ReceiptSettings,
  type ReceiptShop,
  type TicketTextForm,
} from './receipt.ts';
export { buildReceiptCodeLines } from './receipt-code.ts';
export { type ReceiptFacts, readGiftCardTicketText, readReceiptFacts } from './receipt-facts.ts';
export {
  BLANK_LINE,
  centeredLine,
  createLabelValueLine,
  createTextLine,
  RULE_LINE,
  shopHeaderLines,
} from './report-lines.ts';
export { buildScannerSheet } from './scanner-sheet.ts';
export { formatShopDay, formatShopTime } from './shop-time.ts';
export { getPaymentSlipKind } from './slip-kind.ts';
