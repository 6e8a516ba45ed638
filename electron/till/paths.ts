import { join } from 'node:path';
import type { EnvironmentName } from '../../shared/contract/index.ts';

/** Paths of a profile's files. Each environment has a ledger of its own. */
export function ledgerFile(profileFolder: string, environment: EnvironmentName): string {
  return join(profileFolder, `ledger-${environment}.sqlite`);
}

export function exportsFolder(profileFolder: string): string {
  return join(profileFolder, 'exports');
}

export function logsFolder(profileFolder: string): string {
  return join(profileFolder, 'logs');
}

/** The folder for backups unless another is set. */
export function backupsFolder(profileFolder: string): string {
  return join(profileFolder, 'backups');
}

/** The state of the embedded training service. */
export function trainingFolder(profileFolder: string): string {
  return join(profileFolder, 'training-service');
}

/** The daily files as they were made. */
export function dailyFilesFolder(profileFolder: string, environment: EnvironmentName): string {
  return join(profileFolder, 'daily-files', environment);
}
