/**
 * The ledger: migrations and queries over one SQLite file per environment, and nothing else. What
 * a row means is decided by the folders that ask for it.
 */

export { type AuditRow, insertAuditRow, lastAuditRow } from './audit.ts';
export {
  addBillerUse,
  type BillerListRow,
  type BillerRow,
  type BillerUseRow,
  doubtBillerList,
  forgetDepartedBillers,
  putFavouriteBiller,
  readBiller,
  readBillerList,
  readBillers,
  readBillerUses,
  readDepartedBiller,
  readFavouriteBillers,
  readRates,
  readRatesTime,
  replaceBillerList,
  replaceRates,
} from './catalog.ts';
export {
  type Database,
  openDatabase,
  StorageError,
  type StorageReason,
  storageErrorOf,
  storageProblem,
} from './database.ts';
export {
  type HandOverRow,
  insertRelease,
  markHandedOver,
  readHandOver,
} from './hand-overs.ts';
export {
  type HistoryHit,
  type HistoryPlace,
  type HistoryQuery,
  type PaymentEventRow,
  readPaymentEvents,
  searchPayments,
} from './history.ts';
export {
  type EarlierPayment,
  type LookUpRow,
  newestUnseen,
  openPayments,
  openToBiller,
  type PaymentRecord,
  paidToBiller,
  pendingHandOvers,
  readPayment,
  readPaymentOfOrder,
  recentPayments,
  type SendRow,
  warmPaymentReads,
} from './payment-reads.ts';
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
export { readShopAccount, type ShopAccountRow, writeShopAccount } from './shop-account.ts';
export {
  activeCashier,
  activeCashiers,
  type CashierRow,
  disableCashiersExcept,
  insertShift,
  openShift,
  putCashier,
  setFailures,
} from './staff.ts';
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
