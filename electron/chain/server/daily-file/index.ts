/**
 * The chain's one daily file: made by the elected process of those that run, kept, and uploaded.
 *
 * - A row with an end and a fence elects the maker (`election.ts`); every change names the fence, so
 *   whoever was frozen and wakes up is refused. What it had begun to send has a temporary name of its
 *   own, which the next one takes away before it sends (`electron/back-office/reconciliation/upload`).
 * - The tills' standings and the rows are read in one snapshot (`create-chain-file.ts`). The database
 *   composes the lines, each is looked at by the till's own rules, and what is not plain goes
 *   through the till's builder (`chain-lines.ts`). No row ever comes from the service's list.
 * - The bytes are in the database before the file is offered under its name, and are what is sent,
 *   by this process or the next (`stored-files.ts`, `chain-records.ts`).
 * - Days, hours and names are the till's (`electron/back-office/reconciliation/days`), and so are the upload, its
 *   pauses, and its doubt: a file that may have arrived is never sent again.
 * - Amounts are decimal text with their currency; bounds are seconds since the epoch by the service's
 *   time, other moments ISO 8601 in UTC.
 *
 * Implements "Reconciliation file" and "Reconciliation upload" of the interface, for a chain.
 *
 * Decisions where the interface was silent:
 * - A file is sent at its hour if every till is in. Otherwise it waits until 04:40 in the zone of the
 *   upload (`waitUntil`), goes out without, and names the missing tills; a till that has an
 *   unresolved payment of the day counts as missing. After an outage a newly elected maker
 *   gives the tills five minutes (`till-wait-policy.ts`).
 * - What comes later is a difference of its day, found by a mark that the row's own commit leaves,
 *   and once more by where each till stood: a push may have been under way (`late-payments.ts`).
 * - The first day is the one that the tills agree on as they join (`chain.first_day`). Where their
 *   own files end, the chain's begins.
 * - Only the server's key in the process's file is accepted: nobody is there to confirm another. The
 *   status shows the key that was seen.
 */

export { createDayFile } from './create-chain-file.ts';
export { createDailyFileFromConfig } from './daily-file-from-config.ts';
export {
  createDailyFileService,
  type DailyFilePorts,
  type DailyFileService,
  type RunningDailyFile,
} from './daily-file-service.ts';
export { type DailyFileStatus, readDailyFileStatus } from './daily-file-status.ts';
export { type ChainDayActions, createDayActions, type DayActionResult } from './day-actions.ts';
