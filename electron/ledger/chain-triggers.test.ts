import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openLedgerDatabase, StorageError, setChainSyncTriggers } from './index.ts';
import { MIGRATIONS } from './schema/index.ts';
import { insertIntentRow } from './testing/index.ts';

const AT = '2026-01-15T16:00:00.000Z';

let folder: string;
let file: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mostrador-chain-log-'));
  file = join(folder, 'ledger.sqlite');
  database = openLedgerDatabase(file);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(...statements: string[]): void {
  database.commit(() => {
    for (const sql of statements) database.prepare(sql).run();
  });
}

function reopen(): void {
  database.close();
  database = openLedgerDatabase(file);
}

const listChanges = (): unknown[] =>
  database
    .prepare('SELECT number, kind, key FROM chain_changes ORDER BY number')
    .all()
    .map(({ number, kind, key }) => [number, kind, key]);

const PEOPLE = [
  `INSERT INTO cashiers (id, name, role, pin_hash, created_at)
     VALUES ('ana', 'Ana', 'cashier', '', '${AT}')`,
  `INSERT INTO shifts (id, number, opened_at, opened_by) VALUES ('shift', 1, '${AT}', 'ana')`,
];

function pay(id: string): void {
  database.commit(() => {
    insertIntentRow(database, { id, at: AT });
    database.prepare(`INSERT INTO outcomes (intent_id, state) VALUES (?, 'sent')`).run(id);
  });
}

describe('a ledger with a chain', () => {
  it('records changes of payments, shifts, Z reports and refunds in their own commit', () => {
    setChainSyncTriggers(database, true);
    run(...PEOPLE);
    pay('one');
    run(`UPDATE outcomes SET state = 'paid', authorization = '7'`);
    // Columns that are not sent to the chain.
    run(`UPDATE outcomes SET seen_at = '${AT}', next_look_up_at = '${AT}', ticket_text = 'text'`);
    run(
      `UPDATE shifts SET closed_at = '${AT}', closed_by = 'ana'`,
      `INSERT INTO print_jobs (id, number, kind, created_at, state)
         VALUES ('paper', 1, 'z', '${AT}', 'waiting')`,
      `INSERT INTO z_reports (number, shift_id, at, report, document, print_job)
         VALUES (1, 'shift', '${AT}', '{}', '{}', 'paper')`,
    );
    run(
      `INSERT INTO refunds (intent_id, found_at, found_by, service_status, owed_to, is_handed_over,
         amount, currency) VALUES ('one', '${AT}', 'watch', 'Refunded', 'customer', 0, '1.00', 'MXN')`,
    );
    run(
      `INSERT INTO refund_settlements (intent_id, how, at, cashier_id)
         VALUES ('one', 'handed-back', '${AT}', 'ana')`,
    );
    expect(listChanges()).toEqual([
      [1, 'shift', 'shift'],
      [2, 'payment', 'one'],
      [3, 'payment', 'one'],
      [4, 'shift', 'shift'],
      [5, 'z-report', '1'],
      [6, 'refund', 'one'],
      [7, 'refund', 'one'],
    ]);
    const marks = database.prepare('SELECT DISTINCT mark FROM chain_changes').all();
    expect(marks).toHaveLength(7);
  });

  it('records nothing of a commit that was rolled back', () => {
    setChainSyncTriggers(database, true);
    run(...PEOPLE);
    expect(() =>
      database.commit(() => {
        insertIntentRow(database, { id: 'one', at: AT });
        database.prepare(`INSERT INTO outcomes (intent_id, state) VALUES ('one', 'sent')`).run();
        throw new Error('the power goes');
      }),
    ).toThrow('the power goes');
    expect(listChanges()).toEqual([[1, 'shift', 'shift']]);
  });

  it('continues the numbers of the changes after a reopen', () => {
    setChainSyncTriggers(database, true);
    run(...PEOPLE);
    reopen();
    setChainSyncTriggers(database, true);
    pay('one');
    expect(listChanges()).toEqual([
      [1, 'shift', 'shift'],
      [2, 'payment', 'one'],
    ]);
  });

  it('refuses to open a ledger with a chain if one of its triggers is missing', () => {
    setChainSyncTriggers(database, true);
    database.close();
    const raw = new DatabaseSync(file);
    raw.exec('DROP TRIGGER chain_notes_outcome');
    raw.close();
    let cause = '';
    try {
      openLedgerDatabase(file).close();
    } catch (error) {
      if (error instanceof StorageError) cause = `${error.reason}: ${String(error.cause)}`;
    }
    expect(cause).toBe(
      'altered: Error: added: nothing; missing: trigger chain_notes_outcome; changed: nothing',
    );
    const repaired = new DatabaseSync(file);
    repaired.exec(`DROP TRIGGER chain_notes_payment; DROP TRIGGER chain_notes_shift;
      DROP TRIGGER chain_notes_shift_change; DROP TRIGGER chain_notes_z_report;
      DROP TRIGGER chain_notes_refund; DROP TRIGGER chain_notes_settlement`);
    repaired.close();
    database = openLedgerDatabase(file);
  });
});

describe('a ledger without a chain', () => {
  it('records no changes', () => {
    setChainSyncTriggers(database, false);
    run(...PEOPLE);
    pay('one');
    expect(listChanges()).toEqual([]);
    expect(database.prepare('SELECT * FROM chain_state').get()).toBeUndefined();
  });

  it('deletes the changes of a former chain, and starts a new epoch with the next', () => {
    setChainSyncTriggers(database, true);
    const formerEpochKey = database.prepare('SELECT epoch_key FROM chain_state').get()?.epoch_key;
    run(...PEOPLE);
    setChainSyncTriggers(database, false);
    pay('one');
    expect(listChanges()).toEqual([]);
    reopen();
    setChainSyncTriggers(database, true);
    const state = database.prepare('SELECT * FROM chain_state').get();
    expect(state?.epoch_key).not.toBe(formerEpochKey);
    // The payment made between the two chains must be listed.
    expect(state?.list_before_at).toBe('9999');
  });
});

describe('a ledger of version 1', () => {
  it('migrates a ledger of version 1 with a copy beside it, and can then add a chain', () => {
    database.close();
    rmSync(file);
    openLedgerDatabase(file, undefined, MIGRATIONS.slice(0, 1)).close();
    database = openLedgerDatabase(file);
    expect(database.prepare('PRAGMA user_version').get()?.user_version).toBe(MIGRATIONS.length);
    setChainSyncTriggers(database, true);
    run(...PEOPLE);
    reopen();
    expect(listChanges()).toEqual([[1, 'shift', 'shift']]);
    expect(
      openLedgerDatabase(`${file}.before-version-2`, undefined, MIGRATIONS.slice(0, 1)).close(),
    ).toBe(undefined);
  });
});
