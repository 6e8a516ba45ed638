import { join } from 'node:path';
import type { EnvironmentName } from '../../shared/contract/index.ts';

/** Paths of a profile's files. Each environment has its own ledger. */
export function getLedgerFile(profileFolder: string, environment: EnvironmentName): string {
  return join(profileFolder, `ledger-${environment}.sqlite`);
}

export function getExportsFolder(profileFolder: string): string {
  return join(profileFolder, 'exports');
}

export function getLogsFolder(profileFolder: string): string {
  return join(profileFolder, 'logs');
}

/** Memory dumps of crashed processes. They stay on this computer, except in a support bundle. */
export function getCrashDumpsFolder(profileFolder: string): string {
  return join(profileFolder, 'crashes');
}

/** The folder for backups unless another is set. */
export function getBackupsFolder(profileFolder: string): string {
  return join(profileFolder, 'backups');
}

/** The state of the embedded training service. */
export function getTrainingFolder(profileFolder: string): string {
  return join(profileFolder, 'training-service');
}

/** The folder of the daily files that were created. */
export function getDailyFilesFolder(profileFolder: string, environment: EnvironmentName): string {
  return join(profileFolder, 'daily-files', environment);
}
