import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findNewestVerifiedBackup } from './find-newest-backup.ts';
import { createTestLedger, type TestLedger } from './testing/index.ts';

let ledger: TestLedger;
let folder: string;

beforeEach(() => {
  ledger = createTestLedger();
  folder = join(ledger.folder, 'backups');
  ledger.insertStaff('');
});
afterEach(() => ledger.close());

/** Creates another backup, one second after the previous one. */
async function createBackup(till: TestLedger = ledger): Promise<string> {
  await till.clock.advance(1_000);
  const result = await till.backup.makeBackup(null);
  if (!result.ok) throw new Error('no backup');
  return result.value.file;
}

const HEAD = 4096;
/** Overwrites the ledger file from this offset to the end. */
function damage(from: number): void {
  ledger.closeDatabase();
  const bytes = readFileSync(ledger.file);
  writeFileSync(ledger.file, Buffer.concat([bytes.subarray(0, from), Buffer.alloc(9_000, 7)]));
}

const findBackup = (folders: readonly string[] = [folder]) =>
  findNewestVerifiedBackup(
    { folders, environment: 'sandbox', damagedLedgerFile: ledger.file },
    ledger.openOptions,
  );

describe('finding the newest backup of a damaged ledger', () => {
  it('returns the newest backup with its folder, its contents and its approvers', async () => {
    await createBackup();
    ledger.insertPayment('one');
    const file = await createBackup();
    damage(HEAD);
    expect(await findBackup()).toMatchObject({
      file: join(folder, file),
      copy: { file, payments: 1 },
      approvers: [{ id: 'luis', name: 'Luis' }],
    });
  });

  it('skips a backup that is damaged or was changed after sealing', async () => {
    const intact = await createBackup();
    const truncated = await createBackup();
    const changed = await createBackup();
    writeFileSync(
      join(folder, truncated),
      readFileSync(join(folder, truncated)).subarray(0, 9_000),
    );
    appendFileSync(join(folder, changed), 'more');
    damage(0);
    expect(await findBackup()).toMatchObject({ file: join(folder, intact) });
  });

  it('finds the newest backup in either folder when the other is missing', async () => {
    const file = await createBackup();
    damage(0);
    expect(await findBackup([join(ledger.folder, 'gone'), folder])).toMatchObject({
      file: join(folder, file),
    });
  });

  it('returns null when there is no backup', async () => {
    const file = await createBackup();
    damage(0);
    rmSync(join(folder, file));
    expect(await findBackup()).toBeNull();
  });

  describe('in a folder shared by tills', () => {
    const getSharedFolder = () => join(ledger.folder, 'shared');
    const copyToShared = (from: string, file: string): void => {
      for (const name of [file, `${file}.json`]) {
        copyFileSync(join(from, name), join(getSharedFolder(), name));
      }
    };
    let theirs: TestLedger;
    let ours: string;

    beforeEach(async () => {
      theirs = createTestLedger();
      mkdirSync(getSharedFolder());
      ours = await createBackup();
      copyToShared(folder, ours);
      await theirs.clock.advance(60_000);
      copyToShared(join(theirs.folder, 'backups'), await createBackup(theirs));
    });
    afterEach(() => theirs.close());

    it('returns this till’s backup although another till’s is newer', async () => {
      ledger.reopen();
      ledger.closeDatabase();
      const bytes = readFileSync(ledger.file);
      // Damage after the tables: the row that identifies the ledger is still readable.
      writeFileSync(ledger.file, Buffer.concat([bytes, Buffer.alloc(4_096, 7)]));
      expect(await findBackup([getSharedFolder()])).toMatchObject({
        file: join(getSharedFolder(), ours),
      });
    });

    it('returns null when the damaged ledger is unidentifiable', async () => {
      damage(0);
      expect(await findBackup([getSharedFolder()])).toBeNull();
    });
  });
});
