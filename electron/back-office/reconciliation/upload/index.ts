/**
 * The upload of the files. `upload-schedule.ts` and `retry-backoff.ts` decide when files go out. `uploads.ts`
 * sends them one after the other over one connection, and `send-file.ts` each whole or not at all.
 * Files go by SFTP (`sftp.ts`, loaded only when it is needed) to the server whose key a person has
 * confirmed (`pinned-keys.ts`).
 *
 * - A file that may have arrived is not sent again: the day is in doubt until a person decides.
 * - Days are the chain's business days; durations are milliseconds; other moments are ISO 8601 in
 *   UTC.
 * - Returns `upload`, `daily-file` and `storage` problems. Each step has a deadline, and `signal`
 *   ends all of them.
 *
 * Implements "Reconciliation upload" of the interface.
 *
 * Decisions where the interface was silent:
 * - Once the service has told the time, the till waits 15 seconds, so that unknown payments can be
 *   looked up first. Each day has its own pauses between attempts: 1, 2, 4, 8, then 15 minutes,
 *   eight in all. After that, and if only a person can help, the pause is an hour. A new night
 *   starts again. One day's trouble delays no other, unless the server cannot be reached at all;
 *   days that failed least go first (`upload-schedule.ts`, `retry-backoff.ts`).
 * - A till whose `uploads` setting is off sends nothing, whoever asks: the files that it still owes
 *   are saved elsewhere or marked as handed in.
 * - If the server already has a file of that name with the same size and digest, the day is done;
 *   any other is not touched, and a person decides. If the size is equal but the server lets nobody
 *   read it, it is ours if the till had asked for a rename to that name, otherwise somebody else's
 *   (`send-file.ts`).
 * - From the rename request until its result is known, the day is in doubt, also over a restart. If
 *   the reply was lost, the till looks at the server. A file under its name with the same digest
 *   has arrived. A whole file under its temporary name was not taken, and is sent again. If it is
 *   under neither, it may have been collected on arrival: nothing is sent, and a person who has
 *   asked the service marks the day or has the same bytes sent again, which is noted.
 * - If the server confirmed a rename and the file is then gone, it counts as uploaded: its size was
 *   compared before.
 * - If the server says of a file only "failure", nothing is known, and nothing is sent: the library
 *   would treat the file as missing. A write that fails, or that the server does not keep whole, is
 *   "no room": SFTP 3 has no code of its own for that (`sftp.ts`).
 * - A server's key is judged before a login is tried. If nobody has confirmed the key of a server
 *   in the settings, the server is saved once its key was seen, and gets no secret before. The key
 *   is confirmed in the daily file's room (`try-server.ts`).
 * - The till opens the socket itself, so that it can leave a hanging server at a step's deadline by
 *   closing it. ssh2 is loaded when the first file goes out, without its compiled parts
 *   (`vite.config.ts`).
 */
export {
  type HostKey,
  type OpenServer,
  type ServerSecrets,
  UploadFailure,
} from '../upload-server.ts';
export { type AttemptRow, listAttempts } from './attempt-queries.ts';
export { createLedgerRecords } from './ledger-records.ts';
export { loadSshServer } from './load-ssh-server.ts';
export { createPinnedKeys, type PinnedKeys, parsePinnedKey } from './pinned-keys.ts';
export type { UploadOffer } from './send-file.ts';
export { sendOnce } from './send-once.ts';
export { tryServer } from './try-server.ts';
export type { UploadRecords } from './upload-records.ts';
export { createUploadSchedule, type UploadSchedule } from './upload-schedule.ts';
export { createUploader, needsPerson, type Uploader } from './uploader.ts';
