import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import { refuseReadOnly, refuseUnfit } from './check-file.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS } from './schema/index.ts';
import { reasonOf, StorageError, storageErrorOf } from './storage-error.ts';

/**
 * An open ledger: one SQLite file for each environment, WAL, `synchronous=FULL`, locked for this
 * process alone while it is open. Everything is synchronous: when `commit` has returned, the rows
 * are on disk.
 */
export interface Database {
  readonly file: string;
  /** A prepared statement, made once and kept. */
  prepare(sql: string): StatementSync;
  /**
   * Runs `work` in one immediate transaction, and returns its result once the commit is synced. If
   * `work` throws, everything is rolled back.
   */
  commit<Value>(work: () => Value): Value;
  /**
   * Copies the whole ledger into a new file by SQLite's own backup, over this very connection:
   * nobody else can open the file. It copies some pages at a time and off this thread, so that
   * commits continue in between; their writes are in the copy too. `between` is called after each
   * piece, and ends the copy by throwing. The ledger must stay open until then. Rejects with
   * `StorageError`.
   */
  copyTo(file: string, between: () => void): Promise<void>;
  close(): void;
}

/** The ledgers that this process has open. */
const openHere = new Set<string>();

/**
 * Opens or creates a ledger and brings it to the newest version. Throws only `StorageError`, and
 * leaves a file that it does not open unchanged. `migrations` is for tests, which prove the
 * mechanism by a later version that only they know.
 */
export function openDatabase(file: string, migrations: readonly string[] = MIGRATIONS): Database {
  const isNew = !existsSync(file);
  // Reading and closing the file apart from SQLite loses this process's locks on it.
  if (openHere.has(resolve(file))) throw new StorageError('in-use', file, null);
  if (!isNew) {
    refuseUnfit(file, migrations.length);
    refuseReadOnly(file);
  }
  let connection: DatabaseSync;
  try {
    connection = new DatabaseSync(file, { timeout: 500, enableForeignKeyConstraints: true });
  } catch (error) {
    throw new StorageError(reasonOf(error), file, error);
  }
  try {
    prepareConnection(connection, isNew);
    migrate(connection, file, migrations);
  } catch (error) {
    connection.close();
    throw error instanceof StorageError ? error : new StorageError(reasonOf(error), file, error);
  }
  openHere.add(resolve(file));
  return wrap(connection, file);
}

/** The most pages that a commit waits for: a millisecond or two. */
const PAGES_AT_ONCE = 64;

function prepareConnection(connection: DatabaseSync, isNew: boolean): void {
  // Exclusive locking must be requested before WAL is entered: a second process on the same file
  // then fails to open it instead of sharing it.
  connection.exec('PRAGMA locking_mode = EXCLUSIVE');
  const mode = connection.prepare('PRAGMA journal_mode = WAL').get();
  if (mode?.journal_mode !== 'wal') throw new Error('WAL is not available for this file');
  connection.exec('PRAGMA synchronous = FULL');
  connection.exec('PRAGMA foreign_keys = ON');
  // Takes the write lock now, not at the first payment.
  connection.exec('BEGIN IMMEDIATE; COMMIT');
  if (!isNew) connection.prepare('SELECT count(*) FROM sqlite_schema').get();
}

function wrap(connection: DatabaseSync, file: string): Database {
  const statements = new Map<string, StatementSync>();
  let isInside = false;
  return {
    file,
    prepare: (sql) => {
      const known = statements.get(sql);
      if (known) return known;
      const made = connection.prepare(sql);
      statements.set(sql, made);
      return made;
    },
    commit: (work) => {
      if (isInside) throw new Error('a commit inside a commit');
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
        throw storageErrorOf(error, { file }) ?? error;
      } finally {
        isInside = false;
      }
    },
    copyTo: async (copy, between) => {
      try {
        await backup(connection, copy, { rate: PAGES_AT_ONCE, progress: between });
      } catch (error) {
        throw storageErrorOf(error, { file: copy }) ?? error;
      }
    },
    close: () => {
      connection.close();
      openHere.delete(resolve(file));
    },
  };
}
