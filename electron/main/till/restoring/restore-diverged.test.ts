import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { toIsoTime } from '../../../platform/index.ts';
import { createBackedUpLedger, LUIS } from './restore.fixture.ts';

const till = createBackedUpLedger();
const { restoreWithPin, open, closeLedger } = till;

describe('a diverged backup', () => {
  /** Restores the till to `backup` and reopens it. */
  const restoreAndReopen = async (): Promise<void> => {
    closeLedger();
    expect(await restoreWithPin(LUIS)).toMatchObject({ ok: true });
    open();
    till.ledger.reopen();
  };
  const makeBackup = async (): Promise<string> => {
    await till.ledger.clock.advance(1_000);
    const newBackup = await till.ledger.backup.makeBackup(null);
    if (!newBackup.ok) throw new Error('no backup');
    return join(till.ledger.folder, 'backups', newBackup.value.file);
  };

  it('refuses a diverged backup even if it has more rows than the ledger', async () => {
    const getTime = () => toIsoTime(till.ledger.clock.now());
    for (const id of ['two', 'three', 'four']) till.ledger.insertPayment(id);
    for (let index = 0; index < 9; index += 1) {
      till.ledger.audit.note({
        kind: 'settings-changed',
        by: null,
        detail: { changed: getTime() },
      });
    }
    const ahead = await makeBackup();
    await restoreAndReopen();
    await till.ledger.clock.advance(1_000);
    till.ledger.insertPayment('after the restore');
    closeLedger();
    expect(await restoreWithPin(null, ahead)).toMatchObject({
      problem: { kind: 'restore', reason: 'diverged' },
    });
    expect(open().ids).toEqual(['after the restore', 'one']);
    expect(await restoreWithPin(LUIS, ahead)).toMatchObject({ ok: true });
    const { ids, notes } = open();
    expect(ids).toEqual(['four', 'one', 'three', 'two']);
    expect(notes).toMatchObject([{ paymentsMissing: 1, insists: true, approver: 'Luis' }]);
  });

  it('counts the payments made since the divergence as missing, regardless of the clock', async () => {
    const oldFile = till.ledger.file.replace('ledger-', 'old-');
    till.ledger.insertPayment('two');
    closeLedger(() => copyFileSync(till.ledger.file, oldFile));
    till.ledger.reopen();
    // Two tills continue from the same file: the one in use, and one whose copy is restored here.
    for (const id of ['a', 'b', 'c']) till.ledger.insertPayment(id);
    till.ledger.audit.note({ kind: 'signed-in', by: null, detail: {} });
    const inUse = till.ledger.file.replace('ledger-', 'in-use-');
    closeLedger(() => {
      renameSync(till.ledger.file, inUse);
      renameSync(oldFile, till.ledger.file);
    });
    till.ledger.reopen();
    await till.ledger.clock.advance(60_000);
    for (const id of ['d', 'e', 'f', 'g', 'h']) till.ledger.insertPayment(id);
    for (let index = 0; index < 5; index += 1) {
      till.ledger.audit.note({ kind: 'signed-out', by: null, detail: {} });
    }
    const divergedBackup = await makeBackup();
    closeLedger(() => renameSync(inUse, till.ledger.file));
    expect(await restoreWithPin(null, divergedBackup)).toMatchObject({
      problem: { reason: 'diverged' },
    });
    expect(await restoreWithPin(LUIS, divergedBackup)).toMatchObject({ ok: true });
    expect(open().notes).toMatchObject([{ paymentsMissing: 3 }]);
  });

  it('accepts a backup if the ledger in use is only behind it', async () => {
    const before = till.ledger.file.replace('ledger-', 'before-');
    closeLedger(() => copyFileSync(till.ledger.file, before));
    till.ledger.reopen();
    till.ledger.insertPayment('two');
    till.ledger.audit.note({ kind: 'settings-changed', by: null, detail: {} });
    const ahead = await makeBackup();
    closeLedger(() => renameSync(before, till.ledger.file));
    expect(await restoreWithPin(null, ahead)).toMatchObject({ ok: true });
    expect(open()).toMatchObject({ ids: ['one', 'two'], notes: [{ paymentsMissing: 0 }] });
  });

  describe('a backup with manually deleted rows', () => {
    const deleteRows = (file: string, id = 'two'): void => {
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
      for (const id of ['two', 'three', 'four']) till.ledger.insertPayment(id);
      for (let index = 0; index < 4; index += 1) {
        till.ledger.audit.note({ kind: 'settings-changed', by: null, detail: { count: index } });
      }
    });

    it('counts the missing payments if only the ledger in use lacks rows', async () => {
      const copy = await makeBackup();
      till.ledger.reopen(() => deleteRows(till.ledger.file, 'one'));
      till.ledger.insertPayment('five');
      closeLedger();
      expect(await restoreWithPin(LUIS, copy)).toMatchObject({ ok: true });
      expect(open().notes.at(-1)).toMatchObject({ paymentsMissing: 1 });
    });

    it('accepts a backup if both lack the same rows', async () => {
      till.ledger.reopen(() => deleteRows(till.ledger.file));
      const copy = await makeBackup();
      closeLedger();
      expect(await restoreWithPin(null, copy)).toMatchObject({ ok: true });
      expect(open().notes).toMatchObject([{ paymentsMissing: 0, insists: false }]);
      till.ledger.reopen();
      till.ledger.insertPayment('five');
      closeLedger();
      expect(await restoreWithPin(null, copy)).toMatchObject({ problem: { reason: 'older' } });
      expect(await restoreWithPin(LUIS, copy)).toMatchObject({ ok: true });
      expect(open().notes.at(-1)).toMatchObject({ paymentsMissing: 1 });
    });

    it('counts the payments that only the ledger in use still has as missing', async () => {
      const copy = join(till.ledger.folder, 'plain.sqlite');
      await till.ledger.extractLedger(await makeBackup(), copy);
      closeLedger(() => deleteRows(copy));
      expect(await restoreWithPin(null, copy)).toMatchObject({ problem: { reason: 'older' } });
      expect(await restoreWithPin(LUIS, copy)).toMatchObject({ ok: true });
      expect(open().notes).toMatchObject([{ paymentsMissing: 1 }]);
    });
  });
});
