import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openLedgerDatabase } from './index.ts';
import { insertIntentRow } from './testing/index.ts';

const AT = '2026-01-15T16:00:00.000Z';

let folder: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-schema-'));
  database = openLedgerDatabase(join(folder, 'ledger.sqlite'));
  for (const sql of [
    `INSERT INTO cashiers (id, name, role, pin_hash, created_at)
       VALUES ('ana', 'Ana', 'cashier', '', '${AT}')`,
    `INSERT INTO shifts (id, opened_at, opened_by) VALUES ('shift', '${AT}', 'ana')`,
  ]) {
    database.prepare(sql).run();
  }
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

it('stores every name of a paid biller once', () => {
  const pay = (id: string, billerId: number, billerName: string): void =>
    insertIntentRow(database, { id, at: AT, billerId, billerName });
  pay('one', 40, 'CFE');
  pay('two', 41, 'Gas Nación');
  pay('three', 41, 'Gas del Valle');
  pay('four', 41, 'Gas Nación');
  const names = database.prepare('SELECT biller_id AS id, name FROM biller_names').all();
  expect(names.map(({ id, name }) => [id, name])).toEqual([
    [40, 'CFE'],
    [41, 'Gas Nación'],
    [41, 'Gas del Valle'],
  ]);
});

it('rejects an update or a delete of a movement of a shift', () => {
  database
    .prepare(
      `INSERT INTO cash_movements (id, shift_id, at, kind, tender, amount, currency, cashier_id)
       VALUES ('one', 'shift', '${AT}', 'float', 'cash', '500.00', 'MXN', 'ana')`,
    )
    .run();
  for (const sql of [
    'DELETE FROM cash_movements',
    "UPDATE cash_movements SET amount = '1.00'",
    'UPDATE cash_movements SET shift_id = NULL',
  ]) {
    expect(() => database.prepare(sql).run()).toThrow(/a movement is not/);
  }
});

it('has the long columns of a print job last, so that its state is read without them', () => {
  const columns = database.prepare('PRAGMA table_info(print_jobs)').all();
  expect(columns.slice(-3).map(({ name }) => name)).toEqual(['document', 'lines', 'bytes']);
});
