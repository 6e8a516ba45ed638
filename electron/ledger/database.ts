import { existsSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type CodeSealer, createCodeSealer } from '../settings/keys/index.ts';
import { copyLedgerBeforeMigration } from './copy-before-migration.ts';
import { copyLedgerInUse } from './copy-in-use.ts';
import { checkpointWriteAheadLog, copyOpenLedgerThrottled } from './copy-throttled.ts';
import { createDiskSpace, type DiskSpace } from './disk-space.ts';
import { hardenDatabaseConnection } from './expected-schema.ts';
import { migrateLedger } from './migrate.ts';
import { MIGRATIONS } from './schema/index.ts';
import { StorageError, toStorageError, toStorageProblemReason } from './storage-error.ts';
import { assertLedgerFileWritable, readValidatedLedgerVersion } from './validate-ledger-file.ts';

/**
 * An open ledger: one SQLite file for each environment, WAL, `synchronous=FULL`, locked for this
 * process alone while it is open. `commit` is synchronous: when it has returned, the rows are on
 * disk.
 */
export interface Database {
  readonly file: string;
  /** Seals data that can contain a gift card's code; see `gift-card-codes.ts`. */
  readonly codeSealer: CodeSealer;
  /** Free space on its disk. A commit on a full disk releases the reserve. */
  readonly diskSpace: DiskSpace;
  /** Returns a prepared statement, which is cached. */
  prepare(sql: string): StatementSync;
  /**
   * Runs `work` in one immediate transaction, and returns its result once the commit is synced. If
   * `work` throws, everything is rolled back.
   */
  commit<Value>(work: () => Value): Value;
  /**
   * Copies the whole ledger into a new file, as it was when the copy began. It copies in small chunks
   * with pauses, so that payments hardly wait (`copy-throttled.ts`). `beforeChunk` is called for each
   * chunk, and can abort the copy by throwing. The ledger must stay open until the promise settles.
   * Rejects with `StorageError`.
   */
  copyTo(file: string, beforeChunk: () => void): Promise<void>;
  /**
   * Moves the journal into the file and empties it, so that deleted data is in neither. Returns null
   * on success, otherwise the reason. If a copy prevented it, it runs automatically after the copy;
   * after any other failure it must be called again. Never throws: deleted rows stay deleted.
   */
  checkpointWriteAheadLog(): Error | null;
  close(): void;
}

/** For a ledger that is only read: no gift card is sold and no paper is printed. */
const NO_CODE_SEALER = createCodeSealer(() => null);

/** The ledgers that this process has open. */
const openLedgerPaths = new Set<string>();

/**
 * Opens or creates a ledger and migrates it to the newest version. Throws only `StorageError`, and
 * does not change a file that it cannot open. `migrations` is for tests, which add a later version
 * of their own.
 */
export function openLedgerDatabase(
  file: string,
  codeSealer: CodeSealer = NO_CODE_SEALER,
  migrations: readonly string[] = MIGRATIONS,
): Database {
  const isNew = !existsSync(file);
  // Reading and closing the file apart from SQLite loses this process's locks on it.
  if (openLedgerPaths.has(resolve(file))) throw new StorageError('in-use', file, null);
  if (!isNew) {
    const version = readValidatedLedgerVersion(file, migrations);
    assertLedgerFileWritable(file);
    if (version !== null && version < migrations.length) copyLedgerBeforeMigration(file, version);
  }
  let connection: DatabaseSync;
  try {
    connection = new DatabaseSync(file, { timeout: 500, enableForeignKeyConstraints: true });
  } catch (error) {
    throw new StorageError(toStorageProblemReason(error), file, error);
  }
  try {
    configureConnection(connection, isNew);
    migrateLedger(connection, file, migrations);
  } catch (error) {
    connection.close();
    throw error instanceof StorageError
      ? error
      : new StorageError(toStorageProblemReason(error), file, error);
  }
  openLedgerPaths.add(resolve(file));
  return createDatabase(connection, file, codeSealer);
}

