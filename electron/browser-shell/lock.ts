import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * One process for each profile. The lock is the operating system's own on a small SQLite file, so
 * it is gone in the moment its holder is, also after kill -9; no number in a file can be stale.
 */
export interface ProfileLock {
  /** Lets a second copy find this one. */
  publish(calling: Calling): void;
  release(): void;
}

/** Where the first copy listens, and what proves that a caller can read its profile. */
export interface Calling {
  readonly port: number;
  readonly secret: string;
}

export function takeLock(profileFolder: string): ProfileLock | null {
  const database = new DatabaseSync(join(profileFolder, 'instance.lock'), { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY;');
    database.exec('BEGIN EXCLUSIVE; PRAGMA user_version = 1; COMMIT');
  } catch {
    database.close();
    return null;
  }
  const file = callingFile(profileFolder);
  rmSync(file, { force: true });
  return {
    publish: (calling) => {
      writeFileSync(file, JSON.stringify(calling), { mode: 0o600 });
      chmodSync(file, 0o600);
    },
    release: () => {
      rmSync(file, { force: true });
      database.close();
    },
  };
}

/** The copy that holds the profile; null while it is only starting. */
export function readCalling(profileFolder: string): Calling | null {
  try {
    const found: unknown = JSON.parse(readFileSync(callingFile(profileFolder), 'utf8'));
    if (typeof found !== 'object' || found === null) return null;
    const { port, secret } = { port: undefined, secret: undefined, ...found };
    return typeof port === 'number' && typeof secret === 'string' ? { port, secret } : null;
  } catch {
    return null;
  }
}

function callingFile(profileFolder: string): string {
  return join(profileFolder, 'instance.json');
}
