import { join } from 'node:path';
import type { EnvironmentName } from '../../shared/contract/index.ts';

/** Where the files of a profile are. Each environment has a ledger of its own. */
export function ledgerFile(profileFolder: string, environment: EnvironmentName): string {
  return join(profileFolder, `ledger-${environment}.sqlite`);
}

/** Where exported files go. */
export function exportsFolder(profileFolder: string): string {
  return join(profileFolder, 'exports');
}

/** Where the log is. */
export function logsFolder(profileFolder: string): string {
  return join(profileFolder, 'logs');
}

/** Where copies of the ledger go unless another folder is set. */
export function backupsFolder(profileFolder: string): string {
  return join(profileFolder, 'backups');
}

/** Where the embedded training service keeps what it must not forget. */
export function trainingFolder(profileFolder: string): string {
  return join(profileFolder, 'training-service');
}

/** Where the daily files are kept as they were made. */
export function dailyFilesFolder(profileFolder: string, environment: EnvironmentName): string {
  return join(profileFolder, 'daily-files', environment);
}
