/**
 * Backups of the ledger, and putting one back.
 *
 * A copy is made by SQLite's own backup over the connection that sells, a few pages at a time, near
 * the ledger; carried into its folder; looked through there from end to end (the full integrity
 * check, the audit log's chain) in a thread of its own; sealed (`<name>.json`: digest, what is in
 * it, the head of the audit log); and only then does it get its name. Once a day at half past three
 * in the shop's zone, two minutes after a start that a night was missed before, and on demand. A try
 * that fails takes nothing away and is repeated after an hour.
 *
 * A restore is staged: a copy waits beside the ledger, and takes its place at the next start. The
 * replaced ledger is kept aside under a name with its time and never deleted. A backup that lacks what
 * the ledger in use holds, because it is older or because the two went different ways, needs a
 * supervisor who insists. Times are ISO 8601 in UTC. Answers `backup`, `restore` and `storage`
 * problems.
 */
export { applyRestore, noteRestore } from './apply.ts';
export { type Backups, createBackups } from './backups.ts';
export type { Inspected, Inspection } from './inspect.ts';
export { createInspector, type Inspector } from './inspector.ts';
export { type GoodBackup, newestGood } from './newest.ts';
export { ledgerExtent, ledgerIdentity } from './queries.ts';
export { inspectBackup, type Judged, judge, stageRestore } from './restore.ts';
export { dropStage, readStage, type Stage, stageFile } from './stage.ts';
