import { existsSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Database } from './database.ts';
import { hardenConnection } from './expected-schema.ts';
import { openImmutable } from './ledger-format.ts';
import { MIGRATIONS } from './schema/index.ts';
import { StorageError, toStorageReason } from './storage-error.ts';
import { validateLedgerFile } from './validate-ledger-file.ts';

/**
 * Opens the ledger of a till that is closed, for somebody who only looks: nothing is migrated,
 * nothing written, and a till that starts meanwhile is not kept waiting. One that a program has open
 * is `in-use`. Throws only `StorageError`.
 */
export function openLedgerReadOnly(file: string): Pick<Database, 'file' | 'prepare' | 'close'> {
  if (!existsSync(file)) throw new StorageError('failed', file, new Error('there is no ledger'));
  validateLedgerFile(file, MIGRATIONS);
  try {
    // What a killed till left in its journal is read too; beside a closed one nothing is made.
    const connection = existsSync(`${file}-wal`)
      ? new DatabaseSync(file, { readOnly: true, timeout: 0 })
      : openImmutable(file);
    hardenConnection(connection);
    // A lock of another program is met here, not in the middle of an answer.
    connection.prepare('SELECT count(*) FROM sqlite_schema').get();
    const statements = new Map<string, StatementSync>();
    return {
      file,
      prepare: (sql) => {
        const made = statements.get(sql) ?? connection.prepare(sql);
        statements.set(sql, made);
        return made;
      },
      close: () => connection.close(),
    };
  } catch (error) {
    throw new StorageError(toStorageReason(error), file, error);
  }
}
