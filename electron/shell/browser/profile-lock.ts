import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * One process for each profile. The lock is the operating system's own on a small SQLite file, so
 * it ends the moment its holder does, also after kill -9; no number in a file can be stale.
 */
export interface ProfileLock {
  /** Lets a second copy find this one. */
  publish(calling: InstanceAddress): void;
  release(): void;
}

/** Where the first copy listens, and a secret that proves a caller can read its profile. */
export interface InstanceAddress {
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
    publish: (calling) =>
      ignoreWriteErrors(() => {
        writeFileSync(file, JSON.stringify(calling), { mode: 0o600 });
        chmodSync(file, 0o600);
      }),
    release: () => {
      ignoreWriteErrors(() => rmSync(file, { force: true }));
      database?.close();
    },
  };
}

/**
 * Null if the folder cannot hold a lock: full, or read-only. The till opens all the same, to report
 * that on the screen; its ledger has a lock of its own.
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

/** Only a second copy needs these files: failing to write them is no reason to end. */
function ignoreWriteErrors(work: () => void): void {
  try {
    work();
  } catch (error) {
    process.stderr.write(`Mostrador: a second copy will not find this one (${String(error)}).\n`);
  }
}

/** The copy that holds the profile; null while it is still starting. */
export function readInstanceAddress(profileFolder: string): InstanceAddress | null {
  try {
    const found: unknown = JSON.parse(readFileSync(getInstanceFile(profileFolder), 'utf8'));
    if (typeof found !== 'object' || found === null) return null;
    const { port, secret } = { port: undefined, secret: undefined, ...found };
    return typeof port === 'number' && typeof secret === 'string' ? { port, secret } : null;
  } catch {
    return null;
  }
}

function getInstanceFile(profileFolder: string): string {
  return join(profileFolder, 'instance.json');
}
