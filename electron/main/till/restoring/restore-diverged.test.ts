import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { toIsoTime } from '../../../platform/index.ts';
import { backedUpLedger, LUIS } from './restore.fixture.ts';

const till = backedUpLedger();
const { atStart, open, closed } = till;

describe('a backup of another line', () => {
  /** The till is restored to what `backup` holds, and goes on from there. */
  const goOnFromBackup = async (): Promise<void> => {
    closed();
    expect(await atStart(LUIS)).toMatchObject({ ok: true });
    open();
    till.ledger.reopen();
  };
  const copyNow = async (): Promise<string> => {
    await till.ledger.clock.advance(1_000);
    const made = await till.ledger.backup.make(null);
    if (!made.ok) throw new Error('no backup');
    return join(till.ledger.folder, 'backups', made.value.file);
  };

  it('is refused though its numbers are ahead: what came after the restore is not in it', async () => {
    const at = () => toIsoTime(till.ledger.clock.now());
    for (const id of ['two', 'three', 'four']) till.ledger.pay(id);
    for (let act = 0; act < 9; act += 1) {
      till.ledger.audit.note({ kind: 'settings-changed', by: null, detail: { changed: at() } });
    }
    const ahead = await copyNow();
    await goOnFromBackup();
    await till.ledger.clock.advance(1_000);
    till.ledger.pay('after the restore');
    closed();
    expect(await atStart(null, ahead)).toMatchObject({
      problem: { kind: 'restore', reason: 'diverged' },
    });
    expect(open().ids).toEqual(['after the restore', 'one']);
    expect(await atStart(LUIS, ahead)).toMatchObject({ ok: true });
    const { ids, notes } = open();
    expect(ids).toEqual(['four', 'one', 'three', 'two']);
    expect(notes).toMatchObject([{ paymentsMissing: 1, insists: true, approver: 'Luis' }]);
  });

  it('lacks as many payments as came since they parted, whatever the clock said', async () => {
    const old = till.ledger.file.replace('ledger-', 'old-');
    till.ledger.pay('two');
    closed(() => copyFileSync(till.ledger.file, old));
    till.ledger.reopen();
    // Two tills go on from the same file: the one in use, and one whose copy is put back here.
    for (const id of ['a', 'b', 'c']) till.ledger.pay(id);
    till.ledger.audit.note({ kind: 'signed-in', by: null, detail: {} });
    const inUse = till.ledger.file.replace('ledger-', 'in-use-');
    closed(() => {
      renameSync(till.ledger.file, inUse);
      renameSync(old, till.ledger.file);
    });
    till.ledger.reopen();
    await till.ledger.clock.advance(60_000);
    for (const id of ['d', 'e', 'f', 'g', 'h']) till.ledger.pay(id);
    for (let act = 0; act < 5; act += 1) {
      till.ledger.audit.note({ kind: 'signed-out', by: null, detail: {} });
    }
    const other = await copyNow();
    closed(() => renameSync(inUse, till.ledger.file));
    expect(await atStart(null, other)).toMatchObject({ problem: { reason: 'diverged' } });
    expect(await atStart(LUIS, other)).toMatchObject({ ok: true });
    expect(open().notes).toMatchObject([{ paymentsMissing: 3 }]);
  });

  it('is none where the ledger in use is merely behind: nothing would be lost', async () => {
    const before = till.ledger.file.replace('ledger-', 'before-');
    closed(() => copyFileSync(till.ledger.file, before));
    till.ledger.reopen();
    till.ledger.pay('two');
    till.ledger.audit.note({ kind: 'settings-changed', by: null, detail: {} });
    const ahead = await copyNow();
    closed(() => renameSync(before, till.ledger.file));
    expect(await atStart(null, ahead)).toMatchObject({ ok: true });
    expect(open()).toMatchObject({ ids: ['one', 'two'], notes: [{ paymentsMissing: 0 }] });
  });

  describe('from which rows were taken out by hand', () => {
    const takeOut = (file: string, id = 'two'): void => {
      const raw = new DatabaseSync(file, { enableForeignKeyConstraints: false });
      const trigger = "SELECT sql FROM sqlite_schema WHERE name = 'audit_is_not_deleted'";
      const { sql } = raw.prepare(trigger).get() ?? {};
      raw.exec(`DROP TRIGGER audit_is_not_deleted;
        DELETE FROM audit WHERE number = 3;
        DELETE FROM outcomes WHERE intent_id = '${id}';
        DELETE FROM intents WHERE id = '${id}';
        ${String(sql)}`);
      raw.close();
    };
    beforeEach(() => {
      for (const id of ['two', 'three', 'four']) till.ledger.pay(id);
      for (let act = 0; act < 4; act += 1) {
        till.ledger.audit.note({ kind: 'settings-changed', by: null, detail: { count: act } });
      }
    });

    it('counts what is lost also where the ledger in use alone lacks some', async () => {
      const copy = await copyNow();
      till.ledger.reopen(() => takeOut(till.ledger.file, 'one'));
      till.ledger.pay('five');
      closed();
      expect(await atStart(LUIS, copy)).toMatchObject({ ok: true });
      expect(open().notes.at(-1)).toMatchObject({ paymentsMissing: 1 });
    });

    it('is none where both lack the same ones', async () => {
      till.ledger.reopen(() => takeOut(till.ledger.file));
      const copy = await copyNow();
      closed();
      expect(await atStart(null, copy)).toMatchObject({ ok: true });
      expect(open().notes).toMatchObject([{ paymentsMissing: 0, insists: false }]);
      till.ledger.reopen();
      till.ledger.pay('five');
      closed();
      expect(await atStart(null, copy)).toMatchObject({ problem: { reason: 'older' } });
      expect(await atStart(LUIS, copy)).toMatchObject({ ok: true });
      expect(open().notes.at(-1)).toMatchObject({ paymentsMissing: 1 });
    });

    it('lacks the payments that the ledger in use still has', async () => {
      const copy = join(till.ledger.folder, 'plain.sqlite');
      await till.ledger.extract(await copyNow(), copy);
      closed(() => takeOut(copy));
      expect(await atStart(null, copy)).toMatchObject({ problem: { reason: 'older' } });
      expect(await atStart(LUIS, copy)).toMatchObject({ ok: true });
      expect(open().notes).toMatchObject([{ paymentsMissing: 1 }]);
    });
  });
});
