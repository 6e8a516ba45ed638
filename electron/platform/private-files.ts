import { chmodSync, lstatSync } from 'node:fs';
import { chmod, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from './log.ts';

/**
 * The files of a till are for the user who runs it alone. Each entry sets umask 077 first; this is
 * for what was there before. Windows has no such modes: there the profile's own access list holds,
 * which its place in the user's folder gives it.
 */

/** Closes the profile to other users, and so everything in it, before anything is read from it. */
export function restrictFolderToOwner(folder: string): void {
  if (process.platform === 'win32') return;
  if ((lstatSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

/**
 * Takes from other users what an earlier program, a copy or a restored disk gave them: every file and
 * folder of the profile, however deep. Links are not followed. Nothing waits for it, because the
 * profile itself is closed already.
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
