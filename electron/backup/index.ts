/**
 * Backups of the ledger, and restoring one.
 *
 * A copy is made by SQLite's online backup over the connection that also sells. No other connection
 * can read a ledger that is locked exclusively, and `VACUUM INTO` would block the counter until it
 * ends. A pool thread copies some pages at a time; the commits in between are in the copy too. The
 * last step syncs the whole copy while the connection waits. The copy is therefore synced piece by
 * piece before that, and is made beside the ledger, so that a slow disk elsewhere never delays a
 * payment. It is then copied into its folder as `.part` and checked there in its own thread (the
 * full integrity check, the audit log's chain, the digest). It is sealed (`<name>.json`: digest,
 * content, the head of the audit log), and only then gets its final name.
 *
 * A backup is made daily at half past three in the shop's zone, two minutes after the start if a
 * night was missed, and on demand. A failed one deletes no older one. It is on the status line
 * until one succeeds, is noted once for each reason and folder, and is retried after an hour, or at
 * once if another folder is set.
 *
 * A restore is staged: the copy waits beside the ledger and replaces it at the next start. If the
 * ledger has changed since, the restore is dropped, even if a supervisor insisted. If the ledger
 * could not be read when the restore was staged, or cannot be read at the start, only a restore
 * that a supervisor insisted on takes place. The replaced ledger is kept under a name with the
 * time, and is never deleted. A backup that lacks something that the ledger in use holds (it is
 * older, or the two diverged) needs a supervisor who insists. A backup from before version 1 of the
 * ledger is refused as `earlier-format` and left as it is.
 *
 * Times are ISO 8601 in UTC. Returns `backup`, `restore` and `storage` problems.
 */
export { applyRestore, noteRestore } from './apply.ts';
export { type Backups, createBackups } from './backups.ts';
export type { Inspected, LedgerInspection } from './inspect.ts';
export { createInspector, type Inspector } from './inspector.ts';
export { type GoodBackup, newestGood } from './newest.ts';
export { ledgerExtent, ledgerIdentity } from './queries.ts';
export { inspectBackup, type Judged, judge, stageRestore } from './restore.ts';
export { dropStage, readStage, type Stage, stageFile, waitingFile } from './stage.ts';
