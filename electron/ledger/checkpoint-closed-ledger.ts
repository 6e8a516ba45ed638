import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Brings what only the journal holds into a closed ledger's own file, synced, and ends the journal:
 * the file is then whole by itself. Of any version. Throws what SQLite throws, or if the journal is
 * still there.
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
  if (existsSync(`${file}-wal`)) throw new Error(`${file}-wal is still there`);
}
