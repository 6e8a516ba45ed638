import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { hardenConnection } from './expected-schema.ts';
import { openImmutable, readLedgerFormat } from './ledger-format.ts';
import { assertLedgerFormat } from './migrate.ts';
import { StorageError, toStorageReason } from './storage-error.ts';

/** Some ten thousand payments: checked in a fraction of a second. */
const MAX_CHECKED_BYTES = 64 * 1024 * 1024;

/**
 * Checks the whole of a ledger before anything may write to it. SQLite itself notices damage only
 * in the pages that it reads, perhaps in the middle of a payment (which is then also refused,
 * before anything is sent). A ledger too large to check while a cashier waits is opened unchecked.
 * The check uses a connection that cannot write. On closing, one that can would move the journal's
 * content into a file that is damaged, or that another version of the till must still use. Returns
 * the ledger's version; null if it has none, or another process is in the way.
 */
export function validateLedgerFile(file: string, migrations: readonly string[]): number | null {
  let reader: DatabaseSync | null = null;
  try {
    const { size } = statSync(file);
    const isLarge = size > MAX_CHECKED_BYTES;
    if (!isLarge) preloadFile(file);
    // A reader that shares the file leaves an empty journal beside one that has none.
    const isClosed = !existsSync(`${file}-wal`);
    reader = isClosed
      ? openImmutable(file)
      : new DatabaseSync(file, { readOnly: true, timeout: 500 });
    hardenConnection(reader);
    // A closed ledger ends with a whole page: SQLite would read the missing part as zeros.
    const pageSize = Number(reader.prepare('PRAGMA page_size').get()?.page_size);
    if (isClosed && size % pageSize !== 0) {
      throw new StorageError('damaged', file, new Error('the last page is cut'));
    }
    if (!isLarge) {
      const found = reader.prepare('PRAGMA quick_check(1)').get()?.quick_check;
      if (found !== 'ok') throw new StorageError('damaged', file, new Error(String(found)));
    }
    assertLedgerFormat(reader, file, migrations);
    const format = readLedgerFormat(reader);
    return format.kind === 'ledger' ? format.version : null;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    // A full disk or another process in the way is met again, and reported, on opening.
    if (toStorageReason(error) === 'damaged') throw new StorageError('damaged', file, error);
    return null;
  } finally {
    reader?.close();
  }
}

/** SQLite opens such a file for reading, and then fails at a lock without giving the reason. */
export function assertWritable(file: string): void {
  try {
    accessSync(file, constants.W_OK);
  } catch (error) {
    throw new StorageError('read-only', file, error);
  }
}

/** In one go: page by page, in the order of the trees, a cold disk takes several times as long. */
function preloadFile(file: string): void {
  const handle = openSync(file, 'r');
  try {
    const piece = Buffer.allocUnsafe(1_048_576);
    while (readSync(handle, piece) > 0);
  } finally {
    closeSync(handle);
  }
}
