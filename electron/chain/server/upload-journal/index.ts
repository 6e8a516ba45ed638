/**
 * The journal of uploads: a file beside the process that names each daily file that was uploaded. A
 * database that was restored from a backup, or lost its last commits in a failover, does not know these
 * uploads any more, and without the journal its files would be sent a second time.
 *
 * - One line of JSON per upload, appended and synced before the upload is recorded in the database
 *   (`upload-journal.ts`). Every process, also one on standby, adds what only the database knows, so that
 *   the journals of two computers hold the same.
 * - Before each upload the journal is compared with the database (`journal-guard.ts`). If the journal
 *   knows more, or is missing, unreadable or another database's, nothing is uploaded until a person decides.
 * - Times are ISO 8601 in UTC. Nothing in the file is secret.
 */
export {
  createJournalGuard,
  type JournalChoices,
  type JournalGuard,
  UploadJournalError,
} from './journal-guard.ts';
export { type JournalEntry, openUploadJournal } from './upload-journal.ts';
