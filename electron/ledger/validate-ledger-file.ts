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
import { hardenDatabaseConnection } from './expected-schema.ts';
import { openDatabaseImmutable, readLedgerFormat } from './ledger-format.ts';
import { assertSupportedLedgerFormat } from './migrate.ts';
import { StorageError, toStorageProblemReason } from './storage-error.ts';

/** About ten thousand payments, which are checked in a fraction of a second. */
const MAX_CHECKED_BYTES = 64 * 1024 * 1024;

/**
 * Checks a whole ledger before anything may write to it. SQLite itself detects damage only in the
 * pages that it reads, perhaps during a payment (which is then also refused, before anything is
 * sent). A ledger that is too large to check while a cashier waits is opened unchecked. The check
 * uses a read-only connection: on closing, a writable one would move the journal's content into a
 * file that is damaged, or that another version of the till must still use. Returns the ledger's
 * version; null if it has none, or if another process has it open. Throws `StorageError`.
 */
export function readValidatedLedgerVersion(
  file: string,
  migrations: readonly string[],
): number | null {
  let reader: DatabaseSync | null = null;
  try {
    const { size } = statSync(file);
    const isLarge = size > MAX_CHECKED_BYTES;
    if (!isLarge) preloadFile(file);
    // A shared reader would leave an empty journal beside a ledger without one.
    const isClosed = !existsSync(`${file}-wal`);
    reader = isClosed
      ? openDatabaseImmutable(file)
      : new DatabaseSync(file, { readOnly: true, timeout: 500 });
    hardenDatabaseConnection(reader);
    // A closed ledger ends with a complete page: SQLite would read a missing part as zeros.
    const pageSize = Number(reader.prepare('PRAGMA page_size').get()?.page_size);
    if (isClosed && size % pageSize !== 0) {
      throw new StorageError('damaged', file, new Error('the last page is cut'));
    }
    if (!isLarge) {
      const result = reader.prepare('PRAGMA quick_check(1)').get()?.quick_check;
      if (result !== 'ok') throw new StorageError('damaged', file, new Error(String(result)));
    }
    assertSupportedLedgerFormat(reader, file, migrations);
    const format = readLedgerFormat(reader);
    return format.kind === 'ledger' ? format.version : null;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    // A full disk or another process causes the same error on opening, which reports it.
    if (toStorageProblemReason(error) === 'damaged') throw new StorageError('damaged', file, error);
    return null;
  } finally {
    reader?.close();
  }
}

/** SQLite opens such a file for reading, and then fails at a lock without giving the reason. */
export function assertLedgerFileWritable(file: string): void {
  try {
    accessSync(file, constants.W_OK);
  } catch (error) {
    throw new StorageError('read-only', file, error);
  }
}

/** Reads the file sequentially: page by page, in tree order, a cold disk takes several times longer. */
function preloadFile(file: string): void {
  const handle = openSync(file, 'r');
  try {
    const chunk = Buffer.allocUnsafe(1_048_576);
    while (readSync(handle, chunk) > 0);
  } finally {
    closeSync(handle);
  }
}
