/**
 * The bar codes of paper bills: what a scanned text is, and where the account stands in it. Pure.
 *
 * `parseBillCode` reads the code that GS1 defines for bills: the collector's number (415), up to three
 * references (8020), the amount (390n, 391n) and the due date (96, 12), in any order, with every form
 * in which scanners send the separators, or without any. If more than one reading is possible, all are
 * returned, and a person chooses; nothing is guessed.
 */
export {
  type BillCode,
  type BillCodeReading,
  isBeginningOfBillCode,
  MAX_BILL_CODE_LENGTH,
  parseBillCode,
  type UnreadableReason,
} from './parse-bill-code.ts';
export { SEPARATOR } from './split-into-segments.ts';
