import { renameSync, rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/**
 * The training service's state: transactions, bills, account balances, stored answers for repeated
 * keys, and the shop's balance. It is in memory if the service runs alone. In a till it is one
 * SQLite file, committed before an answer is sent, so that a killed till loses nothing.
 */
export interface TrainingStore {
  run(sql: string, ...values: SQLInputValue[]): void;
  insert(sql: string, ...values: SQLInputValue[]): number;
  get(sql: string, ...values: SQLInputValue[]): TrainingRow | null;
  list(sql: string, ...values: SQLInputValue[]): TrainingRow[];
  /** Runs `work` in one transaction; if it throws, everything is rolled back. */
  commit<Value>(work: () => Value): Value;
  close(): void;
}

export type TrainingRow = Record<string, null | number | bigint | string | Uint8Array>;

const SCHEMA = `
  CREATE TABLE shop (only INTEGER PRIMARY KEY CHECK (only = 1), balance TEXT NOT NULL) STRICT;

  CREATE TABLE transactions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    external_id TEXT NOT NULL UNIQUE,
    biller_id INTEGER NOT NULL,
    account_number TEXT NOT NULL,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    fx_rate TEXT NOT NULL,
    amount_usd TEXT NOT NULL,
    amount_chain TEXT NOT NULL,
    fee TEXT NOT NULL,
    total_usd TEXT NOT NULL,
    total_chain TEXT NOT NULL,
    earned TEXT NOT NULL,
    paid TEXT NOT NULL,
    starting_balance TEXT NOT NULL,
    ending_balance TEXT NOT NULL,
    hours_to_fulfill INTEGER,
    pos_number TEXT,
    cashier_id TEXT,
    status TEXT NOT NULL,
    ticket_text TEXT NOT NULL,
    -- Milliseconds since the epoch.
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX transactions_by_account ON transactions (biller_id, account_number, created_at);

  CREATE TABLE bills (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    biller_id INTEGER NOT NULL,
    account_number TEXT NOT NULL,
    name_on_account TEXT,
    status TEXT NOT NULL,
    error_code TEXT,
    error_message TEXT,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX bills_once ON bills (biller_id, account_number) WHERE deleted_at IS NULL;

  -- How often an account's random balance was drawn anew.
  CREATE TABLE refreshes (
    biller_id INTEGER NOT NULL,
    account_number TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (biller_id, account_number)
  ) STRICT, WITHOUT ROWID;

  -- First answers, for a repeated Idempotency-Key.
  CREATE TABLE kept_answers (
    key TEXT PRIMARY KEY,
    request TEXT NOT NULL,
    status INTEGER NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  INSERT INTO sqlite_sequence (name, seq) VALUES ('transactions', 48585), ('bills', 8389);
  PRAGMA user_version = 1;
`;

/**
 * Opens the state; in memory if `file` is null. A file that is damaged, or that a newer version
 * wrote, is renamed, reported through `onError`, and replaced by a new one: it contains only
 * training data.
 */
export function openTrainingStore(
  file: string | null,
  startingBalance: string,
  onError: (error: unknown) => void,
): TrainingStore {
  if (file === null) return openStore(':memory:', startingBalance);
  try {
    return openStore(file, startingBalance);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    onError(error);
    renameSync(file, `${file}.unusable`);
    for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true });
    return openStore(file, startingBalance);
  }
}

class NewerVersionError extends Error {}

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

function isUnusable(error: unknown): boolean {
  if (error instanceof NewerVersionError) return true;
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

function openStore(location: string, startingBalance: string): TrainingStore {
  const database = new DatabaseSync(location);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
    if (version > 1) throw new NewerVersionError(`training state of version ${version}`);
    if (version === 0) {
      database.exec(`BEGIN; ${SCHEMA}`);
      database.prepare('INSERT INTO shop (only, balance) VALUES (1, ?)').run(startingBalance);
      database.exec('COMMIT');
    }
  } catch (error) {
    database.close();
    throw error;
  }
  return toStore(database);
}

function toStore(database: DatabaseSync): TrainingStore {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const cached = statements.get(sql);
    if (cached) return cached;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    run: (sql, ...values) => {
      prepare(sql).run(...values);
    },
    insert: (sql, ...values) => Number(prepare(sql).run(...values).lastInsertRowid),
    get: (sql, ...values) => prepare(sql).get(...values) ?? null,
    list: (sql, ...values) => prepare(sql).all(...values),
    commit: (work) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const value = work();
        database.exec('COMMIT');
        return value;
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
}

/**
 * Reads a column that the schema guarantees. Throws a TypeError for another type, which is a
 * programming error.
 */
export function getText(row: TrainingRow, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`column ${column} is not text`);
  return value;
}

export function getTextOrNull(row: TrainingRow, column: string): string | null {
  return row[column] === null ? null : getText(row, column);
}

export function getInteger(row: TrainingRow, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`column ${column} is not a number`);
  return value;
}

export function getIntegerOrNull(row: TrainingRow, column: string): number | null {
  return row[column] === null ? null : getInteger(row, column);
}
