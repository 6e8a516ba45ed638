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
import { getRestoreMarkerPath, readStagedRestore } from '../../../back-office/backup/index.ts';
import { createBackedUpLedger, LUIS } from './restore.fixture.ts';

const till = createBackedUpLedger();
const { restoreWithPin, apply, open, closeLedger, listReplacedLedgers } = till;

describe('the start after a staged restore', () => {
  it('completes the restore from every point at which the previous start can be interrupted', async () => {
    till.ledger.insertPayment('two');
    closeLedger();
    await restoreWithPin(LUIS);
    const stage = readStagedRestore(getRestoreMarkerPath(till.ledger.folder, 'sandbox'));
    if (!stage) throw new Error('no stage');
    const stagedFile = `${till.ledger.file}.restoring`;
    const snapshotFolder = join(till.ledger.folder, 'before');
    const files = [
      till.ledger.file,
      stagedFile,
      getRestoreMarkerPath(till.ledger.folder, 'sandbox'),
    ];
    mkdirSync(snapshotFolder);
    for (const [index, file] of files.entries())
      copyFileSync(file, join(snapshotFolder, String(index)));
    const aside = join(till.ledger.folder, stage.aside);
    const interruptions: readonly (() => void)[] = [
      () => {},
      () => renameSync(till.ledger.file, aside),
      () => {
        renameSync(till.ledger.file, aside);
        renameSync(stagedFile, till.ledger.file);
      },
      () => void open(),
    ];
    for (const interrupt of interruptions) {
      for (const [index, file] of files.entries())
        copyFileSync(join(snapshotFolder, String(index)), file);
      interrupt();
      expect(open()).toMatchObject({ ids: ['one'], notes: [{ paymentsMissing: 1 }] });
      expect(open().notes).toHaveLength(1);
      expect(listReplacedLedgers()).toEqual([stage.aside]);
      expect(existsSync(getRestoreMarkerPath(till.ledger.folder, 'sandbox'))).toBe(false);
    }
  });

  it('drops a staged restore without insistence if the ledger has new payments', async () => {
    closeLedger();
    await restoreWithPin();
    till.ledger.reopen();
    till.ledger.insertPayment('later');
    closeLedger();
    expect(open()).toEqual({ ids: ['later', 'one'], notes: [] });
    expect(readdirSync(till.ledger.folder).filter((name) => /restor/.test(name))).toEqual([]);
  });

  it.each(['settings-seen', 'printer-tried', 'x-report', 'z-reports'] as const)(
    'applies a staged restore if the ledger has only noted %s since',
    async (kind) => {
      closeLedger();
      await restoreWithPin();
      till.ledger.reopen();
      till.ledger.audit.note({ kind, by: { id: 'luis', name: 'Luis' }, detail: {} });
      closeLedger();
      expect(open()).toMatchObject({ ids: ['one'], notes: [{ paymentsMissing: 0 }] });
    },
  );

  it('drops a staged restore that a supervisor insisted on if the ledger has more payments since', async () => {
    till.ledger.insertPayment('two');
    closeLedger();
    expect(await restoreWithPin(LUIS)).toMatchObject({ ok: true });
    till.ledger.reopen();
    till.ledger.insertPayment('later');
    closeLedger();
    expect(open()).toEqual({ ids: ['later', 'one', 'two'], notes: [] });
    expect(listReplacedLedgers()).toEqual([]);
  });

  it('returns a storage problem while the staged restore cannot be read', () => {
    closeLedger(() => writeFileSync(getRestoreMarkerPath(till.ledger.folder, 'sandbox'), '{'));
    expect(apply()).toMatchObject({ ok: false, problem: { kind: 'storage' } });
  });
});
