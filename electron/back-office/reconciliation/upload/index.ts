/**
 * The upload of the files. `upload-schedule.ts` and `retry-backoff.ts` decide when files are
 * uploaded. `uploader.ts` uploads them one after the other over one connection; `send-file.ts`
 * uploads each completely or not at all. Files are transferred by SFTP (`sftp.ts`, loaded only when
 * needed) to the server whose key a person has confirmed (`pinned-host-keys.ts`).
 *
 * - A file that may have arrived is not resent: the day is in doubt until a person decides.
 * - Days are the chain's business days; durations are milliseconds; other times are ISO 8601 in
 *   UTC.
 * - Returns `upload`, `daily-file` and `storage` problems. Each step has a timeout, and `signal`
 *   aborts all of them.
 *
 * Implements "Reconciliation upload" of the interface.
 *
 * Decisions where the interface does not specify:
 * - Once the service has returned its time, the till waits 15 seconds, so that unknown payments can
 *   be looked up first. Each day has its own pauses between attempts: 1, 2, 4, 8, then 15 minutes,
 *   eight in all. After that, and if only a person can fix the problem, the pause is an hour. A new
 *   night resets the pauses. A failure of one day does not delay others, unless the server is
 *   unreachable; days with the fewest failures go first (`upload-schedule.ts`, `retry-backoff.ts`).
 * - A till whose `uploads` setting is off uploads nothing, also on request: its remaining files are
 *   saved to another folder or marked as handed in.
 * - If the server already has a file of that name with the same size and digest, the day is done;
 *   any other file is not touched, and a person decides. If the size is equal but the server denies
 *   reading, the file is the till's own if the till had requested a rename to that name, otherwise
 *   another party's (`send-file.ts`).
 * - From the rename request until its result is known, the day is in doubt, also over a restart. If
 *   the response was lost, the till checks the server. A file under the final name with the same
 *   digest has arrived. A complete file under the temporary name was not renamed, and is resent. If
 *   it is under neither name, the service may have collected it on arrival: nothing is sent, and a
 *   person who has asked the service marks the day or has the same bytes resent, which is recorded.
 * - If the server confirmed a rename and the file is then missing, it counts as uploaded: its size
 *   was compared before.
 * - If the server answers a question about a file with "failure" only, its state is unknown, and
 *   nothing is sent: the library would treat the file as missing. A write that fails, or a file
 *   that the server stores incompletely, is reported as `no-room`: SFTP 3 has no code for a full
 *   disk (`sftp.ts`).
 * - A server's key is checked before a login is tried. A server in the settings whose key is not
 *   confirmed yet is saved once its key was seen, and receives no secret before the confirmation. A
 *   person confirms the key on the daily file's screen (`test-upload-server.ts`).
 * - The till opens the socket itself, so that it can leave a hanging server at a step's timeout by
 *   closing the socket. ssh2 is loaded for the first upload, without its compiled parts
 *   (`vite.config.ts`).
 */
export {
  type HostKey,
  type OpenUploadServer,
  type ServerSecrets,
  UploadFailure,
} from '../upload-server.ts';
export { type AttemptRow, listAttempts } from './attempt-queries.ts';
export { readHostKey } from './host-key-queries.ts';
export { createLedgerRecords } from './ledger-records.ts';
export { loadSftpConnector } from './load-sftp-connector.ts';
export {
  createPinnedHostKeys,
  type PinnedHostKeys,
  parsePinnedHostKey,
} from './pinned-host-keys.ts';
export type { UploadDoubtRecord } from './send-file.ts';
export { testUploadServer } from './test-upload-server.ts';
export type { UploadRecords } from './upload-records.ts';
export { createUploadSchedule, type UploadSchedule } from './upload-schedule.ts';
export { uploadWithoutLedger } from './upload-without-ledger.ts';
export { createUploader, needsPerson, type Uploader } from './uploader.ts';
