import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Moves the content of the journal into the file of a closed ledger, syncs it, and removes the
 * journal: the file is then complete without it. For a ledger of any version. Throws SQLite's
 * errors, and an error if the journal still exists.
 */
export function checkpointClosedLedger(file: string): void {
  if (!existsSync(`${file}-wal`)) return;
  const ledger = new DatabaseSync(file, { timeout: 500 });
  try {
    ledger.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL');
    ledger.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    ledger.close();
  }
  if (existsSync(`${file}-wal`)) throw new Error(`${file}-wal still exists`);
}
