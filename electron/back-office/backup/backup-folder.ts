import { randomUUID } from 'node:crypto';
import { open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupFailureReason } from '../../../shared/contract/index.ts';
import { StorageError } from '../../ledger/index.ts';
import { createFolder } from '../../platform/index.ts';
import { isUnfinishedBackupFileName } from './backup-seal.ts';

/**
 * Space that a copy must leave for the till: a copy must never make a payment fail for lack of
 * space.
 */
const MIN_SPARE_BYTES = 32 * 1024 * 1024;

/**
 * Returns null if a copy of that size fits into the folder, otherwise the reason. A folder from the
 * settings is never created: it may belong to a disk that is not connected.
 */
export async function findFolderUnusableReason(
  folder: string,
  isOwnFolder: boolean,
  requiredBytes: number,
): Promise<BackupFailureReason | null> {
  try {
    if (isOwnFolder) await createFolder(folder, 0o700);
    if (!(await stat(folder)).isDirectory()) return 'not-a-folder';
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < requiredBytes + MIN_SPARE_BYTES ? 'full' : null;
  } catch (error) {
    return toBackupFailureReason(error);
  }
}

/** Deletes the files of interrupted attempts. It recognises the till's own files by their names. */
export async function deleteUnfinishedFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isUnfinishedBackupFileName)) {
    await rm(join(folder, name), { force: true }).catch(() => {});
  }
}

/**
 * The name of an unfinished file. It is unpredictable, so that nobody can place a link there in
 * advance.
 */
export function createUnfinishedFileName(): string {
  return `mostrador-${randomUUID()}.part`;
}

export async function flushFileToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Maps an error of the operating system or of SQLite to the reason of a failed backup. */
export function toBackupFailureReason(error: unknown): BackupFailureReason {
  if (error instanceof StorageError) {
    switch (error.reason) {
      case 'full':
      case 'read-only':
        return error.reason;
      case 'damaged':
      case 'altered':
        return 'ledger-damaged';
      case 'gone':
        return 'ledger-gone';
      case 'newer-version':
      case 'newer-settings':
      case 'damaged-settings':
      case 'earlier-format':
      case 'in-use':
      case 'failed':
        return 'failed';
    }
  }
  // An error from another thread is a plain object.
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
