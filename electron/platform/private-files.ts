import { chmodSync, lstatSync } from 'node:fs';
import { chmod, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from './log.ts';

/**
 * Only the user who runs the till may access its files. Each entry point sets umask 077 first;
 * these functions fix files that existed before. Windows has no such modes: there the access list
 * that the profile inherits from the user's folder applies.
 */

/**
 * Closes the profile folder, and so everything in it, to other users before anything is read from
 * it.
 */
export function restrictFolderToOwner(folder: string): void {
  if (process.platform === 'win32') return;
  if ((lstatSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

/**
 * Removes access of other users that an earlier version, a copy or a restored disk left: for every
 * file and folder of the profile, at any depth. Does not follow links. No caller has to wait for
 * it, because the profile folder is already closed.
 */
export async function restrictFilesToOwner(folder: string, log: Log): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() || entry.isFile()) await restrictFileToOwner(path, log);
      if (entry.isDirectory()) await restrictFilesToOwner(path, log);
    }
  } catch (error) {
    log.warn({ err: error }, 'profile: restricting file permissions failed');
  }
}

async function restrictFileToOwner(path: string, log: Log): Promise<void> {
  try {
    const { mode } = await lstat(path);
    if ((mode & 0o077) !== 0) await chmod(path, mode & 0o700);
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isGone) log.warn({ err: error }, 'profile: file still accessible to other users');
  }
}
