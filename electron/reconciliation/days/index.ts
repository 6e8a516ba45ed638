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
export { createDays, type Days, headerDate } from './days.ts';
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
