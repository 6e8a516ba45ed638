import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { StorageError } from './storage-error.ts';

/**
 * Before a ledger is brought to a newer version, it is copied as it is, with its journal, so that
 * there is a way back to the program before: `…sqlite.before-version-2`. It is never deleted. If it
 * cannot be copied, it is not migrated. Called before the file is opened for writing.
 */
export function copyBeforeMigration(file: string, version: number): void {
  const copy = `${file}.before-version-${version + 1}`;
  // An earlier start made it and was then cut off, or the program went back and forth.
  if (existsSync(copy)) return;
  try {
    // The journal first: the copy bears its name only once both are there.
    if (existsSync(`${file}-wal`)) copyFileSynced(`${file}-wal`, `${copy}-wal`);
    copyFileSynced(file, copy);
  } catch (error) {
    for (const name of [`${copy}-wal`, copy]) rmSync(name, { force: true });
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    throw new StorageError(isFull ? 'full' : 'failed', file, error);
  }
}

function copyFileSynced(from: string, to: string): void {
  const unfinished = `${to}.part`;
  rmSync(unfinished, { force: true });
  copyFileSync(from, unfinished);
  const handle = openSync(unfinished, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(unfinished, to);
}