function configureConnection(connection: DatabaseSync, isNew: boolean): void {
  hardenDatabaseConnection(connection);
  // Exclusive locking must be requested before WAL is entered: a second process on the same file
  // then fails to open it instead of sharing it.
  connection.exec('PRAGMA locking_mode = EXCLUSIVE');
  const mode = connection.prepare('PRAGMA journal_mode = WAL').get();
  if (mode?.journal_mode !== 'wal') throw new Error('WAL is not available for this file');
  connection.exec('PRAGMA synchronous = FULL');
  connection.exec('PRAGMA foreign_keys = ON');
  // Deleted content is overwritten, so that personal data cannot be recovered.
  connection.exec('PRAGMA secure_delete = ON');
  // Takes the write lock now, not at the first payment.
  connection.exec('BEGIN IMMEDIATE; COMMIT');
  if (!isNew) connection.prepare('SELECT count(*) FROM sqlite_schema').get();
}

function createDatabase(connection: DatabaseSync, file: string, codeSealer: CodeSealer): Database {
  const statements = new Map<string, StatementSync>();
  const isSameFile = createFileIdentityCheck(file);
  const diskSpace = createDiskSpace(file);
  let reader: FileHandle | null = null;
  let isInCommit = false;
  let copyCount = 0;
  let isCheckpointPending = false;
  const checkpointJournalIntoFile = (): Error | null => {
    // A copy reads the file, which must not change until the copy is complete.
    isCheckpointPending = copyCount > 0;
    if (isCheckpointPending) return new Error('the ledger is being copied');
    return isInCommit ? new Error('inside a commit') : checkpointWriteAheadLog(connection);
  };
  return {
    file,
    codeSealer,
    diskSpace,
    prepare: (sql) => {
      const cached = statements.get(sql);
      if (cached) return cached;
      const statement = connection.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    commit: (work) => {
      if (isInCommit) throw new Error('a commit inside a commit');
      if (!isSameFile()) throw new StorageError('gone', file, null);
      isInCommit = true;
      try {
        connection.exec('BEGIN IMMEDIATE');
        const value = work();
        // Other code may have changed the setting: an acknowledged intent must be synced.
        const level = connection.prepare('PRAGMA synchronous').get()?.synchronous;
        if (level !== 2) throw new Error(`synchronous is ${String(level)}, not FULL`);
        connection.exec('COMMIT');
        return value;
      } catch (error) {
        if (connection.isTransaction) connection.exec('ROLLBACK');
        const storage = toStorageError(error, { file });
        if (storage?.reason === 'full') diskSpace.releaseReserve();
        throw storage ?? error;
      } finally {
        isInCommit = false;
      }
    },
    checkpointWriteAheadLog: checkpointJournalIntoFile,
    copyTo: async (copy, between) => {
      copyCount += 1;
      try {
        reader ??= await open(file, 'r');
        if (await copyOpenLedgerThrottled(connection, reader, copy, between)) return;
        await copyLedgerInUse(connection, reader, copy, between);
      } catch (error) {
        throw toStorageError(error, { file: copy }) ?? error;
      } finally {
        copyCount -= 1;
        if (isCheckpointPending) checkpointJournalIntoFile();
      }
    },
    close: () => {
      connection.close();
      // After the connection: closing the reader earlier would lose the locks of the connection.
      reader?.close().catch(() => {});
      openLedgerPaths.delete(resolve(file));
    },
  };
}

/**
 * Returns a check of whether the paths of an open ledger still refer to the opened files. SQLite
 * continues to write to a file that was deleted or replaced, and that data is lost when the till
 * closes. The two `stat` calls take some microseconds.
 */
function createFileIdentityCheck(file: string): () => boolean {
  const identities = new Map<string, string>();
  // The journal may be created only by the first write.
  const names = [file, `${file}-wal`];
  const isUnchanged = (name: string): boolean => {
    const stats = statSync(name, { bigint: true, throwIfNoEntry: false });
    const identity = stats === undefined ? null : `${stats.dev}/${stats.ino}`;
    const expected = identities.get(name);
    if (expected !== undefined) return expected === identity;
    if (identity !== null) identities.set(name, identity);
    return true;
  };
  for (const name of names) isUnchanged(name);
  return () => names.every(isUnchanged);
}
