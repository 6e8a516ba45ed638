/**
 * The ledger: migrations and queries over one SQLite file per environment, and nothing else. What
 * a row means is decided by the folders that ask for it.
 */

export {
  addBillerUse,
  type BillerListRow,
  type BillerRow,
  type BillerUseRow,
  doubtBillerList,
  forgetDepartedBillers,
  readBiller,
  readBillerList,
  readBillers,
  readBillerUses,
  readDepartedBiller,
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
  type EarlierPayment,
  type LookUpRow,
  newestUnseen,
  openPayments,
  openToBiller,
  type PaymentRecord,
  paidToBiller,
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
  countWaitingPrintJobs,
  endPrintJob,
  insertPrintJob,
  markPrintJobLeaving,
  nextWaitingPrintJob,
  originalPrintJob,
  type PrintJobKind,
  type PrintJobRow,
  type PrintJobState,
  printJob,
  type ReceiptFacts,
  receiptFacts,
  recentOriginalPrintJobs,
  recoverPrintJobs,
  type TicketTextOnPaper,
  takePrintJob,
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
  dueWalkInBills,
  markWalkInDeleted,
  rememberWalkInBill,
  setWalkInDeletion,
} from './walk-in-bills.ts';
