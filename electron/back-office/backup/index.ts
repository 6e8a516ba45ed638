/**
 * Backups of the ledger, and restoring one.
 *
 * A copy is the ledger's file as it was at the beginning, read by the program that also sells, while
 * its commits wait in the journal (`ledger/copy-throttled.ts`). No other connection can read a ledger
 * that is locked exclusively, and `VACUUM INTO` would block the counter until it ends. The copy is
 * made beside the ledger, so that a slow disk elsewhere never delays a payment, and a piece at a
 * time, each synced and followed by a pause. There a thread checks it (the full integrity check, the
 * audit log's hash chain), and then packs it into its folder, with the data key and the settings
 * without secrets: compressed by zstd, encrypted by age to the till's own pair and to the owner's
 * recovery key (`archive.ts`), written with pauses as well. The file
 * gets a random name, which no link can await, is read back as a whole, and is sealed: `<name>.json`
 * holds its digest, what is in it and the head of the audit log, under an HMAC of the data key. Only
 * then it gets its final name.
 *
 * To be looked at or restored, a backup is decrypted into a file of the profile, 0600, which is
 * removed after that, and at the next start if the program was ended in the middle. A file whose
 * seal, or whose data key, is not this till's is refused (`not-as-sealed`), unless the recovery key
 * that was typed vouches for that data key: so a new computer takes over PINs, codes and seals. A
 * file without a seal needs a supervisor who insists (`unsealed`).
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
export { applyRestore, noteRestore } from './apply-restore.ts';
export { readSealedEnvironment } from './backup-seal.ts';
export { type BackupService, createBackupService } from './backup-service.ts';
export { type BackupWorker, createBackupWorker } from './backup-worker.ts';
export { findNewestBackup } from './find-newest-backup.ts';
export { listApprovers, readLedgerExtent, readLedgerIdentity } from './ledger-queries.ts';
export { clearScratchFolder, type OpenedBackup, withOpenBackup } from './open-backup.ts';
export { assessRestore, type RestoreAssessment, stageRestore } from './stage-restore.ts';
export {
  getPendingKeyName,
  getPendingLedgerPath,
  getStagePath,
  readStagedRestore,
  type StagedRestore,
} from './staged-restore.ts';
