import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { hardenDatabaseConnection } from './expected-schema.ts';

/**
 * "MOST" in the header of every ledger, as SQLite's `application_id`. Ledgers from before version 1
 * have none: their `user_version` counted other migrations, and cannot be compared with the current
 * one.
 */
const APPLICATION_ID = 0x4d4f5354;

/** In SQL, for the commit that creates a ledger. */
export const SET_LEDGER_APPLICATION_ID_SQL = `PRAGMA application_id = ${APPLICATION_ID}`;

export type LedgerFormat =
  | { readonly kind: 'ledger'; readonly version: number }
  /** Nothing has been written to it yet. */
  | { readonly kind: 'empty' }
  /** A ledger from before version 1. */
  | { readonly kind: 'earlier-format'; readonly version: number }
  /** A database, but not a ledger. */
  | { readonly kind: 'foreign' };

/**
 * Opens a file read-only as one that does not change; no process may write to it meanwhile. SQLite
 * creates no files beside it, so that it may be in a read-only folder. Content that is still in the
 * journal is not visible.
 */
export function openDatabaseImmutable(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  const reader = new DatabaseSync(address, { readOnly: true });
  hardenDatabaseConnection(reader);
  return reader;
}

/** Reads only the header and the names of the tables. */
export function readLedgerFormat(reader: Pick<DatabaseSync, 'prepare'>): LedgerFormat {
  const readPragma = (name: string): number =>
    Number(reader.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
  const version = readPragma('user_version');
  if (readPragma('application_id') === APPLICATION_ID) return { kind: 'ledger', version };
  const tables = reader
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
    .all()
    .map((row) => row.name);
  if (tables.length === 0 && version === 0) return { kind: 'empty' };
  if (readPragma('application_id') === 0 && version > 0 && tables.includes('intents')) {
    return { kind: 'earlier-format', version };
  }
  return { kind: 'foreign' };
}
