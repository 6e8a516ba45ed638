import { type FileHandle, open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';

/** What is copied in one go: some milliseconds of the disk. */
const CHUNK_BYTES = 1024 * 1024;
/** A payment's own sync waits for what is still to be written: so that is never much. */
const CHUNKS_PER_SYNC = 4;
/** After each piece the disk belongs to the counter for this many times as long. */
const REST_FACTOR = 3;
const MIN_REST_MS = 4;

/**
 * Copies a ledger that goes on being written. Until the copy is whole, commits stay in the journal,
 * so that the file itself does not change; the copy is the ledger as it was at the beginning. No
 * lock of SQLite is held, and the disk is left alone most of the time: a payment hardly waits.
 *
 * `reader` must stay open as long as the connection: closing a file of a ledger loses this process's
 * locks on it. Resolves to false, with nothing copied, if the journal cannot be moved into the file
 * now.
 */
export async function copyThrottled(
  connection: DatabaseSync,
  reader: FileHandle,
  copy: string,
  between: () => void,
): Promise<boolean> {
  connection.exec('PRAGMA wal_autocheckpoint = 0');
  try {
    if (checkpointConnection(connection) !== null) return false;
    const { size } = await reader.stat();
    await copyChunks(reader, copy, size, between);
    return true;
  } finally {
    connection.exec('PRAGMA wal_autocheckpoint = 1000');
  }
}

/** Null once it is done; else why not: something of this connection is still being read, mostly. */
export function checkpointConnection(connection: DatabaseSync): Error | null {
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
  between: () => void,
): Promise<void> {
  const writer = await open(copy, 'r+').catch(() => open(copy, 'wx', 0o600));
  try {
    const piece = Buffer.allocUnsafe(CHUNK_BYTES);
    for (let at = 0, pieces = 1; at < size; pieces += 1) {
      between();
      const began = performance.now();
      const { bytesRead } = await reader.read(piece, 0, Math.min(CHUNK_BYTES, size - at), at);
      if (bytesRead === 0) throw new Error('the ledger is shorter than it was');
      await writer.write(piece, 0, bytesRead, at);
      if (pieces % CHUNKS_PER_SYNC === 0) await writer.datasync();
      at += bytesRead;
      await setTimeout(Math.max(MIN_REST_MS, REST_FACTOR * (performance.now() - began)));
    }
    await writer.sync();
  } finally {
    await writer.close();
  }
}
