export { DEFAULT_ZONE, dueAt, fileName, nextDue, rangeOf } from './business-day.ts';
export {
  type AttemptRow,
  clearDayHandedIn,
  closeDayOffer,
  confirmHostKey,
  countMissingDays,
  type DayRow,
  endAttempt,
  forgetSeenHostKey,
  type HostKeyRow,
  insertAttempt,
  type MadeFile,
  missingDays,
  openDayOffer,
  readAttempts,
  readDay,
  readHostKey,
  setDayFile,
  setDayHandedIn,
  setDayLate,
  setDayUploaded,
  writeSeenHostKey,
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
