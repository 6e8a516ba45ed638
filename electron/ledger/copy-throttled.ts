import { type FileHandle, open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';

/** The size of one read and write: some milliseconds of the disk. */
const CHUNK_BYTES = 1024 * 1024;
/** Keeps unsynced data small, because the sync of a payment's commit waits for it. */
const CHUNKS_PER_SYNC = 4;
/** After each chunk the copy pauses for this many times the duration of the chunk. */
const PAUSE_FACTOR = 3;
const MIN_PAUSE_MS = 4;

/**
 * Copies a ledger while it is being written. Until the copy is complete, commits stay in the
 * journal, so that the file itself does not change: the copy is the ledger as it was at the
 * beginning. No lock of SQLite is held, and the disk is idle most of the time, so that a payment
 * hardly waits. `beforeChunk` is called before each chunk.
 *
 * `reader` must stay open as long as the connection: closing a file of a ledger loses this process's
 * locks on it. Resolves to false, with nothing copied, if the journal cannot be moved into the file
 * at present.
 */
export async function copyOpenLedgerThrottled(
  connection: DatabaseSync,
  reader: FileHandle,
  copyPath: string,
  beforeChunk: () => void,
): Promise<boolean> {
  connection.exec('PRAGMA wal_autocheckpoint = 0');
  try {
    if (checkpointWriteAheadLog(connection) !== null) return false;
    const { size } = await reader.stat();
    await copyChunks(reader, copyPath, size, beforeChunk);
    return true;
  } finally {
    connection.exec('PRAGMA wal_autocheckpoint = 1000');
  }
}

/** Null on success; otherwise the reason, usually a statement of this connection that still reads. */
export function checkpointWriteAheadLog(connection: DatabaseSync): Error | null {
  try {
    const busy = connection.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy;
    return busy === 0 ? null : new Error('the ledger is being read');
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function copyChunks(
  reader: FileHandle,
  copy: string,
  size: number,
  beforeChunk: () => void,
): Promise<void> {
  const writer = await open(copy, 'r+').catch(() => open(copy, 'wx', 0o600));
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let at = 0, chunkCount = 1; at < size; chunkCount += 1) {
      beforeChunk();
      const startedAt = performance.now();
      const { bytesRead } = await reader.read(chunk, 0, Math.min(CHUNK_BYTES, size - at), at);
      if (bytesRead === 0) throw new Error('the ledger was truncated during the copy');
      await writer.write(chunk, 0, bytesRead, at);
      if (chunkCount % CHUNKS_PER_SYNC === 0) await writer.datasync();
      at += bytesRead;
      await setTimeout(Math.max(MIN_PAUSE_MS, PAUSE_FACTOR * (performance.now() - startedAt)));
    }
    await writer.sync();
  } finally {
    await writer.close();
  }
}
