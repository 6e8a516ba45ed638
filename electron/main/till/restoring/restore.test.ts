import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createTestLedger } from '../../../back-office/backup/testing/index.ts';
import { openLedgerDatabase } from '../../../ledger/index.ts';
import { createEarlierLedger, MIGRATIONS } from '../../../ledger/testing/index.ts';
import { createBackedUpLedger, LUIS } from './restore.fixture.ts';

const till = createBackedUpLedger();
const { restoreWithPin, restore, apply, open, closeLedger, listReplacedLedgers } = till;

/** Drops from a ledger what the migrations after the first have added. */
function revertToVersion1(file: string): void {
  const first = new DatabaseSync(':memory:');
  first.exec(MIGRATIONS[0] ?? '');
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  const listColumns = (schema: DatabaseSync, table: string): readonly string[] =>
    schema
      .prepare(`PRAGMA table_info(${table})`)
      .all()
      .map(({ name }) => String(name));
  const listObjects = (schema: DatabaseSync, type: string): readonly string[] =>
    schema
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%'",
      )
      .all(type)
      .map(({ name }) => String(name));
  for (const type of ['trigger', 'index', 'table']) {
    const kept = listObjects(first, type);
    for (const name of listObjects(database, type))
      if (!kept.includes(name)) database.exec(`DROP ${type} ${name}`);
  }
  for (const table of listObjects(first, 'table')) {
    const kept = listColumns(first, table);
    for (const column of listColumns(database, table))
      if (!kept.includes(column)) database.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
  database.exec('PRAGMA user_version = 1');
  first.close();
  database.close();
}

