import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getStagePath, readStagedRestore } from '../../../back-office/backup/index.ts';
import { backedUpLedger, LUIS } from './restore.fixture.ts';

const till = backedUpLedger();
const { atStart, apply, open, closed, asides } = till;

describe('the start after it', () => {
  it('gives either ledger whole, wherever the one before was cut off', async () => {
    till.ledger.pay('two');
    closed();
    await atStart(LUIS);
    const stage = readStagedRestore(getStagePath(till.ledger.folder, 'sandbox'));
    if (!stage) throw new Error('no stage');
    const waiting = `${till.ledger.file}.restoring`;
    const before = join(till.ledger.folder, 'before');
    const files = [till.ledger.file, waiting, getStagePath(till.ledger.folder, 'sandbox')];
    mkdirSync(before);
    for (const [at, file] of files.entries()) copyFileSync(file, join(before, String(at)));
    const aside = join(till.ledger.folder, stage.aside);
    const cuts: readonly (() => void)[] = [
      () => {},
      () => renameSync(till.ledger.file, aside),
      () => {
        renameSync(till.ledger.file, aside);
        renameSync(waiting, till.ledger.file);
      },
      () => void open(),
    ];
    for (const cut of cuts) {
      for (const [at, file] of files.entries()) copyFileSync(join(before, String(at)), file);
      cut();
      expect(open()).toMatchObject({ ids: ['one'], notes: [{ paymentsMissing: 1 }] });
      expect(open().notes).toHaveLength(1);
      expect(asides()).toEqual([stage.aside]);
      expect(existsSync(getStagePath(till.ledger.folder, 'sandbox'))).toBe(false);
    }
  });

  it('drops one that nobody insisted on when the ledger has gone on since', async () => {
    closed();
    await atStart();
    till.ledger.reopen();
    till.ledger.pay('later');
    closed();
    expect(open()).toEqual({ ids: ['later', 'one'], notes: [] });
    expect(readdirSync(till.ledger.folder).filter((name) => /restor/.test(name))).toEqual([]);
  });

  it.each(['settings-seen', 'printer-tried', 'x-report', 'z-reports'] as const)(
    'goes on where the ledger has since only noted %s, by which nothing is newer',
    async (kind) => {
      closed();
      await atStart();
      till.ledger.reopen();
      till.ledger.audit.note({ kind, by: { id: 'luis', name: 'Luis' }, detail: {} });
      closed();
      expect(open()).toMatchObject({ ids: ['one'], notes: [{ paymentsMissing: 0 }] });
    },
  );

  it('drops one that a supervisor insisted on when more has come since: nobody agreed to that', async () => {
    till.ledger.pay('two');
    closed();
    expect(await atStart(LUIS)).toMatchObject({ ok: true });
    till.ledger.reopen();
    till.ledger.pay('later');
    closed();
    expect(open()).toEqual({ ids: ['later', 'one', 'two'], notes: [] });
    expect(asides()).toEqual([]);
  });

  it('opens nothing while it cannot read what was agreed to', () => {
    closed(() => writeFileSync(getStagePath(till.ledger.folder, 'sandbox'), '{'));
    expect(apply()).toMatchObject({ ok: false, problem: { kind: 'storage' } });
  });
});
