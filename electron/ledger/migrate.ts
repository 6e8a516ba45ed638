import type { DatabaseSync } from 'node:sqlite';
import { findSchemaDifference } from './expected-schema.ts';
import { readLedgerFormat, SET_LEDGER_APPLICATION_ID_SQL } from './ledger-format.ts';
import { MIGRATIONS } from './schema/index.ts';
import { StorageError } from './storage-error.ts';

/** The version that this program writes: the number of its migrations. */
export const CURRENT_LEDGER_VERSION = MIGRATIONS.length;

/** Throws `StorageError` if the file is no ledger of a version of these migrations with its schema. */
export function assertSupportedLedgerFormat(
  reader: Pick<DatabaseSync, 'prepare'>,
  file: string,
  migrations: readonly string[],
): void {
  const format = readLedgerFormat(reader);
  switch (format.kind) {
    case 'empty':
      return;
    case 'ledger': {
      if (format.version > migrations.length) {
        throw new StorageError('newer-version', file, new Error(`version ${format.version}`));
      }
      const difference = findSchemaDifference(reader, migrations.slice(0, format.version));
      if (difference === null) return;
      throw new StorageError('altered', file, new Error(difference));
    }
    case 'earlier-format':
      throw new StorageError('earlier-format', file, new Error(`version ${format.version}`));
    case 'foreign':
      throw new StorageError('failed', file, new Error('a database that is no ledger'));
  }
}

/** The difference between a ledger's schema and that of the version; null if there is none. */
export function findLedgerSchemaDifference(
  reader: Pick<DatabaseSync, 'prepare'>,
  version: number,
): string | null {
  return findSchemaDifference(reader, MIGRATIONS.slice(0, version));
}

/**
 * Migrates a ledger to the newest version, with one commit for each version: a power cut leaves a
 * complete version.
 */
export function migrateLedger(
  connection: DatabaseSync,
  file: string,
  migrations: readonly string[],
): void {
  assertSupportedLedgerFormat(connection, file, migrations);
  const version = Number(connection.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    connection.exec('BEGIN IMMEDIATE');
    try {
      connection.exec(migration);
      connection.exec(`${SET_LEDGER_APPLICATION_ID_SQL}; PRAGMA user_version = ${index + 1}`);
      connection.exec('COMMIT');
    } catch (error) {
      // A full disk has rolled it back already; another rollback would hide the reason.
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  }
}
