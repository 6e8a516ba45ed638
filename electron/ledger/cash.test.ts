import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { movementsOfShift, openDatabase, readShift } from './index.ts';
import { CASH_MIGRATION } from './migration-cash.ts';
import { MIGRATIONS } from './schema.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-cash-ledger-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const AT = '2026-01-15T16:00:00.000Z';

/** A ledger as the till kept it before it wrote movements. */
function earlierLedger(file: string): void {
  const older = new DatabaseSync(file);
  const before = MIGRATIONS.indexOf(CASH_MIGRATION);
  for (const migration of MIGRATIONS.slice(0, before)) older.exec(migration);
  older.exec(`
    PRAGMA user_version = ${before};
    INSERT INTO cashiers (id, name, role, pin_hash, created_at)
      VALUES ('ana', 'Ana', 'owner', 'x', '${AT}');
    INSERT INTO shifts (id, opened_at, opened_by) VALUES ('s', '${AT}', 'ana');
  `);
  const intent = (id: string, kind: string, due: string, state: string): void =>
    older.exec(`
      INSERT INTO intents (id, order_id, kind, created_at, version, external_id, idempotency_key,
        target, body, biller_id, biller_name, biller_kind, account_number, amount, currency, due,
        shop_currency, cashier_id, cashier_name, pos_number, shift_id)
      VALUES ('${id}', '${id}', '${kind}', '${AT}', 'v3.mx', '${id}', '${id}', '/', x'00', 40, 'CFE',
        'utility', '1', '${due}', 'MXN', '${due}', 'MXN', 'ana', 'Ana', '07', 's');
      INSERT INTO outcomes (intent_id, state) VALUES ('${id}', '${state}');
    `);
  intent('paid', 'bill', '549.00', 'paid');
  intent('refused', 'bill', '20.00', 'rejected');
  intent('handed', 'cash-out', '200.00', 'paid');
  intent('waiting', 'cash-out', '300.00', 'paid');
  older.exec(
    `INSERT INTO hand_overs (intent_id, handed_at, handed_by) VALUES ('handed', '${AT}', 'ana')`,
  );
  older.close();
}

it('writes down what moved before movements were written, once and in its shift', () => {
  const file = join(folder, 'ledger.sqlite');
  earlierLedger(file);
  for (const _ of ['first start', 'second start']) {
    const database = openDatabase(file);
    expect(readShift(database, 's')).toMatchObject({
      number: 1,
      drawer: '',
      isFloatCounted: false,
    });
    expect(
      movementsOfShift(database, 's').map(({ kind, amount, intentId }) => [
        kind,
        amount.amount,
        intentId,
      ]),
    ).toEqual([
      ['payment', '549.00', 'paid'],
      ['cash-out', '-200.00', 'handed'],
    ]);
    database.close();
  }
});

it('lets no movement be changed or removed', () => {
  const file = join(folder, 'ledger.sqlite');
  earlierLedger(file);
  const database = openDatabase(file);
  for (const sql of [
    'DELETE FROM cash_movements',
    "UPDATE cash_movements SET amount = '1.00'",
    'UPDATE cash_movements SET shift_id = NULL',
  ]) {
    expect(() => database.prepare(sql).run()).toThrow(/a movement is not/);
  }
  database.close();
});
