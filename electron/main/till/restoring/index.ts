/**
 * Opening the ledger of an environment, and putting a backup in its place: a restore from the
 * command line or the wizard, applying one that was agreed to, and the backups that a damaged ledger
 * can be restored from. Works on files, before a till is open. Returns `restore`, `storage` and PIN
 * problems.
 */
export { openLedger, reportLedgerProblem } from './open-ledger.ts';
export { consumePinFile } from './pin-file.ts';
export { createRescueFinder } from './rescue-finder.ts';
export { restoreAtStart } from './restore.ts';
