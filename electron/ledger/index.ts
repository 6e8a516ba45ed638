/**
 * The ledger: migrations and queries over one SQLite file per environment, and nothing else. What
 * a row means is decided by the folders that ask for it.
 */

export { type Database, openDatabase } from './database.ts';
export { ledgerFormat, openUnchanging } from './format.ts';
export {
  type HandOverRow,
  insertRelease,
  markHandedOver,
  readHandOver,
} from './hand-overs.ts';
export { LEDGER_VERSION } from './migrate.ts';
export { type OpenPaperRow, openPapers } from './open-papers.ts';
export {
  type EarlierPayment,
  newestUnseen,
  openPayments,
  openToBiller,
  paidToBiller,
  pendingHandOvers,
  readPayment,
  readPaymentOfOrder,
  readPayments,
  recentPayments,
  warmPaymentReads,
} from './payment-reads.ts';
export type { LookUpRow, PaymentRecord, SendRow } from './payment-record.ts';
export {
  endLeftSends,
  endSend,
  type Intent,
  insertEvent,
  insertIntent,
  insertLookUp,
  insertOutcome,
  insertSend,
  type LookUpResult,
  markSeen,
  noteByHand,
  type Outcome,
  type OutcomeState,
  type ResolvedBy,
  type SendEnd,
  type SendResult,
  type UnknownBecause,
  updateOpenOutcome,
  warmPayments,
} from './payments.ts';
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
export {
  type ExternalIdRow,
  firstIntentAt,
  type PerformedPlace,
  type PerformedRow,
  paymentOfExternalId,
  performedRows,
  performedUndatedRows,
  readUploadingSince,
  writeUploadingSince,
} from './reconciliation.ts';
export {
  type AttemptRow,
  clearDaySettled,
  closeDayOffer,
  confirmHostKey,
  countMissingDays,
  type DayRow,
  endAttempt,
  forgetSeenHostKey,
  type HostKeyRow,
  insertAttempt,
  insertDay,
  type MadeFile,
  missingDays,
  openDayOffer,
  readAttempts,
  readDay,
  readDays,
  readHostKey,
  setDayFile,
  setDayLate,
  setDaySettled,
  setDayUploaded,
  writeSeenHostKey,
} from './reconciliation-days.ts';
export {
  forgetResolvedDay,
  type ResolvedDay,
  readComparison,
  readSavedFile,
  resolvedDays,
  writeComparison,
  writeSavedFile,
} from './reconciliation-notes.ts';
export { oneOf, type RowReader, readRow } from './rows.ts';
export {
  StorageError,
  type StorageReason,
  storageErrorOf,
  storageProblem,
} from './storage-error.ts';
export {
  bindWalkInBill,
  dropKeptBill,
  dueWalkInBills,
  isKeptBill,
  isWalkInBill,
  keepBill,
  markWalkInDeleted,
  openPaymentOfBill,
  rememberWalkInBill,
  setWalkInDeletion,
} from './walk-in-bills.ts';
