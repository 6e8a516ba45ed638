import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openDatabase } from './index.ts';
import { insertIntentRow } from './intent.fixture.ts';
import { BILLER_NAMES_MIGRATION } from './migration-biller-names.ts';
import { MIGRATIONS } from './schema.ts';

const AT = '2026-01-15T16:00:00.000Z';

const pay = (
  into: Parameters<typeof insertIntentRow>[0],
  id: string,
  billerId: number,
  billerName: string,
): void => insertIntentRow(into, { id, at: AT, billerId, billerName });

it('every name of a paid biller is kept once, also in a ledger of before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-names-'));
  const file = join(folder, 'ledger.sqlite');
  const before = MIGRATIONS.indexOf(BILLER_NAMES_MIGRATION);
  const old = new DatabaseSync(file);
  for (const migration of MIGRATIONS.slice(0, before)) old.exec(migration);
  old.exec(`PRAGMA user_version = ${before};
    INSERT INTO cashiers (id, name, role, pin_hash, created_at)
      VALUES ('ana', 'Ana', 'cashier', '', '${AT}');
    INSERT INTO shifts (id, opened_at, opened_by) VALUES ('shift', '${AT}', 'ana')`);
  pay(old, 'one', 40, 'CFE');
  pay(old, 'two', 41, 'Gas Nación');
  pay(old, 'three', 41, 'Gas del Valle');
  old.close();
  const database = openDatabase(file);
  const names = database.prepare('SELECT biller_id AS id, name FROM biller_names');
  try {
    database.commit(() => {
      pay(database, 'four', 41, 'Gas Nación');
      pay(database, 'five', 41, 'Valle Energía');
    });
    expect(names.all().map((row) => ({ ...row }))).toEqual([
      { id: 40, name: 'CFE' },
      { id: 41, name: 'Gas Nación' },
      { id: 41, name: 'Gas del Valle' },
      { id: 41, name: 'Valle Energía' },
    ]);
  } finally {
    database.close();
    rmSync(folder, { recursive: true });
  }
});
