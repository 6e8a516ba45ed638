import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Database } from './database.ts';
import { hardenDatabaseConnection } from './expected-schema.ts';
import { openDatabaseImmutable } from './ledger-format.ts';
import { MIGRATIONS } from './schema/index.ts';
import { StorageError, toStorageProblemReason } from './storage-error.ts';
import { readValidatedLedgerVersion } from './validate-ledger-file.ts';

/**
 * Opens the ledger of a closed till for reading: nothing is migrated or written, and a till that
 * starts meanwhile does not have to wait. A ledger that another program has open is `in-use`. Throws
 * only `StorageError`.
 */
export function openLedgerReadOnly(file: string): Pick<Database, 'file' | 'prepare' | 'close'> {
  if (!existsSync(file)) throw new StorageError('failed', file, new Error('there is no ledger'));
  readValidatedLedgerVersion(file, MIGRATIONS);
  try {
    // Also reads the journal of a killed till. Beside a closed ledger no file is created.
    const connection = existsSync(`${file}-wal`)
      ? new DatabaseSync(file, { readOnly: true, timeout: 0 })
      : openDatabaseImmutable(file);
    hardenDatabaseConnection(connection);
    // Detects a lock of another program here instead of during a later query.
    connection.prepare('SELECT count(*) FROM sqlite_schema').get();
    const statements = new Map<string, StatementSync>();
    return {
      file,
      prepare: (sql) => {
        const statement = statements.get(sql) ?? connection.prepare(sql);
        statements.set(sql, statement);
        return statement;
      },
      close: () => connection.close(),
    };
  } catch (error) {
    throw new StorageError(toStorageProblemReason(error), file, error);
  }
}
