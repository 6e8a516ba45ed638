/**
 * The ledger: migrations and queries over one SQLite file per environment, and nothing else. What
 * a row means is decided by the folders that ask for it.
 */

export { type Database, openDatabase } from './database.ts';
export { ledgerFormat, openUnchanging } from './format.ts';
export { LEDGER_VERSION } from './migrate.ts';
export { type OpenPaperRow, openPapers } from './open-papers.ts';
export {
  openPayments,
  type PaymentRecord,
  pendingHandOvers,
  RECORD_COLUMNS,
  RECORD_TABLES,
  readPayment,
  SELECT_RECORD,
  toRecord,
} from './payment-record.ts';
export {
  type Intent,
  type LookUpResult,
  OUTCOME_STATES,
  type Outcome,
  type OutcomeState,
  type ResolvedBy,
  type SendResult,
  type UnknownBecause,
} from './payment-types.ts';
export {
  approvePrintJob,
  countWaitingPrintJobs,
  endPrintJob,
  insertPrintJob,
  isGiftCardOfOneGone,
  keepDrawerDone,
  markPrintJobLeaving,
  nextWaitingPrintJob,
  originalPrintJob,
  type PrintJobKind,
  type PrintJobRow,
  type PrintJobState,
  printJob,
  printJobsOfPayment,
  type ReceiptFacts,
  receiptFacts,
  recentOriginalPrintJobs,
  recoverPrintJobs,
  type TicketTextOnPaper,
  takePrintJob,
  type Viewer,
} from './print-jobs.ts';
export { oneOf, type RowReader, readRow } from './rows.ts';
export {
  StorageError,
  type StorageReason,
  storageErrorOf,
  storageProblem,
} from './storage-error.ts';
