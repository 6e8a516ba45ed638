/**
 * Backups of the ledger, and restoring one.
 *
 * A copy is the ledger's file as it was when copying began. The connection that also records sales
 * reads it, while its commits stay in the journal (`ledger/copy-throttled.ts`): no other connection
 * can read a ledger that is locked exclusively, and `VACUUM INTO` would block the counter until it
 * ends. The copy is made beside the ledger, so that a slow disk elsewhere never delays a payment.
 * It is written in pieces, each synced and followed by a pause. A worker thread checks the copy
 * (the full integrity check, the audit log's hash chain). The thread then packs it into the backup
 * folder, with the data key and the settings without secrets: compressed by zstd, encrypted by age
 * to the till's own key pair and to the owner's recovery key (`archive.ts`), also with pauses. The
 * file gets a random name, so that nobody can place a link there in advance. It is read back as a
 * whole and sealed: `<name>.json` holds its digest, a summary of its contents and the head of the
 * audit log, under an HMAC of the data key. Only then the file gets its final name.
 *
 * To inspect or restore a backup, the till decrypts it into a file of the profile, mode 0600. That
 * file is removed afterwards, or at the next start if the program was interrupted. A file whose
 * seal or data key is not this till's is refused (`not-as-sealed`), unless the typed recovery key
 * vouches for that data key: this is how a new computer takes over PINs, codes and seals. A file
 * without a seal needs a supervisor's override (`unsealed`).
 *
 * A backup is made daily at 03:30 in the shop's time zone, two minutes after the start if a night
 * was missed, and on demand. A failed backup deletes no older one. The failure is on the status
 * line until a backup succeeds, is recorded in the audit log once for each reason and folder, and
 * is retried after an hour, or at once if another folder is set.
 *
 * A restore is staged: the copy is kept beside the ledger and replaces it at the next start. If the
 * ledger has changed since, the restore is dropped, even with a supervisor's override. If the
 * ledger was unreadable when the restore was staged, or is unreadable at the start, only a restore
 * with a supervisor's override takes place. The replaced ledger is kept under a name with the time,
 * and is never deleted. A backup that lacks something that the ledger in use holds (it is older, or
 * the two diverged) needs a supervisor's override. A backup from before version 1 of the ledger is
 * refused as `earlier-format` and left unchanged.
 *
 * Times are ISO 8601 in UTC. Returns `backup`, `restore` and `storage` problems.
 */
export { applyRestore, recordCompletedRestore } from './apply-restore.ts';
export { readEnvironmentFromBackupSeal } from './backup-seal.ts';
export { type BackupService, createBackupService } from './backup-service.ts';
export { type BackupWorker, createBackupWorker } from './backup-worker.ts';
export { findNewestVerifiedBackup } from './find-newest-backup.ts';
export { listRestoreApprovers, readLedgerExtent, readLedgerIdentity } from './ledger-queries.ts';
export { clearOpenedBackupsFolder, type OpenedBackup, withOpenBackup } from './open-backup.ts';
export { assessRestore, type RestoreAssessment, stageRestore } from './stage-restore.ts';
export {
  getPendingDataKeyFileName,
  getPendingLedgerPath,
  getRestoreMarkerPath,
  readStagedRestore,
  type StagedRestore,
} from './staged-restore.ts';
