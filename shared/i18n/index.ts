/**
 * Texts that both sides say: problems, the service's codes, receipts. Three languages; Spanish of
 * Mexico is whole, Spanish of Colombia holds what differs. Messages have three parts: what happened,
 * whether money moved, what to do now.
 */
export { type CashWords, cashWords } from './cash.ts';
export { type CodeMoment, type CodeQuestion, type CodeText, codeText } from './codes.ts';
export {
  describeProblem,
  type ProblemKey,
  type ProblemText,
  type ProblemTexts,
  type ThreeParts,
} from './problems.ts';
export { maskAccount, paperSentence, type ReceiptWords, receiptWords } from './receipt.ts';
