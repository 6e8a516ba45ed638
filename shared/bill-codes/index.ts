/**
 * The bar codes of paper bills: what a scanned text is, and where the account stands in it. Pure.
 *
 * `parseBillCode` reads the code that GS1 defines for bills: the collector's number (415), up to three
 * references (8020), the amount (390n, 391n) and the due date (96, 12), in any order, with every form
 * in which scanners send the separators, or without any. If more than one reading is possible, all are
 * returned, and a person chooses; nothing is guessed.
 *
 * Layouts say where the account stands in the references: shipped ones by the collector's number or,
 * as candidates only, by the length of the code; others are derived from three taught bills.
 */
export {
  type AccountPlace,
  type CodePattern,
  type CollectorLayout,
  isSamePlace,
  type KnownLengths,
  type LayoutCertainty,
  readAccount,
  readByPattern,
  UNKNOWN_LENGTHS,
  WHOLE_REFERENCE,
} from './bill-layout.ts';
export {
  type DerivedPlace,
  deriveAccountPlace,
  TAUGHT_BILL_COUNT,
} from './derive-account-place.ts';
export { isGlnValid } from './gln.ts';
export {
  type BillCode,
  type BillCodeReading,
  isBeginningOfBillCode,
  MAX_BILL_CODE_LENGTH,
  parseBillCode,
  type UnreadableReason,
} from './parse-bill-code.ts';
export { SCANNER_TEST_CODES } from './scanner-test-codes.ts';
export { findShippedCollector, SHIPPED_COLLECTORS, SHIPPED_PATTERNS } from './shipped-layouts.ts';
export { SEPARATOR } from './split-into-segments.ts';
