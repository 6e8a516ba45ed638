import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { testLedger } from '../../../back-office/backup/testing/index.ts';
import { openDatabase } from '../../../ledger/index.ts';
import { makeEarlierLedger } from '../../../ledger/testing/index.ts';
import { backedUpLedger, LUIS } from './restore.fixture.ts';

const till = backedUpLedger();
const { atStart, start, apply, open, closed, asides } = till;

describe('--restore', () => {
  it('takes a supervisor of the ledger in use, also where nothing would be lost', async () => {
    closed();
    const needsPin = { problem: { kind: 'restore', reason: 'needs-pin' } };
    expect(await start(null, false)).toMatchObject(needsPin);
    const guess = { ...LUIS, pin: '0000' };
    expect(await start(guess, false)).toMatchObject({ problem: { kind: 'wrong-pin' } });
    expect(readdirSync(till.ledger.folder).filter((name) => /restor/.test(name))).toEqual([]);
    expect(await start(LUIS, false)).toMatchObject({ ok: true });
    expect(open().notes).toMatchObject([{ insists: false, approver: 'Luis' }]);
  });

  /** By somebody who has the till.ledger, but not the key to seal what he made of it. */
  const doctored = async (sql: string): Promise<string> => {
    const file = join(till.ledger.folder, 'doctored.sqlite');
    await till.ledger.extract(till.backup, file);
    const hand = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    hand.exec(sql);
    hand.close();
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
    [
      'shift, and of version 1',
      "UPDATE shifts SET opened_by = 'eva'; ALTER TABLE intents DROP COLUMN bill_type; DROP TABLE customer_accounts; DROP TABLE payment_notes; DROP TABLE basket_payments; DROP TABLE baskets; DROP TRIGGER sold_when_made; DROP TRIGGER sold_later; DROP TRIGGER not_sold_after_all; DROP TRIGGER sold_and_given_back; DROP TABLE sales; ALTER TABLE outcomes DROP COLUMN earned; DROP TABLE chain_changes; DROP TABLE chain_state; DROP TABLE reconciliation_handover; PRAGMA user_version = 1",
    ],
  ])('takes a backup with another %s only where a supervisor insists', async (_what, sql) => {
    const file = await doctored(sql);
    closed();
    expect(await atStart(null, file)).toMatchObject({ problem: { reason: 'differs' } });
    expect(await atStart(LUIS, file)).toMatchObject({ ok: true });
  });

  it('takes no backup with a trigger that keeps the audit log silent, whoever insists', async () => {
    const mute = 'CREATE TRIGGER mute BEFORE INSERT ON audit BEGIN SELECT raise(IGNORE); END';
    const file = await doctored(mute);
    closed();
    expect(await atStart(LUIS, file)).toMatchObject({
      problem: { kind: 'restore', reason: 'altered' },
    });
  });

  it('lets a PIN alone override nothing', async () => {
    till.ledger.pay('two');
    closed();
    expect(await start(LUIS, false)).toMatchObject({ problem: { reason: 'older' } });
    expect(await start(null, true)).toMatchObject({ problem: { reason: 'needs-pin' } });
    expect(await start(LUIS, true)).toMatchObject({ ok: true });
  });

  it('puts back a ledger that holds as much as the one in use', async () => {
    closed();
    expect(await atStart()).toEqual({ ok: true, value: null });
    const { ids, notes } = open();
    expect(ids).toEqual(['one']);
    expect(notes).toMatchObject([{ paymentsMissing: 0, insists: false, kept: asides()[0] }]);
    expect(readdirSync(till.ledger.folder).filter((name) => /restor/.test(name))).toEqual([]);
  });

  it('refuses one from before version 1 by its own reason, also where it was agreed to before', async () => {
    const waiting = `${till.ledger.file}.restoring`;
    closed();
    expect(await atStart()).toMatchObject({ ok: true });
    const earlier = join(till.ledger.folder, 'earlier.sqlite');
    makeEarlierLedger(earlier);
    const problem = { kind: 'restore', reason: 'earlier-format' };
    expect(await atStart(null, earlier)).toMatchObject({ problem });
    copyFileSync(earlier, waiting);
    expect(open()).toEqual({ ids: ['one'], notes: [] });
    expect(readFileSync(waiting).equals(readFileSync(earlier))).toBe(true);
    expect(asides()).toEqual([]);
  });

  it('begins no empty ledger where one from before version 1 was cut off in taking its place', async () => {
    closed();
    expect(await atStart()).toMatchObject({ ok: true });
    const waiting = `${till.ledger.file}.restoring`;
    rmSync(waiting);
    makeEarlierLedger(waiting);
    const aside = join(till.ledger.folder, 'aside.sqlite');
    renameSync(till.ledger.file, aside);
    const names = readdirSync(till.ledger.folder);
    expect(apply()).toMatchObject({ problem: { kind: 'storage', reason: 'earlier-format' } });
    expect(readdirSync(till.ledger.folder)).toEqual(names);
    renameSync(aside, till.ledger.file);
    expect(open()).toEqual({ ids: ['one'], notes: [] });
  });

  it('says of one that was damaged since that it is damaged, and keeps what it replaced', async () => {
    closed();
    expect(await atStart()).toMatchObject({ ok: true });
    writeFileSync(`${till.ledger.file}.restoring`, 'no ledger any more');
    expect(apply()).toMatchObject({ ok: true });
    expect(() => openDatabase(till.ledger.file)).toThrow(/damaged/);
    expect(asides()).toHaveLength(1);
  });

  it('refuses an older one, and changes nothing', async () => {
    till.ledger.pay('two');
    closed();
    expect(await atStart()).toMatchObject({ problem: { kind: 'restore', reason: 'older' } });
    expect(open()).toEqual({ ids: ['one', 'two'], notes: [] });
  });

  it('takes it where a supervisor insists, and keeps what it replaced', async () => {
    till.ledger.pay('two');
    closed();
    expect(await atStart(LUIS)).toMatchObject({ ok: true });
    const { ids, notes } = open();
    expect(ids).toEqual(['one']);
    expect(notes).toMatchObject([
      { paymentsMissing: 1, insists: true, approver: 'Luis', replaced: { payments: 2 } },
    ]);
    const kept = openDatabase(join(till.ledger.folder, asides()[0] ?? ''));
    expect(kept.prepare('SELECT count(*) AS n FROM intents').get()?.n).toBe(2);
    kept.close();
  });

  it.each([
    ['a wrong PIN', { cashierId: 'luis', pin: '0000' }, 'wrong-pin'],
    ['a cashier', { cashierId: 'eva', pin: LUIS.pin }, 'not-allowed'],
    ['nobody', { cashierId: 'nobody', pin: LUIS.pin }, 'not-found'],
  ])('does not take it from %s', async (_who, approval, kind) => {
    till.ledger.pay('two');
    closed();
    expect(await atStart(approval)).toMatchObject({ ok: false, problem: { kind } });
    expect(open().ids).toEqual(['one', 'two']);
  });

  it('puts one in the place of a damaged ledger, with a PIN of the backup', async () => {
    closed(() => writeFileSync(till.ledger.file, 'x'.repeat(100_000)));
    expect(await atStart()).toMatchObject({ problem: { reason: 'cannot-compare' } });
    expect(await atStart({ cashierId: 'luis', pin: '0000' })).toMatchObject({ ok: false });
    const before = readFileSync(till.backup);
    expect(await atStart(LUIS)).toMatchObject({ ok: true });
    expect(readFileSync(till.backup).equals(before)).toBe(true);
    const { ids, notes } = open();
    expect(ids).toEqual(['one']);
    expect(notes).toMatchObject([{ paymentsMissing: null, replaced: null }]);
    expect(readFileSync(join(till.ledger.folder, asides()[0] ?? ''), 'utf8')).toMatch(/^x+$/);
  });

  it('puts one into a profile that has none', async () => {
    closed(() => renameSync(till.ledger.file, `${till.ledger.file}.elsewhere`));
    expect(await atStart()).toMatchObject({ ok: true });
    expect(open().ids).toEqual(['one']);
    expect(asides()).toEqual([]);
  });

  it('refuses what is damaged, of another till, of another environment', async () => {
    closed();
    const whole = readFileSync(till.backup);
    const spoilt = join(till.ledger.folder, 'spoilt.age');
    writeFileSync(spoilt, whole.subarray(0, whole.length - 8192));
    expect(await atStart(LUIS, spoilt)).toMatchObject({ problem: { reason: 'damaged' } });
    for (const [environment, reason] of [
      ['sandbox', 'other-till'],
      ['production', 'other-environment'],
    ] as const) {
      const other = testLedger(environment, till.ledger.dataKey);
      const made = await other.backup.make(null);
      if (!made.ok) throw new Error('no backup');
      const theirs = join(other.folder, 'backups', made.value.file);
      expect(await atStart(LUIS, theirs)).toMatchObject({ problem: { kind: 'restore', reason } });
      other.close();
    }
    expect(open()).toEqual({ ids: ['one'], notes: [] });
  });
});
