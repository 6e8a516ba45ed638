/**
 * The texts that main and page share, in a given language: problems, the service's codes, receipts,
 * reports. Messages have three parts: what happened, whether money moved, what to do now. The texts
 * are in `shared/locales`; the page adds its own to the same i18next instance.
 */
export { type CashTexts, getCashTexts } from './cash-texts.ts';
export { type ClaimSheetTexts, getClaimSheetTexts } from './claim-sheet-texts.ts';
export { type ColumnHeadings, getColumnHeadings } from './column-headings.ts';
export { describeConnectionFault } from './describe-connection-fault.ts';
export { describeProblem, type ProblemText } from './describe-problem.ts';
export { type EarningsReportTexts, getEarningsReportTexts } from './earnings-report-texts.ts';
export {
  describePaperReason,
  formatReceiptTime,
  getAccountLabel,
  getReceiptTexts,
  maskAccount,
  type ReceiptTexts,
} from './receipt-texts.ts';
export { getScannerSheetTexts } from './scanner-sheet-texts.ts';
export { describeServiceCode } from './service-code-texts.ts';
export { getI18n, type TextValues } from './texts.ts';
