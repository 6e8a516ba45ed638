import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { hardenConnection } from './expected-schema.ts';

/**
 * "MOST" in the header of every ledger, as SQLite's `application_id`. Ledgers from before version 1
 * have none: their `user_version` counted other migrations, and cannot be compared with ours.
 */
const APPLICATION_ID = 0x4d4f5354;

/** In SQL, for the commit that creates a ledger. */
export const SET_APPLICATION_ID_SQL = `PRAGMA application_id = ${APPLICATION_ID}`;

export type LedgerFormat =
  | { readonly kind: 'ledger'; readonly version: number }
  /** Nothing has been written into it yet. */
  | { readonly kind: 'empty' }
  /** A ledger as the till kept it before version 1. */
  | { readonly kind: 'earlier-format'; readonly version: number }
  /** A database, but not a ledger. */
  | { readonly kind: 'foreign' };

/**
 * Opens a file that nobody writes to as one that cannot change. Nothing is created beside it, so it
 * may be in a read-only place. Content that is still in a journal beside it is not seen.
 */
export function openImmutable(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  const reader = new DatabaseSync(address, { readOnly: true });
  hardenConnection(reader);
  return reader;
}

/** Reads only the header and the names of the tables. */
export function readLedgerFormat(reader: Pick<DatabaseSync, 'prepare'>): LedgerFormat {
  const pragma = (name: string): number =>
    Number(reader.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
  const version = pragma('user_version');
  if (pragma('application_id') === APPLICATION_ID) return { kind: 'ledger', version };
  const tables = reader
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
    .all()
    .map((row) => row.name);
  if (tables.length === 0 && version === 0) return { kind: 'empty' };
  if (pragma('application_id') === 0 && version > 0 && tables.includes('intents')) {
    return { kind: 'earlier-format', version };
  }
  return { kind: 'foreign' };
}
