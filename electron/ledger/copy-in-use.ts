import type { FileHandle } from 'node:fs/promises';
import * as sqlite from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { copyOpenLedgerThrottled } from './copy-throttled.ts';
import { StorageError } from './storage-error.ts';

/** A commit waits for at most this many pages: a millisecond or two. */
const BACKUP_PAGES_PER_STEP = 64;
const RETRY_INTERVAL_MS = 250;
const MAX_RETRIES = 240;

/**
 * Copies a ledger of which a statement of this connection still reads, by SQLite's own backup. An
 * Electron may lack that: then waits for the end of the statement, because `VACUUM INTO` fails too
 * until then. `beforeChunk` is called before each chunk and each retry. Rejects with `StorageError` if
 * the statement does not end within a minute.
 */
export async function copyLedgerInUse(
  connection: sqlite.DatabaseSync,
  reader: FileHandle,
  copy: string,
  beforeChunk: () => void,
): Promise<void> {
  if (typeof sqlite.backup === 'function') {
    const options = { rate: BACKUP_PAGES_PER_STEP, progress: beforeChunk };
    await sqlite.backup(connection, copy, options);
    return;
  }
  for (let retry = 0; retry < MAX_RETRIES; retry += 1) {
    beforeChunk();
    await setTimeout(RETRY_INTERVAL_MS);
    if (await copyOpenLedgerThrottled(connection, reader, copy, beforeChunk)) return;
  }
  throw new StorageError('failed', copy, new Error('the ledger is being read'));
}
