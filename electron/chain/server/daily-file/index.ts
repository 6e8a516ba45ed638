/**
 * The chain's single daily file: made by the elected process, stored, and uploaded.
 *
 * - A database row with an expiry time and a fencing token elects the maker (`election.ts`); every change
 *   carries the fencing token, so a process that was suspended and resumes is rejected. A file that it had
 *   begun to send has its own temporary name, and the next maker deletes it before it sends
 *   (`electron/back-office/reconciliation/upload`).
 * - The tills' status and the rows are read in one snapshot (`create-chain-file.ts`), which two
 *   connections share (`shared-snapshot.ts`). The database formats the lines, each is checked by the
 *   till's own rules, and lines that fail go through the till's builder (`chain-file-pieces.ts`). No
 *   row ever comes from the service's list.
 * - The bytes are in the database before the file is offered under its name, and the same bytes are
 *   sent, by this process or the next (`stored-files.ts`, `chain-records.ts`).
 * - Before anything is uploaded, the journal of uploads is compared with the database
 *   (`electron/chain/server/upload-journal`, `apply-upload-journal.ts`).
 * - Days, hours and names follow the till's rules (`electron/back-office/reconciliation/days`), and
 *   so do the upload, its pauses, and its doubt: a file that may have arrived is never sent again.
 * - Amounts are decimal text with their currency; bounds are seconds since the epoch by the
 *   service's time, other times ISO 8601 in UTC.
 *
 * Implements "Reconciliation file" and "Reconciliation upload" of the interface, for a chain.
 *
 * Decisions where the interface was silent:
 * - A file is sent at its hour if every till is complete. Otherwise it waits until 04:40 in the
 *   time zone of the upload (`waitUntil`), is sent without the missing tills, and names them; a
 *   till with an unresolved payment of the day counts as missing. After an outage a newly elected
 *   maker gives the tills five minutes (`till-wait-policy.ts`).
 * - The files of days that began before the database was restored wait until each till that is not
 *   retired has reported since, at most a week. If nobody knows whether such a file was uploaded, it is
 *   in doubt until a person decides (`chain.in_doubt_since`).
 * - A payment that arrives later is a difference of its day, found by a mark that its own commit
 *   leaves, and once more by comparing the positions of the tills, because a push may have been in
 *   progress (`late-payments.ts`).
 * - The first day is the one on which the tills agree as they join (`chain.first_day`). The chain's
 *   file starts where the tills' own files end.
 * - Only the server key of the configuration is accepted, because no person is present to confirm
 *   another one. The status shows the key that the server presented.
 */

export { createDailyFileOfDay } from './create-chain-file.ts';
export { createDailyFileFromConfig } from './daily-file-from-config.ts';
export {
  createDailyFileService,
  type DailyFileService,
  type DailyFileServicePorts,
  type RunningDailyFileService,
} from './daily-file-service.ts';
export { type DailyFileStatus, readDailyFileStatus } from './daily-file-status.ts';
export {
  type ChainDayActions,
  createChainDayActions,
  type DayActionResult,
} from './day-actions.ts';
