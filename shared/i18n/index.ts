/**
 * The texts that both sides use, in the language that is asked for: problems, the service's codes,
 * receipts, reports. Messages have three parts: what happened, whether money moved, what to do now.
 * The texts themselves are in `shared/locales`; the page adds its own to the same i18next.
 */
export { type CashWords, cashWords } from './cash.ts';
export { codeText } from './codes.ts';
export { type EarningsWords, earningsWords } from './earnings.ts';
export { type FileHeads, fileHeads } from './files.ts';
export { describeProblem, type ProblemText } from './problems.ts';
export {
  accountWord,
  maskAccount,
  paperSentence,
  paperTime,
  type ReceiptWords,
  receiptWords,
} from './receipt.ts';
export { type TextValues, texts } from './texts.ts';
