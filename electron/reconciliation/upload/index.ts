/**
 * The upload of the files: when they go out (`schedule.ts`, `pauses.ts`), over one connection, one
 * after the other (`uploads.ts`), each whole or not at all (`send-file.ts`), to the server whose key
 * a person has confirmed (`host-keys.ts`), by SFTP (`sftp.ts`, loaded only when it is needed).
 *
 * - A file that may have arrived is not sent again: the day is in doubt until a person decides.
 * - Days are the chain's business days; durations are milliseconds; other moments are ISO 8601 in
 *   UTC.
 * - Answers `upload`, `daily-file` and `storage` problems. Each step has a deadline, and `signal`
 *   ends all of them.
 *
 * Implements "Reconciliation upload" of the interface.
 */
export { type AttemptRow, readAttempts } from './attempt-queries.ts';
export { createPinnedKeys } from './host-keys.ts';
export { createSchedule, type Schedule } from './schedule.ts';
export { tryServer } from './try-server.ts';
export { createUploads, type Uploads } from './uploads.ts';
