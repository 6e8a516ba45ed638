import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Allows one process for each profile. The lock is the operating system's own lock on a small
 * SQLite file, so it ends when its process ends, also after kill -9; no process id in a file can be
 * stale.
 */
export interface ProfileLock {
  /** Publishes this instance's address for a second copy. */
  publish(address: RunningInstanceAddress): void;
  release(): void;
}

/** The port of the first copy, and a secret that proves that a caller can read its profile. */
export interface RunningInstanceAddress {
  readonly port: number;
  readonly secret: string;
}

/** Null if another copy holds the profile. */
export function openProfileLock(profileFolder: string): ProfileLock | null {
  const database = openLockFile(profileFolder);
  if (database === 'held') return null;
  const file = getInstanceFile(profileFolder);
  ignoreWriteErrors(() => rmSync(file, { force: true }));
  return {
    publish: (address) =>
      ignoreWriteErrors(() => {
        writeFileSync(file, JSON.stringify(address), { flag: 'wx', mode: 0o600 });
      }),
    release: () => {
      ignoreWriteErrors(() => rmSync(file, { force: true }));
      database?.close();
    },
  };
}

/**
 * Null if the folder cannot hold a lock because it is full or read-only. The till opens anyway, to
 * report that on the screen; its ledger has its own lock.
 */
function openLockFile(profileFolder: string): DatabaseSync | 'held' | null {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(join(profileFolder, 'instance.lock'), { timeout: 0 });
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY;');
    database.exec('BEGIN EXCLUSIVE; PRAGMA user_version = 1; COMMIT');
    return database;
  } catch (error) {
    database?.close();
    return isLocked(error) ? 'held' : null;
  }
}

const SQLITE_BUSY = 5;

function isLocked(error: unknown): boolean {
  const { errcode } = { errcode: null, ...Object(error) };
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY;
}

/** Only a second copy needs these files, so a failed write does not end the program. */
function ignoreWriteErrors(work: () => void): void {
  try {
    work();
  } catch (error) {
    process.stderr.write(
      `Mostrador could not write its lock file: if it is started again, the second start will not find this one (${String(error)}).\n`,
    );
  }
}

/** The address of the copy that holds the profile; null while it is still starting. */
export function readInstanceAddress(profileFolder: string): RunningInstanceAddress | null {
  try {
    const value: unknown = JSON.parse(readFileSync(getInstanceFile(profileFolder), 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const { port, secret } = { port: undefined, secret: undefined, ...value };
    return typeof port === 'number' && typeof secret === 'string' ? { port, secret } : null;
  } catch {
    return null;
  }
}

function getInstanceFile(profileFolder: string): string {
  return join(profileFolder, 'instance.json');
}
