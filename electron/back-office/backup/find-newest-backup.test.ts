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
import { findNewestBackup } from './find-newest-backup.ts';
import { type TestLedger, testLedger } from './testing/index.ts';

let ledger: TestLedger;
let folder: string;

beforeEach(() => {
  ledger = testLedger();
  folder = join(ledger.folder, 'backups');
  ledger.employ('');
});
afterEach(() => ledger.close());

/** Another one every time, a second later. */
async function backUp(of: TestLedger = ledger): Promise<string> {
  await of.clock.advance(1_000);
  const made = await of.backup.make(null);
  if (!made.ok) throw new Error('no backup');
  return made.value.file;
}

const HEAD = 4096;
/** From a place on to the end nothing of the ledger is left. */
function damage(from: number): void {
  ledger.shut();
  const whole = readFileSync(ledger.file);
  writeFileSync(ledger.file, Buffer.concat([whole.subarray(0, from), Buffer.alloc(9_000, 7)]));
}

const find = (folders: readonly string[] = [folder]) =>
  findNewestBackup({ folders, environment: 'sandbox', ledger: ledger.file }, ledger.opening);

describe('the newest good backup of a damaged ledger', () => {
  it('is named with its folder, with what is in it and whose PIN counts', async () => {
    await backUp();
    ledger.pay('one');
    const file = await backUp();
    damage(HEAD);
    expect(await find()).toMatchObject({
      file: join(folder, file),
      copy: { file, payments: 1 },
      approvers: [{ id: 'luis', name: 'Luis' }],
    });
  });

  it('is not one that is damaged itself, or was changed since it was sealed', async () => {
    const good = await backUp();
    const cut = await backUp();
    const changed = await backUp();
    writeFileSync(join(folder, cut), readFileSync(join(folder, cut)).subarray(0, 9_000));
    appendFileSync(join(folder, changed), 'more');
    damage(0);
    expect(await find()).toMatchObject({ file: join(folder, good) });
  });

  it('finds the newest backup in either folder when the other is missing', async () => {
    const file = await backUp();
    damage(0);
    expect(await find([join(ledger.folder, 'gone'), folder])).toMatchObject({
      file: join(folder, file),
    });
  });

  it('is none where there is none', async () => {
    const file = await backUp();
    damage(0);
    rmSync(join(folder, file));
    expect(await find()).toBeNull();
  });

  describe('in a folder that several tills use', () => {
    const shared = () => join(ledger.folder, 'shared');
    const share = (from: string, file: string): void => {
      for (const name of [file, `${file}.json`]) {
        copyFileSync(join(from, name), join(shared(), name));
      }
    };
    let theirs: TestLedger;
    let ours: string;

    beforeEach(async () => {
      theirs = testLedger();
      mkdirSync(shared());
      ours = await backUp();
      share(folder, ours);
      await theirs.clock.advance(60_000);
      share(join(theirs.folder, 'backups'), await backUp(theirs));
    });
    afterEach(() => theirs.close());

    it('is this till’s, though another’s is newer', async () => {
      ledger.reopen();
      ledger.shut();
      const whole = readFileSync(ledger.file);
      // Past the tables: the row that says which ledger it is can still be read.
      writeFileSync(ledger.file, Buffer.concat([whole, Buffer.alloc(4_096, 7)]));
      expect(await find([shared()])).toMatchObject({ file: join(shared(), ours) });
    });

    it('is none where nothing says which of them is this till’s', async () => {
      damage(0);
      expect(await find([shared()])).toBeNull();
    });
  });
});