describe('--restore', () => {
  it('requires a supervisor of the ledger in use even if no payment would be lost', async () => {
    closeLedger();
    const needsPin = { problem: { kind: 'restore', reason: 'needs-pin' } };
    expect(await restore(null, false)).toMatchObject(needsPin);
    const guess = { ...LUIS, pin: '0000' };
    expect(await restore(guess, false)).toMatchObject({ problem: { kind: 'wrong-pin' } });
    expect(readdirSync(till.ledger.folder).filter((name) => /restor/.test(name))).toEqual([]);
    expect(await restore(LUIS, false)).toMatchObject({ ok: true });
    expect(open().notes).toMatchObject([{ insists: false, approver: 'Luis' }]);
  });

  /** Changes a backup as somebody would who has the ledger but not the key to seal it. */
  const createDoctoredBackup = async (sql: string): Promise<string> => {
    const file = join(till.ledger.folder, 'doctored.sqlite');
    await till.ledger.extractLedger(till.backup, file);
    const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    database.exec(sql);
    database.close();
    return file;
  };

  it.each([
    ['PIN', "UPDATE cashiers SET pin_hash = 'scrypt$1$1$1$a$b' WHERE id = 'luis'"],
    ['role', "UPDATE cashiers SET role = 'owner' WHERE id = 'eva'"],
    ['active person', "UPDATE cashiers SET disabled_at = '2026-01-01' WHERE id = 'eva'"],
    [
      'person',
      "INSERT INTO cashiers (id, name, role, pin_hash, created_at) VALUES ('m', 'M', 'owner', 'x', '2026-01-01')",
    ],
    ['shift', "UPDATE shifts SET opened_by = 'eva'"],
  ])('accepts a backup with another %s only if a supervisor insists', async (_what, sql) => {
    const file = await createDoctoredBackup(sql);
    closeLedger();
    expect(await restoreWithPin(null, file)).toMatchObject({ problem: { reason: 'differs' } });
    expect(await restoreWithPin(LUIS, file)).toMatchObject({ ok: true });
  });

  it('accepts a backup of version 1 with another shift only if a supervisor insists', async () => {
    const file = await createDoctoredBackup("UPDATE shifts SET opened_by = 'eva'");
    revertToVersion1(file);
    closeLedger();
    expect(await restoreWithPin(null, file)).toMatchObject({ problem: { reason: 'differs' } });
    expect(await restoreWithPin(LUIS, file)).toMatchObject({ ok: true });
    // Its people had no seals; the approved restore has sealed them, so that they can sign in.
    open();
    expect(await restoreWithPin(LUIS)).toMatchObject({ ok: true });
  });

  it('accepts no PIN of a row that was changed in the closed ledger or in an unsealed backup', async () => {
    const altered = { problem: { kind: 'staff', reason: 'altered' } };
    const swap = "UPDATE cashiers SET role = 'owner', seal = NULL WHERE id = 'eva'";
    const file = await createDoctoredBackup(swap);
    const eva = { ...LUIS, cashierId: 'eva' };
    till.ledger.database().commit(() => till.ledger.database().prepare(swap).run());
    closeLedger();
    expect(await restoreWithPin(eva)).toMatchObject(altered);
    writeFileSync(till.ledger.file, 'x'.repeat(100_000));
    expect(await restoreWithPin(eva, file)).toMatchObject({ ok: false });
    expect(await restoreWithPin(LUIS)).toMatchObject({ ok: true });
  });

  it('rejects a backup with a trigger that suppresses audit notes even if a supervisor insists', async () => {
    const mute = 'CREATE TRIGGER mute BEFORE INSERT ON audit BEGIN SELECT raise(IGNORE); END';
    const file = await createDoctoredBackup(mute);
    closeLedger();
    expect(await restoreWithPin(LUIS, file)).toMatchObject({
      problem: { kind: 'restore', reason: 'altered' },
    });
  });

  it('requires insistence in addition to a PIN to override an objection', async () => {
    till.ledger.insertPayment('two');
    closeLedger();
    expect(await restore(LUIS, false)).toMatchObject({ problem: { reason: 'older' } });
    expect(await restore(null, true)).toMatchObject({ problem: { reason: 'needs-pin' } });
    expect(await restore(LUIS, true)).toMatchObject({ ok: true });
  });

  it('restores a backup that contains as much as the ledger in use', async () => {
    closeLedger();
    expect(await restoreWithPin()).toEqual({ ok: true, value: null });
    const { ids, notes } = open();
    expect(ids).toEqual(['one']);
    expect(notes).toMatchObject([
      { paymentsMissing: 0, insists: false, kept: listReplacedLedgers()[0] },
    ]);
    expect(readdirSync(till.ledger.folder).filter((name) => /restor/.test(name))).toEqual([]);
  });

  it('refuses a backup from before version 1 with its own reason, even if it was staged earlier', async () => {
    const stagedFile = `${till.ledger.file}.restoring`;
    closeLedger();
    expect(await restoreWithPin()).toMatchObject({ ok: true });
    const earlier = join(till.ledger.folder, 'earlier.sqlite');
    createEarlierLedger(earlier);
    const problem = { kind: 'restore', reason: 'earlier-format' };
    expect(await restoreWithPin(null, earlier)).toMatchObject({ problem });
    copyFileSync(earlier, stagedFile);
    expect(open()).toEqual({ ids: ['one'], notes: [] });
    expect(readFileSync(stagedFile).equals(readFileSync(earlier))).toBe(true);
    expect(listReplacedLedgers()).toEqual([]);
  });

  it('creates no empty ledger if the restore of one from before version 1 was interrupted', async () => {
    closeLedger();
    expect(await restoreWithPin()).toMatchObject({ ok: true });
    const stagedFile = `${till.ledger.file}.restoring`;
    rmSync(stagedFile);
    createEarlierLedger(stagedFile);
    const aside = join(till.ledger.folder, 'aside.sqlite');
    renameSync(till.ledger.file, aside);
    const names = readdirSync(till.ledger.folder);
    expect(apply()).toMatchObject({ problem: { kind: 'storage', reason: 'earlier-format' } });
    expect(readdirSync(till.ledger.folder)).toEqual(names);
    renameSync(aside, till.ledger.file);
    expect(open()).toEqual({ ids: ['one'], notes: [] });
  });

  it('reports a staged file that was damaged later as damaged and keeps the replaced ledger', async () => {
    closeLedger();
    expect(await restoreWithPin()).toMatchObject({ ok: true });
    writeFileSync(`${till.ledger.file}.restoring`, 'no ledger any more');
    expect(apply()).toMatchObject({ ok: true });
    expect(() => openLedgerDatabase(till.ledger.file)).toThrow(/damaged/);
    expect(listReplacedLedgers()).toHaveLength(1);
  });

  it('refuses an older backup and changes nothing', async () => {
    till.ledger.insertPayment('two');
    closeLedger();
    expect(await restoreWithPin()).toMatchObject({ problem: { kind: 'restore', reason: 'older' } });
    expect(open()).toEqual({ ids: ['one', 'two'], notes: [] });
  });

  it('restores an older backup if a supervisor insists and keeps the replaced ledger', async () => {
    till.ledger.insertPayment('two');
    closeLedger();
    expect(await restoreWithPin(LUIS)).toMatchObject({ ok: true });
    const { ids, notes } = open();
    expect(ids).toEqual(['one']);
    expect(notes).toMatchObject([
      { paymentsMissing: 1, insists: true, approver: 'Luis', replaced: { payments: 2 } },
    ]);
    const replacedLedger = openLedgerDatabase(
      join(till.ledger.folder, listReplacedLedgers()[0] ?? ''),
    );
    expect(replacedLedger.prepare('SELECT count(*) AS n FROM intents').get()?.n).toBe(2);
    replacedLedger.close();
  });

  it.each([
    ['a wrong PIN', { cashierId: 'luis', pin: '0000' }, 'wrong-pin'],
    ['a cashier', { cashierId: 'eva', pin: LUIS.pin }, 'not-allowed'],
    ['an unknown cashier', { cashierId: 'nobody', pin: LUIS.pin }, 'not-found'],
  ])('refuses an older backup approved with %s', async (_who, approval, kind) => {
    till.ledger.insertPayment('two');
    closeLedger();
    expect(await restoreWithPin(approval)).toMatchObject({ ok: false, problem: { kind } });
    expect(open().ids).toEqual(['one', 'two']);
  });

  it('replaces a damaged ledger with a PIN of the backup', async () => {
    closeLedger(() => writeFileSync(till.ledger.file, 'x'.repeat(100_000)));
    expect(await restoreWithPin()).toMatchObject({ problem: { reason: 'cannot-compare' } });
    expect(await restoreWithPin({ cashierId: 'luis', pin: '0000' })).toMatchObject({ ok: false });
    const before = readFileSync(till.backup);
    expect(await restoreWithPin(LUIS)).toMatchObject({ ok: true });
    expect(readFileSync(till.backup).equals(before)).toBe(true);
    const { ids, notes } = open();
    expect(ids).toEqual(['one']);
    expect(notes).toMatchObject([{ paymentsMissing: null, replaced: null }]);
    expect(readFileSync(join(till.ledger.folder, listReplacedLedgers()[0] ?? ''), 'utf8')).toMatch(
      /^x+$/,
    );
  });

  it('counts the PINs that are tried on a backup, whatever copy of it is tried', async () => {
    closeLedger(() => writeFileSync(till.ledger.file, 'x'.repeat(100_000)));
    const wrong = { ...LUIS, pin: '0000000' };
    for (const waitSeconds of [0, 0, 5]) {
      expect(await restoreWithPin(wrong)).toMatchObject({
        problem: { kind: 'wrong-pin', waitSeconds },
      });
    }
    // The right PIN has to wait too.
    expect(await restoreWithPin(LUIS)).toMatchObject({ problem: { kind: 'wait', waitSeconds: 5 } });
    till.ledger.clock.sleep(5_000);
    expect(await restoreWithPin(LUIS)).toMatchObject({ ok: true });
  });

  it('checks no PIN of a backup if the attempt cannot be counted', async () => {
    closeLedger(() => writeFileSync(till.ledger.file, 'x'.repeat(100_000)));
    // A folder in the place of the file.
    mkdirSync(join(till.ledger.folder, 'pin-attempts-sandbox.json', 'x'), { recursive: true });
    expect(await restoreWithPin(LUIS)).toMatchObject({ problem: { kind: 'storage' } });
  });

  it('restores into a profile without a ledger', async () => {
    closeLedger(() => renameSync(till.ledger.file, `${till.ledger.file}.elsewhere`));
    expect(await restoreWithPin()).toMatchObject({ ok: true });
    expect(open().ids).toEqual(['one']);
    expect(listReplacedLedgers()).toEqual([]);
  });

  it('refuses a damaged backup and one of another till or environment', async () => {
    closeLedger();
    const bytes = readFileSync(till.backup);
    const damagedFile = join(till.ledger.folder, 'spoilt.age');
    writeFileSync(damagedFile, bytes.subarray(0, bytes.length - 8192));
    expect(await restoreWithPin(LUIS, damagedFile)).toMatchObject({
      problem: { reason: 'damaged' },
    });
    for (const [environment, reason] of [
      ['sandbox', 'other-till'],
      ['production', 'other-environment'],
    ] as const) {
      const otherLedger = createTestLedger(environment, till.ledger.dataKey);
      const otherLedgerBackup = await otherLedger.backup.makeBackup(null);
      if (!otherLedgerBackup.ok) throw new Error('no backup');
      const otherBackup = join(otherLedger.folder, 'backups', otherLedgerBackup.value.file);
      expect(await restoreWithPin(LUIS, otherBackup)).toMatchObject({
        problem: { kind: 'restore', reason },
      });
      otherLedger.close();
    }
    expect(open()).toEqual({ ids: ['one'], notes: [] });
  });
});
