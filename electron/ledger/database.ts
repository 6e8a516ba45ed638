import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import { type CodeSealer, createCodeSealer } from '../settings/keys/index.ts';
import { copyBeforeMigration } from './copy-before-migration.ts';
import { checkpointConnection, copyThrottled } from './copy-throttled.ts';
import { createDiskSpace, type DiskSpace } from './disk-space.ts';
import { hardenConnection } from './expected-schema.ts';
import { createFileIdentityCheck } from './file-identity-check.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './schema/index.ts';
import { StorageError, toStorageError, toStorageReason } from './storage-error.ts';
import { assertWritable, validateLedgerFile } from './validate-ledger-file.ts';

/**
 * An open ledger: one SQLite file for each environment, WAL, `synchronous=FULL`, locked for this
 * process alone while it is open. Everything is synchronous: when `commit` has returned, the rows
 * are on disk.
 */
export interface Database {
  readonly file: string;
  /** Seals what is kept of a gift card's code; `gift-card-codes.ts`. */
  readonly codes: CodeSealer;
  /** Room on its disk; a commit that finds none gives the reserve up. */
  readonly diskSpace: DiskSpace;
  /** A prepared statement, made once and kept. */
  prepare(sql: string): StatementSync;
  /**
   * Runs `work` in one immediate transaction, and returns its result once the commit is synced. If
   * `work` throws, everything is rolled back.
   */
  commit<Value>(work: () => Value): Value;
  /**
   * Copies the whole ledger into a new file, as it was when the copy began. It copies little at a
   * time and rests in between, so that payments hardly wait (`copy-throttled.ts`). `between` is called
   * with each piece, and ends the copy by throwing. The ledger must stay open until then. Rejects
   * with `StorageError`.
   */
  copyTo(file: string, between: () => void): Promise<void>;
  /**
   * Moves the journal into the file, and empties it: what was deleted is then in neither. Null once
   * that is done; else why not. After a copy that hindered it, it is done by itself; after anything
   * else it has to be called again. Never throws: what was deleted stays deleted.
   */
  checkpointJournal(): Error | null;
  close(): void;
}

/** Of a ledger that is only looked into: no gift card is sold and no paper printed. */
const NO_CODE_SEALER = createCodeSealer(() => null);

/** The ledgers that this process has open. */
const openLedgerPaths = new Set<string>();

/**
 * Opens or creates a ledger and brings it to the newest version. Throws only `StorageError`, and
 * leaves a file that it does not open unchanged. `migrations` is for tests, which prove the
 * mechanism by a later version that only they know.
 */
export function openDatabase(
  file: string,
  codes: CodeSealer = NO_CODE_SEALER,
  migrations: readonly string[] = MIGRATIONS,
): Database {
  const isNew = !existsSync(file);
  // Reading and closing the file apart from SQLite loses this process's locks on it.
  if (openLedgerPaths.has(resolve(file))) throw new StorageError('in-use', file, null);
  if (!isNew) {
    const version = validateLedgerFile(file, migrations);
    assertWritable(file);
    if (version !== null && version < migrations.length) copyBeforeMigration(file, version);
  }
  let connection: DatabaseSync;
  try {
    connection = new DatabaseSync(file, { timeout: 500, enableForeignKeyConstraints: true });
  } catch (error) {
    throw new StorageError(toStorageReason(error), file, error);
  }
  try {
    configureConnection(connection, isNew);
    migrate(connection, file, migrations);
  } catch (error) {
    connection.close();
    throw error instanceof StorageError
      ? error
      : new StorageError(toStorageReason(error), file, error);
  }
  openLedgerPaths.add(resolve(file));
  return createDatabase(connection, file, codes);
}

/** The most pages that a commit waits for: a millisecond or two. */
const BACKUP_PAGES_PER_STEP = 64;

function configureConnection(connection: DatabaseSync, isNew: boolean): void {
  hardenConnection(connection);
  // Exclusive locking must be requested before WAL is entered: a second process on the same file
  // then fails to open it instead of sharing it.
  connection.exec('PRAGMA locking_mode = EXCLUSIVE');
  const mode = connection.prepare('PRAGMA journal_mode = WAL').get();
  if (mode?.journal_mode !== 'wal') throw new Error('WAL is not available for this file');
  connection.exec('PRAGMA synchronous = FULL');
  connection.exec('PRAGMA foreign_keys = ON');
  // What is deleted is overwritten: personal data goes for good.
  connection.exec('PRAGMA secure_delete = ON');
  // Takes the write lock now, not at the first payment.
  connection.exec('BEGIN IMMEDIATE; COMMIT');
  if (!isNew) connection.prepare('SELECT count(*) FROM sqlite_schema').get();
}

function createDatabase(connection: DatabaseSync, file: string, codes: CodeSealer): Database {
  const statements = new Map<string, StatementSync>();
  const isSameFile = createFileIdentityCheck(file);
  const diskSpace = createDiskSpace(file);
  let reader: FileHandle | null = null;
  let isInside = false;
  let copies = 0;
  let isJournalOwed = false;
  const checkpointJournal = (): Error | null => {
    // A copy reads the file, which must not change until it is whole.
    isJournalOwed = copies > 0;
    if (isJournalOwed) return new Error('the ledger is being copied');
    return isInside ? new Error('inside a commit') : checkpointConnection(connection);
  };
  return {
    file,
    codes,
    diskSpace,
    prepare: (sql) => {
      const known = statements.get(sql);
      if (known) return known;
      const made = connection.prepare(sql);
      statements.set(sql, made);
      return made;
    },
    commit: (work) => {
      if (isInside) throw new Error('a commit inside a commit');
      if (!isSameFile()) throw new StorageError('gone', file, null);
      isInside = true;
      try {
        connection.exec('BEGIN IMMEDIATE');
        const value = work();
        // Something else may have changed it: an acknowledged intent must be a synced one.
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
        isInside = false;
      }
    },
    checkpointJournal,
    copyTo: async (copy, between) => {
      copies += 1;
      try {
        reader ??= await open(file, 'r');
        if (await copyThrottled(connection, reader, copy, between)) return;
        // Somebody reads a long list: SQLite's own copy does not mind.
        await backup(connection, copy, { rate: BACKUP_PAGES_PER_STEP, progress: between });
      } catch (error) {
        throw toStorageError(error, { file: copy }) ?? error;
      } finally {
        copies -= 1;
        if (isJournalOwed) checkpointJournal();
      }
    },
    close: () => {
      connection.close();
      // Not before: closing it would have lost the locks of the connection.
      reader?.close().catch(() => {});
      openLedgerPaths.delete(resolve(file));
    },
  };
}
