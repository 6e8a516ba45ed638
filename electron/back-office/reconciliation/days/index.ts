/**
 * The business days that this till reports, and their data in the ledger: the day's row, its file,
 * its notes, and the transactions that the service performed in it.
 *
 * - A day runs from midnight to midnight in the chain's time zone, and is named by its date there.
 *   Its bounds are seconds since the epoch; the end is exclusive.
 * - A row is written once the day is certainly over (`trusted-time.ts`). Its bounds never change
 *   afterwards, even if the zone is changed later.
 * - Amounts are decimal text with the currency as sent. Other times are ISO 8601 in UTC;
 *   `TrustedTime` returns milliseconds since the epoch.
 *
 * Decisions where the interface does not specify:
 * - A till's first day is the one on which uploading was turned on; turning it off ends its duty.
 *   For the handover to a chain and back, see `chain-handover.ts`. If the zone is changed, the next
 *   day begins where the last one ended, so that every moment is in exactly one file. If two days
 *   would then have the same file name, the later file is due at the next upload hour
 *   (`plan-day.ts`).
 * - The upload hour has its own zone, independent of the chain's: 04:10 in America/New_York by
 *   default. A file is late from 05:00 there (`business-day-times.ts`).
 * - The service's time at its last answer decides whether a day is over. Once a day has ended by
 *   this computer's clock, the till requests the service's time. If the service does not answer for
 *   an hour, measured by a timer, this computer's clock decides (`trusted-time.ts`).
 * - `transaction-queries.ts` decides which transactions belong to which day.
 */
export type { TimeRange, UploadHour } from '../types.ts';
export {
  computeNextUploadDueAt,
  computeUploadDueAt,
  computeUploadLateAt,
  formatDailyFileDate,
  formatDailyFileName,
  getPreviousDay,
  toDayTimeRange,
} from './business-day-times.ts';
export { type BusinessDays, createBusinessDays } from './business-days.ts';
export { hasFilesDueBeforeChain } from './chain-handover.ts';
export {
  type BusinessDayRow,
  clearDayHandedIn,
  clearUploadInDoubt,
  countUndeliveredDays,
  type DayFileRecord,
  listMissingDays,
  markDayHandedIn,
  markDayUploaded,
  markUploadInDoubt,
  readDay,
  updateDayFile,
  updateLateTransactionsOfDay,
} from './day-queries.ts';
export {
  insertManuallyAddedTransaction,
  listManualAdditions,
  listManuallyAddedTransactions,
} from './manually-added-transaction-queries.ts';
export {
  type DayWithLatePayments,
  deleteDayWithLatePayments,
  listDaysWithLatePayments,
  readDayComparisonJson,
  readSavedDayFile,
  writeDayComparisonJson,
  writeSavedDayFile,
} from './note-queries.ts';
export { formatFileHeaderDate, listUnrecordedEndedDays, planDay } from './plan-day.ts';
export {
  findPaymentByExternalId,
  listMisdatedTransactionRows,
  listPerformedTransactionRows,
  listUndatedTransactionRows,
  type PaymentByExternalIdRow,
  type PerformedTransactionCursor,
  type PerformedTransactionRow,
} from './transaction-queries.ts';
export { createTrustedTime, type TrustedTime } from './trusted-time.ts';
