import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readSync,
  statSync,
} from 'node:fs';
import { basename, resolve } from 'node:path';
import { backup, DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Problem } from '../../shared/contract/index.ts';
import { MIGRATIONS } from './schema.ts';

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
   * Runs `work` in one immediate transaction. What it returns is returned once the commit is
   * synced; what it throws rolls everything back.
   */
  commit<Value>(work: () => Value): Value;
  /**
   * Copies the whole ledger into a new file by SQLite's own backup, over this very connection:
   * nobody else can open the file. Some pages at a time and off this thread, so that commits go on
   * in between; what they write is in the copy too. `between` is called after each piece, and what
   * it throws ends the copying. The ledger must stay open until then. Rejects with `StorageError`.
   */
  copyTo(file: string, between: () => void): Promise<void>;
  close(): void;
}

export type StorageReason = Extract<Problem, { kind: 'storage' }>['reason'];

/** The ledger could not be opened or written. The file is left as it was. */
export class StorageError extends Error {
  readonly reason: StorageReason;
  readonly file: string;
  constructor(reason: StorageReason, file: string, cause: unknown) {
    super(`ledger ${basename(file)}: ${reason}`, { cause });
    this.name = 'StorageError';
    this.reason = reason;
    this.file = file;
  }
}

export function storageProblem(error: StorageError): Problem {
  return { kind: 'storage', reason: error.reason, file: basename(error.file) };
}

/** What a read outside a commit threw, as a `StorageError`; null where SQLite did not throw it. */
export function storageErrorOf(error: unknown, database: Database): StorageError | null {
  if (error instanceof StorageError) return error;
  return isSqliteError(error) ? new StorageError(reasonOf(error), database.file, error) : null;
}

/** The ledgers that this process has open. */
const openHere = new Set<string>();

/** Opens or makes a ledger and brings it to the newest version. Throws only `StorageError`. */
export function openDatabase(file: string): Database {
  const isNew = !existsSync(file);
  // A file that is read and closed beside SQLite loses the locks that this process has on it.
  if (openHere.has(resolve(file))) throw new StorageError('in-use', file, null);
  if (!isNew) {
    refuseDamaged(file);
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
    migrate(connection, file);
  } catch (error) {
    connection.close();
    throw error instanceof StorageError ? error : new StorageError(reasonOf(error), file, error);
  }
  openHere.add(resolve(file));
  return wrap(connection, file);
}

/** Some ten thousand payments: looked through in a fraction of a second. */
const LOOKED_THROUGH_BYTES = 64 * 1024 * 1024;

/**
 * Looks through the whole of a ledger before anything may write to it: SQLite itself notices damage
 * only where it reads, which may be in the middle of a payment (where it is refused as well, before
 * anything is sent). One too large to be looked through while a cashier waits is opened without. It
 * is read by a connection that cannot write: one that can would, in closing, move what stands in
 * the journal into the damaged file.
 */
function refuseDamaged(file: string): void {
  let reader: DatabaseSync | null = null;
  try {
    const isLarge = statSync(file).size > LOOKED_THROUGH_BYTES;
    if (!isLarge) readAhead(file);
    reader = new DatabaseSync(file, { readOnly: true, timeout: 500 });
    if (isLarge) {
      reader.prepare('SELECT count(*) FROM sqlite_schema').get();
      return;
    }
    const found = reader.prepare('PRAGMA quick_check(1)').get()?.quick_check;
    if (found !== 'ok') throw new StorageError('damaged', file, new Error(String(found)));
  } catch (error) {
    if (error instanceof StorageError) throw error;
    // A full disk or another process in the way is met again, and named, where it is opened.
    if (reasonOf(error) === 'damaged') throw new StorageError('damaged', file, error);
  } finally {
    reader?.close();
  }
}

/** SQLite opens such a file for reading, and then fails at a lock without saying why. */
function refuseReadOnly(file: string): void {
  try {
    accessSync(file, constants.W_OK);
  } catch (error) {
    throw new StorageError('read-only', file, error);
  }
}

/** In one go: page by page, in the order of the trees, a cold disk takes several times as long. */
function readAhead(file: string): void {
  const handle = openSync(file, 'r');
  try {
    const piece = Buffer.allocUnsafe(1_048_576);
    while (readSync(handle, piece) > 0);
  } finally {
    closeSync(handle);
  }
}

/** A commit waits for as many pages at most: a millisecond or two. */
const PAGES_AT_ONCE = 64;

function prepareConnection(connection: DatabaseSync, isNew: boolean): void {
  // Exclusive locking must be asked for before WAL is entered: a second process on the same file
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

function migrate(connection: DatabaseSync, file: string): void {
  const version = userVersion(connection);
  if (version > MIGRATIONS.length) {
    throw new StorageError('newer-version', file, new Error(`version ${version}`));
  }
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue;
    connection.exec('BEGIN IMMEDIATE');
    try {
      connection.exec(migration);
      connection.exec(`PRAGMA user_version = ${index + 1}`);
      connection.exec('COMMIT');
    } catch (error) {
      // A full disk has rolled it back already; asking once more would hide why.
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  }
}

/** As many migrations as this program knows. */
export const LEDGER_VERSION = MIGRATIONS.length;

function userVersion(connection: DatabaseSync): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.user_version ?? 0);
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
        // Something else may have set it: an acknowledged intent must be a synced one.
        const level = connection.prepare('PRAGMA synchronous').get()?.synchronous;
        if (level !== 2) throw new Error(`synchronous is ${String(level)}, not FULL`);
        connection.exec('COMMIT');
        return value;
      } catch (error) {
        if (connection.isTransaction) connection.exec('ROLLBACK');
        if (isSqliteError(error)) throw new StorageError(reasonOf(error), file, error);
        throw error;
      } finally {
        isInside = false;
      }
    },
    copyTo: async (copy, between) => {
      try {
        await backup(connection, copy, { rate: PAGES_AT_ONCE, progress: between });
      } catch (error) {
        if (isSqliteError(error)) throw new StorageError(reasonOf(error), copy, error);
        throw error;
      }
    },
    close: () => {
      connection.close();
      openHere.delete(resolve(file));
    },
  };
}

function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error;
}

function reasonOf(error: unknown): StorageReason {
  const code = isSqliteError(error) ? error.errcode & 0xff : 0;
  switch (code) {
    case 5:
    case 6:
      return 'in-use';
    case 8:
    case 14:
    case 3:
      return 'read-only';
    case 11:
    case 26:
      return 'damaged';
    case 13:
      return 'full';
    default:
      return 'failed';
  }
}
