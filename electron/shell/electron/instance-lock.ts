import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { isElectron } from './is-electron.ts';

/** Chromium's link in the profile: to the name of the computer, a hyphen and the process id. */
const LOCK_NAME = 'SingletonLock';

/**
 * Locks the profile for this copy. False: another copy holds it, and shows its window now. Throws, with a message
 * for a person, if the lock is refused without another copy: Electron answers false to that, too.
 */
export function requestInstanceLock(profileFolder: string): boolean {
  if (app.requestSingleInstanceLock()) return true;
  if (!isElectron() || process.platform === 'win32') return false;
  const lock = join(profileFolder, LOCK_NAME);
  const holder = readHolder(lock);
  if (holder === null) {
    throw new Error(
      `${profileFolder} cannot be locked for this till. Free some space on the disk, and make sure that this folder and ${tmpdir()} can be written.`,
    );
  }
  if (holder.computer !== hostname()) {
    throw new Error(
      `${profileFolder} is marked as in use by the computer "${holder.computer}". If that is an old name of this computer, or no till runs there, delete ${lock} and start again.`,
    );
  }
  if (isRunning(holder.processId)) return false;
  // A till that was killed, and whose parent has not noticed yet.
  rmSync(lock, { force: true });
  if (app.requestSingleInstanceLock()) return true;
  throw new Error(`${lock} is left from a till that ended. Delete it and start again.`);
}

/** Null without a lock. */
function readHolder(
  lock: string,
): { readonly computer: string; readonly processId: number } | null {
  try {
    const [, computer = '', processId = ''] = /^(.*)-(\d+)$/.exec(readlinkSync(lock)) ?? [];
    return { computer, processId: Number(processId) };
  } catch {
    return null;
  }
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
  } catch (error) {
    // Another account's program may not be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(processId);
}

function isZombie(processId: number): boolean {
  try {
    return /\) Z /.test(readFileSync(`/proc/${processId}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
