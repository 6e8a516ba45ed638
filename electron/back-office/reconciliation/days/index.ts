/**
 * The business days that this till reports, and what its ledger holds of them: the day's row, its
 * file, its notes, and the transactions that the service performed in it.
 *
 * - A day runs from midnight to midnight in the chain's zone, and is named by its date there. Its
 *   bounds are seconds since the epoch, and the end is not included.
 * - A row is written once the day is certainly over (`trusted-time.ts`). Its bounds never change after
 *   that, even if the zone is changed later.
 * - Amounts are decimal text with the currency as it was sent. Other moments are ISO 8601 in UTC;
 *   `TrustedTime` returns milliseconds since the epoch.
 *
 * Decisions where the interface was silent:
 * - A till's first day is the one on which uploading was turned on; turning it off ends its duty.
 *   How it hands over to a chain and back: `chain-handover.ts`. If the zone is changed, the next day begins where the last one ended, so that no moment is in
 *   two files or in none. If two days would then have one file name, the later file is due at the
 *   next hour of the upload (`plan-day.ts`).
 * - The hour of the upload is set apart from the chain's zone: 04:10 in America/New_York unless set
 *   otherwise. A file is late from 05:00 there (`business-day-times.ts`).
 * - Whether a day is over is judged by the service's time at its last answer. Once a day has ended
 *   by our clock, the service is asked for the time. If it has not answered for an hour, measured
 *   by a timer, our clock decides (`trusted-time.ts`).
 * - `transaction-queries.ts` decides which transactions belong to which day.
 */
export type { TimeRange, UploadHour } from '../types.ts';
export {
  insertAdoptedTransaction,
  listAdoptedTransactions,
  listAdoptionDecisions,
} from './adopted-transaction-queries.ts';
export {
  computeDueAt,
  computeLateFrom,
  computeNextDue,
  formatDailyFileName,
  getDayBefore,
  toDayRange,
} from './business-day-times.ts';
export { type BusinessDays, createBusinessDays } from './business-days.ts';
export { hasFilesDueBeforeChain } from './chain-handover.ts';
export {
  clearDayHandedIn,
  closeDayOffer,
  countMissingDays,
  type DayFileRecord,
  type DayRow,
  listMissingDays,
  markDayHandedIn,
  markDayUploaded,
  openDayOffer,
  readDay,
  updateDayFile,
  updateDayLate,
} from './day-queries.ts';
export {
  deleteResolvedDay,
  listResolvedDays,
  type ResolvedDay,
  readComparison,
  readSavedFile,
  writeComparison,
  writeSavedFile,
} from './note-queries.ts';
export { formatHeaderDate, listEndedDays, planDay } from './plan-day.ts';
export {
  type ExternalIdRow,
  findPaymentByExternalId,
  listPerformedRows,
  listUndatedPerformedRows,
  type PerformedCursor,
  type PerformedRow,
} from './transaction-queries.ts';
export { createTrustedTime, type TrustedTime } from './trusted-time.ts';
