/**
 * Backups of the ledger, and putting one back.
 *
 * A copy is made by SQLite's online backup over the connection that sells: nobody else can read a
 * ledger that is locked exclusively, and `VACUUM INTO` would hold up the counter for as long as it
 * takes. Some pages at a time in a pool thread, with commits in between, which the copy holds too. Its
 * last step syncs the whole copy while the connection waits; therefore it is synced piece by piece on
 * the way, and lies beside the ledger first, so that a slow disk elsewhere never holds up a payment.
 * It is then carried into its folder as `.part`, checked there in a thread of its own (the full
 * integrity check, the audit log's chain, the digest), sealed (`<name>.json`: digest, what is in it,
 * the head of the audit log), and only then renamed to its name.
 *
 * A backup is made once a day at half past three in the shop's zone, two minutes after the start
 * where a night was missed, and on demand. One that fails takes nothing away, stands on the status
 * line until one is made, is noted once for each reason and folder, and is repeated after an hour,
 * or at once where another folder is set.
 *
 * A restore is staged: a copy waits beside the ledger, and takes its place at the next start. Where
 * the ledger has gone on since, one that nobody insisted on is dropped. The replaced ledger is kept
 * aside under a name with the time, and never deleted. A backup that lacks what the ledger in use
 * holds, because it is older or because the two went different ways, needs a supervisor who insists.
 * A backup from before version 1 of the ledger is refused as `earlier-format`, and left as it is.
 *
 * Times are ISO 8601 in UTC. Answers `backup`, `restore` and `storage` problems.
 */
export { applyRestore, noteRestore } from './apply.ts';
export { type Backups, createBackups } from './backups.ts';
export type { Inspected, LedgerInspection } from './inspect.ts';
export { createInspector, type Inspector } from './inspector.ts';
export { type GoodBackup, newestGood } from './newest.ts';
export { ledgerExtent, ledgerIdentity } from './queries.ts';
export { inspectBackup, type Judged, judge, stageRestore } from './restore.ts';
export { dropStage, readStage, type Stage, stageFile, waitingFile } from './stage.ts';
