import type { DatabaseSync } from 'node:sqlite';
import { findSchemaDifference } from './expected-schema.ts';
import { readLedgerFormat, SET_APPLICATION_ID_SQL } from './ledger-format.ts';
import { MIGRATIONS } from './schema/index.ts';
import { StorageError } from './storage-error.ts';

/** The version that this program writes: the number of migrations that it knows. */
export const LEDGER_VERSION = MIGRATIONS.length;

/** Throws if the file is not a ledger of a version that these steps make, with its very schema. */
export function assertLedgerFormat(
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
      const foreign = findSchemaDifference(reader, migrations.slice(0, format.version));
      if (foreign === null) return;
      throw new StorageError('altered', file, new Error(foreign));
    }
    case 'earlier-format':
      throw new StorageError('earlier-format', file, new Error(`version ${format.version}`));
    case 'foreign':
      throw new StorageError('failed', file, new Error('a database that is no ledger'));
  }
}

/** What in the schema of a ledger of that version is not ours; null if all of it is. */
export function findLedgerSchemaDifference(
  reader: Pick<DatabaseSync, 'prepare'>,
  version: number,
): string | null {
  return findSchemaDifference(reader, MIGRATIONS.slice(0, version));
}

/**
 * Brings a ledger to the newest version, one commit for each; a power cut leaves a whole version.
 */
export function migrate(
  connection: DatabaseSync,
  file: string,
  migrations: readonly string[],
): void {
  assertLedgerFormat(connection, file, migrations);
  const version = Number(connection.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    connection.exec('BEGIN IMMEDIATE');
    try {
      connection.exec(migration);
      connection.exec(`${SET_APPLICATION_ID_SQL}; PRAGMA user_version = ${index + 1}`);
      connection.exec('COMMIT');
    } catch (error) {
      // A full disk has rolled it back already; another rollback would hide the reason.
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  }
}
