import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  findLedgerSchemaDifference,
  LEDGER_VERSION,
  openDatabase,
  openImmutable,
  StorageError,
} from '../../ledger/index.ts';
import { inspectLedger } from './inspect-ledger.ts';

let folder: string;
let whole: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-schema-'));
  whole = join(folder, 'whole.sqlite');
  file = join(folder, 'doctored.sqlite');
  openDatabase(whole).close();
});
afterEach(() => {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy on which somebody with SQLite's own tools has done that. */
function doctored(sql: string): string {
  copyFileSync(whole, file);
  const hand = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  hand.enableDefensive(false);
  hand.exec(sql);
  hand.close();
  return file;
}

const byHand = (sql: string): string =>
  `PRAGMA writable_schema = ON; ${sql}; PRAGMA writable_schema = RESET;`;

const FOREIGN: readonly (readonly [what: string, sql: string])[] = [
  ['a table', 'CREATE TABLE mine (a TEXT)'],
  ['a table of another name for ours', 'CREATE TABLE "audit " (number INTEGER)'],
  ['a column', 'ALTER TABLE cashiers ADD COLUMN backdoor TEXT'],
  [
    'a generated column',
    "ALTER TABLE cashiers ADD COLUMN always TEXT GENERATED ALWAYS AS ('owner') VIRTUAL",
  ],
  ['a column of another name', 'ALTER TABLE cashiers RENAME COLUMN failures TO tries'],
  ['an index', 'CREATE INDEX mine ON audit (detail)'],
  ['a unique index, by which writing fails', 'CREATE UNIQUE INDEX mine ON audit (kind)'],
  ['an index that is missing', 'DROP INDEX audit_by_time'],
  ['a view', 'CREATE VIEW mine AS SELECT 1 AS a'],
  [
    'a view in the place of a table',
    'DROP TABLE ledger_identity; CREATE VIEW ledger_identity AS SELECT 1 AS only',
  ],
  [
    'a trigger that keeps the audit log silent',
    "CREATE TRIGGER mute BEFORE INSERT ON audit WHEN NEW.kind = 'cancelled' BEGIN SELECT raise(IGNORE); END",
  ],
  [
    'a trigger on a view',
    'CREATE VIEW mine AS SELECT 1 AS a; CREATE TRIGGER more INSTEAD OF INSERT ON mine BEGIN SELECT 1; END',
  ],
  ['a trigger of ours that is missing', 'DROP TRIGGER audit_is_not_deleted'],
  [
    'a trigger of ours that does nothing',
    'DROP TRIGGER audit_is_not_deleted; CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN SELECT 1; END',
  ],
  ['a virtual table', 'CREATE VIRTUAL TABLE mine USING fts5(a)'],
  ['statistics that mislead the planner', 'ANALYZE'],
  [
    'a rule that was loosened behind SQLite',
    byHand(
      "UPDATE sqlite_schema SET sql = replace(sql, '''supervisor'', ''owner''', '''supervisor'', ''owner'', ''god''') WHERE name = 'cashiers'",
    ),
  ],
  [
    'a rule that was taken out behind SQLite',
    byHand(
      "UPDATE sqlite_schema SET sql = replace(sql, 'CHECK (number > 0)', '') WHERE name = 'audit'",
    ),
  ],
  [
    'a word in a comment that was changed',
    byHand("UPDATE sqlite_schema SET sql = replace(sql, '--', '-- ') WHERE name = 'audit'"),
  ],
  [
    'a trigger that was renamed, which SQLite itself cannot read',
    byHand("UPDATE sqlite_schema SET name = 'x' WHERE name = 'audit_is_not_changed'"),
  ],
  [
    'a trigger that stands at another table, which SQLite itself cannot read',
    byHand("UPDATE sqlite_schema SET tbl_name = 'shifts' WHERE name = 'audit_is_not_changed'"),
  ],
  [
    'two tables on the same pages',
    byHand(
      "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'z_reports') WHERE name = 'cash_counts'",
    ),
  ],
];

describe('a ledger whose schema is not ours', () => {
  it('is none that this program makes itself', () => {
    expect(findLedgerSchemaDifference(openImmutable(whole), LEDGER_VERSION)).toBeNull();
    openDatabase(whole).close();
  });

  it.each(FOREIGN)('is not opened, and left as it is: %s', (what, sql) => {
    doctored(sql);
    const before = readFileSync(file);
    let refused: unknown;
    try {
      openDatabase(file).close();
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(StorageError);
    // Pages that two tables share are damage to SQLite already.
    const isDamage = /SQLite itself|same pages/.test(what);
    expect(Object(refused).reason).toBe(isDamage ? 'damaged' : 'altered');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each(FOREIGN)('is refused where a backup is looked through: %s', async (what, sql) => {
    const { trouble } = { trouble: null, ...(await inspectLedger(doctored(sql))) };
    const isDamage = /SQLite itself|same pages/.test(what);
    expect(trouble).toBe(isDamage ? 'damaged' : 'altered');
  });

  it('is not opened either where it is still in the journal', () => {
    copyFileSync(whole, file);
    const hand = new DatabaseSync(file);
    hand.exec(
      'PRAGMA journal_mode = WAL; CREATE TRIGGER mute BEFORE INSERT ON audit BEGIN SELECT 1; END',
    );
    const left = join(folder, 'left.sqlite');
    for (const end of ['', '-wal']) copyFileSync(file + end, left + end);
    hand.close();
    expect(() => openDatabase(left)).toThrow('altered');
  });
});

it('trusts no schema on any of its connections', () => {
  const writer = openDatabase(whole);
  const reader = openImmutable(whole);
  for (const connection of [writer, reader]) {
    expect(connection.prepare('PRAGMA trusted_schema').get()).toEqual({ trusted_schema: 0 });
    expect(connection.prepare('PRAGMA cell_size_check').get()).toEqual({ cell_size_check: 1 });
  }
  reader.close();
  writer.close();
});
