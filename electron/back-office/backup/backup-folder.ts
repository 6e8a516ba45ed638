import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupFailureReason } from '../../../shared/contract/index.ts';
import { StorageError } from '../../ledger/index.ts';
import { isUnfinishedName } from './backup-seal.ts';

/** Space left for the till beside a copy: a payment must never be what finds the disk full. */
const MIN_SPARE_BYTES = 32 * 1024 * 1024;

/**
 * Null if a copy of that size fits there. A folder from the settings is never created: it may
 * belong to a disk that is not connected.
 */
export async function folderUnusableReason(
  folder: string,
  isOurs: boolean,
  bytes: number,
): Promise<BackupFailureReason | null> {
  try {
    if (isOurs) await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await stat(folder)).isDirectory()) return 'not-a-folder';
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < bytes + MIN_SPARE_BYTES ? 'full' : null;
  } catch (error) {
    return toBackupTrouble(error);
  }
}

/** Removes what interrupted attempts have left; only our own files, found by their names. */
export async function deleteUnfinishedFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isUnfinishedName)) {
    await rm(join(folder, name), { force: true }).catch(() => {});
  }
}

/** Of a file on its way: no link can be laid where nobody can foresee the name. */
export function createRandomName(): string {
  return `mostrador-${randomUUID()}.part`;
}

export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new name in a folder is durable once the folder is synced; Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** Maps an error of the system or of SQLite during a copy. */
export function toBackupTrouble(error: unknown): BackupFailureReason {
  if (error instanceof StorageError) {
    switch (error.reason) {
      case 'full':
      case 'read-only':
        return error.reason;
      case 'damaged':
      case 'altered':
        return 'ledger-damaged';
      case 'newer-version':
      case 'newer-settings':
      case 'earlier-format':
      case 'gone':
      case 'in-use':
      case 'failed':
        return 'failed';
    }
  }
  // From another thread it comes as a plain object.
  const isCoded = typeof error === 'object' && error !== null && 'code' in error;
  switch (isCoded ? error.code : null) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'full';
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return 'read-only';
    case 'ENOENT':
      return 'no-folder';
    case 'ENOTDIR':
      return 'not-a-folder';
    default:
      return 'failed';
  }
}
