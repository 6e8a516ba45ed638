import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  CURRENT_LEDGER_VERSION,
  findLedgerSchemaDifference,
  openDatabaseImmutable,
  openLedgerDatabase,
  StorageError,
} from '../../ledger/index.ts';
import { inspectLedger } from './inspect-ledger.ts';

let folder: string;
let intact: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-schema-'));
  intact = join(folder, 'whole.sqlite');
  file = join(folder, 'doctored.sqlite');
  openLedgerDatabase(intact).close();
});
afterEach(() => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Copies the intact ledger and runs this SQL on the copy, as a person with SQLite's own tools
 * could.
 */
function createAltered(sql: string): string {
  copyFileSync(intact, file);
  const connection = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  connection.enableDefensive(false);
  connection.exec(sql);
  connection.close();
  return file;
}

const toSchemaEdit = (sql: string): string =>
  `PRAGMA writable_schema = ON; ${sql}; PRAGMA writable_schema = RESET;`;

const ALTERATIONS: readonly (readonly [alteration: string, sql: string])[] = [
  ['a foreign table', 'CREATE TABLE mine (a TEXT)'],
  ['a table named like ours with a trailing space', 'CREATE TABLE "audit " (number INTEGER)'],
  ['a foreign column', 'ALTER TABLE cashiers ADD COLUMN backdoor TEXT'],
  [
    'a generated column',
    "ALTER TABLE cashiers ADD COLUMN always TEXT GENERATED ALWAYS AS ('owner') VIRTUAL",
  ],
  ['a renamed column', 'ALTER TABLE cashiers RENAME COLUMN failures TO tries'],
  ['a foreign index', 'CREATE INDEX mine ON audit (detail)'],
  ['a unique index that makes writes fail', 'CREATE UNIQUE INDEX mine ON audit (kind)'],
  ['a missing index', 'DROP INDEX audit_by_time'],
  ['a foreign view', 'CREATE VIEW mine AS SELECT 1 AS a'],
  [
    'a view instead of a table',
    'DROP TABLE ledger_identity; CREATE VIEW ledger_identity AS SELECT 1 AS only',
  ],
  [
    'a trigger that suppresses audit rows',
    "CREATE TRIGGER mute BEFORE INSERT ON audit WHEN NEW.kind = 'cancelled' BEGIN SELECT raise(IGNORE); END",
  ],
  [
    'a trigger on a view',
    'CREATE VIEW mine AS SELECT 1 AS a; CREATE TRIGGER more INSTEAD OF INSERT ON mine BEGIN SELECT 1; END',
  ],
  ['a missing trigger', 'DROP TRIGGER audit_is_not_deleted'],
  [
    'a trigger replaced by one that does nothing',
    'DROP TRIGGER audit_is_not_deleted; CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN SELECT 1; END',
  ],
  ['a virtual table', 'CREATE VIRTUAL TABLE mine USING fts5(a)'],
  ['statistics that mislead the planner', 'ANALYZE'],
  [
    'a CHECK constraint loosened in sqlite_schema',
    toSchemaEdit(
      "UPDATE sqlite_schema SET sql = replace(sql, '''supervisor'', ''owner''', '''supervisor'', ''owner'', ''god''') WHERE name = 'cashiers'",
    ),
  ],
  [
    'a CHECK constraint removed from sqlite_schema',
    toSchemaEdit(
      "UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (number > 0)', '') WHERE name = 'audit'",
    ),
  ],
  [
    'a changed comment in sqlite_schema',
    toSchemaEdit("UPDATE sqlite_schema SET sql = replace(sql, '--', '-- ') WHERE name = 'audit'"),
  ],
  [
    'a renamed trigger, which SQLite itself cannot read',
    toSchemaEdit("UPDATE sqlite_schema SET name = 'x' WHERE name = 'audit_is_not_changed'"),
  ],
  [
    'a trigger moved to another table, which SQLite itself cannot read',
    toSchemaEdit(
      "UPDATE sqlite_schema SET tbl_name = 'shifts' WHERE name = 'audit_is_not_changed'",
    ),
  ],
  [
    'two tables on the same pages',
    toSchemaEdit(
      "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'z_reports') WHERE name = 'cash_counts'",
    ),
  ],
];

describe('foreign ledger schema', () => {
  it('accepts the schema that this program creates', () => {
    expect(
      findLedgerSchemaDifference(openDatabaseImmutable(intact), CURRENT_LEDGER_VERSION),
    ).toBeNull();
    openLedgerDatabase(intact).close();
  });

  it.each(ALTERATIONS)('does not open or change a ledger with %s', (alteration, sql) => {
    createAltered(sql);
    const before = readFileSync(file);
    let refusal: unknown;
    try {
      openLedgerDatabase(file).close();
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(StorageError);
    // SQLite itself reports pages shared by two tables as damage.
    const isDamage = /SQLite itself|same pages/.test(alteration);
    expect(Object(refusal).reason).toBe(isDamage ? 'damaged' : 'altered');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each(ALTERATIONS)('rejects inspecting a ledger with %s', async (alteration, sql) => {
    const { problem } = { problem: null, ...(await inspectLedger(createAltered(sql))) };
    const isDamage = /SQLite itself|same pages/.test(alteration);
    expect(problem).toBe(isDamage ? 'damaged' : 'altered');
  });

  it('does not open a ledger whose journal holds a foreign trigger', () => {
    copyFileSync(intact, file);
    const connection = new DatabaseSync(file);
    connection.exec(
      'PRAGMA journal_mode = WAL; CREATE TRIGGER mute BEFORE INSERT ON audit BEGIN SELECT 1; END',
    );
    const copyWithJournal = join(folder, 'left.sqlite');
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copyWithJournal + suffix);
    connection.close();
    expect(() => openLedgerDatabase(copyWithJournal)).toThrow('altered');
  });
});

it('trusts no schema on any of its connections', () => {
  const writer = openLedgerDatabase(intact);
  const reader = openDatabaseImmutable(intact);
  for (const connection of [writer, reader]) {
    expect(connection.prepare('PRAGMA trusted_schema').get()).toEqual({ trusted_schema: 0 });
    expect(connection.prepare('PRAGMA cell_size_check').get()).toEqual({ cell_size_check: 1 });
  }
  reader.close();
  writer.close();
});
