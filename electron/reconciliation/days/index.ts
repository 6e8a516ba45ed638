/**
 * The business days that this till reports, and what its ledger holds of them: the day's row, its
 * file, its notes, and the transactions that the service performed in it.
 *
 * - A day runs from midnight to midnight in the chain's zone, and is named by its date there. Its
 *   bounds are seconds since the epoch, and the end is not included.
 * - A row is written once the day is over by a time that is sure (`time.ts`), and its bounds stay as
 *   they were written, whatever the zone is set to later.
 * - Amounts are decimal text with the currency as it was sent. Other moments are ISO 8601 in UTC;
 *   `TrustedTime` answers milliseconds since the epoch.
 *
 * Decisions where the interface was silent:
 * - The first day of a till that uploads is the one on which it was set to; turning that off ends its
 *   duty. Where the zone is set otherwise, the next day begins where the last one ended, so that no
 *   moment is in two files, or in none (`days.ts`).
 * - Whether a day is over is judged by the service's own time at its last answer. The service is
 *   asked for it once a day has ended by our clock; where it has been silent for an hour by a timer,
 *   our clock decides (`time.ts`).
 * - Which transactions are a day's, and which day is a transaction's: `transaction-queries.ts`.
 */
export { DEFAULT_ZONE, dueAt, fileName, nextDue, rangeOf } from './business-day.ts';
export {
  clearDayHandedIn,
  closeDayOffer,
  countMissingDays,
  type DayRow,
  type MadeFile,
  missingDays,
  openDayOffer,
  readDay,
  setDayFile,
  setDayHandedIn,
  setDayLate,
  setDayUploaded,
} from './day-queries.ts';
export { type BusinessDays, createDays, headerDate } from './days.ts';
export {
  forgetResolvedDay,
  type ResolvedDay,
  readComparison,
  readSavedFile,
  resolvedDays,
  writeComparison,
  writeSavedFile,
} from './note-queries.ts';
export { createTrustedTime, type TrustedTime } from './time.ts';
export {
  type ExternalIdRow,
  type PerformedCursor,
  type PerformedRow,
  paymentOfExternalId,
  performedRows,
  performedUndatedRows,
} from './transaction-queries.ts';
