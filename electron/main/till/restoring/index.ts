/**
 * Opens the ledger of an environment and replaces it with a backup: a restore from the command line
 * or the wizard, applying a staged restore, and listing the backups from which a damaged ledger can
 * be restored. Works on files, before a till is open. Returns `restore`, `storage` and PIN
 * problems.
 */
export { openLedger, toLoggedLedgerProblem } from './open-ledger.ts';
export { createRescueBackupFinder } from './rescue-backup-finder.ts';
export { validateAndStageRestore } from './restore.ts';
