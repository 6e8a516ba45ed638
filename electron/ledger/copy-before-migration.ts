import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { flushFolderToDiskSync } from '../platform/index.ts';
import { StorageError } from './storage-error.ts';

/**
 * Copies a ledger, with its journal, before it is migrated to a newer version, so that the earlier
 * program can be installed again: `…sqlite.before-version-2`. The copy is never deleted. Throws
 * `StorageError` if the copy fails; the ledger is then not migrated. Called before the file is
 * opened for writing.
 */
export function copyLedgerBeforeMigration(file: string, version: number): void {
  const copy = `${file}.before-version-${version + 1}`;
  // An earlier start made the copy and was then interrupted, or the program was downgraded.
  if (existsSync(copy)) return;
  try {
    // The journal first: the copy gets its final name only once both are complete.
    if (existsSync(`${file}-wal`)) copyFileSynced(`${file}-wal`, `${copy}-wal`);
    copyFileSynced(file, copy);
  } catch (error) {
    for (const name of [`${copy}-wal`, copy]) rmSync(name, { force: true });
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    throw new StorageError(isFull ? 'full' : 'failed', file, error);
  }
}

function copyFileSynced(from: string, to: string): void {
  const partialFile = `${to}.part`;
  rmSync(partialFile, { force: true });
  copyFileSync(from, partialFile);
  const handle = openSync(partialFile, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(partialFile, to);
  flushFolderToDiskSync(dirname(to));
}
