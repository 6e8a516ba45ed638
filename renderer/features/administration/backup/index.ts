/**
 * The route `backup`: for an owner the ledger's backups, and the diagnostics file for the help
 * line. electron/back-office/backup and electron/back-office/diagnostics document what each call
 * guarantees.
 */
export { BackupPage } from './backup-page.tsx';
