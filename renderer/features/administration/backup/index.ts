/**
 * The route `backup`: the ledger's backups, for an owner, and the diagnostics that the help line
 * asks for. electron/back-office/backup and electron/back-office/diagnostics document what each call promises.
 */
export { BackupPage } from './backup-page.tsx';
