import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHECK_WORKER } from '../../../tests/support/built.ts';
import { readAuditPage } from '../../ledger/audit/index.ts';
import { makeEarlierLedger } from '../../ledger/testing/index.ts';
import { computeBackupDueAt } from './backup-schedule.ts';
import { readSeal } from './backup-seal.ts';
import { packAndVerify } from './backup-tasks.ts';
import { createBackupWorker } from './index.ts';
import { inspectLedger } from './inspect-ledger.ts';
import { type TestLedger, testLedger } from './testing/index.ts';

const BY = { id: 'carmen', name: 'Carmen' };
const HOUR = 3_600_000;

let ledger: TestLedger;
let folder: string;

beforeEach(() => {
  ledger = testLedger();
  folder = join(ledger.folder, 'backups');
});
afterEach(() => ledger.close());

async function make(): Promise<string> {
  const made = await ledger.backup.make(BY);
  if (!made.ok) throw new Error(JSON.stringify(made.problem));
  return made.value.file;
}

const kinds = (): string[] =>
  readAuditPage(
    ledger.database(),
    { since: null, until: null, personId: null, kind: null },
    null,
    50,
  ).map((row) => row.kind);

describe('a backup', () => {
  it('is the whole ledger, sealed, under a name with environment and time', async () => {
    ledger.pay('one');
    const file = await make();
    expect(file).toBe('mostrador-sandbox-20260115T160000Z.tar.zst.age');
    expect(readdirSync(folder).sort()).toEqual([file, `${file}.json`]);
    const plain = join(ledger.folder, 'plain.sqlite');
    await ledger.extract(join(folder, file), plain);
    const copy = new DatabaseSync(plain, { readOnly: true });
    expect(copy.prepare('SELECT id FROM intents').all()).toEqual([{ id: 'one' }]);
    copy.close();
    const seal = await readSeal(join(folder, file));
    expect(seal).toMatchObject({ file, environment: 'sandbox', payments: 1, madeBy: '0.0.0' });
    expect(seal?.bytes).toBe(statSync(join(folder, file)).size);
    expect(kinds()).toEqual(['backup-made']);
    expect(await ledger.backup.getState()).toMatchObject({
      isMaking: false,
      last: { file },
      trouble: null,
      copies: [{ file, payments: 1 }],
    });
  });

  it('holds what is paid while it is being made, or was not begun before it', async () => {
    const file = await new Promise<string>((resolve, reject) => {
      make().then(resolve, reject);
      for (let number = 0; number < 20; number += 1) ledger.pay(`while-${number}`);
    });
    const seal = await readSeal(join(folder, file));
    expect(seal?.payments).toBe(20);
    const plain = join(ledger.folder, 'plain.sqlite');
    await ledger.extract(join(folder, file), plain);
    expect(await inspectLedger(plain)).toMatchObject({ found: { isChainWhole: true } });
  });

  it('rejects a second backup while one is running', async () => {
    const first = make();
    expect(await ledger.backup.make(BY)).toMatchObject({ problem: { reason: 'under-way' } });
    await first;
  });

  it('never takes the name of another of the same second', async () => {
    const [one, two] = [await make(), await make()];
    expect(one).not.toBe(two);
    expect((await ledger.backup.getState()).copies).toHaveLength(2);
  });

  it('leaves as many as are kept, and touches nothing else', async () => {
    ledger.set.keep = 2;
    const files: string[] = [];
    mkdirSync(folder);
    writeFileSync(join(folder, 'mine.txt'), '');
    writeFileSync(
      join(folder, 'mostrador-production-20260115T160000Z.tar.zst.age'),
      'another till',
    );
    for (let day = 0; day < 4; day += 1) {
      files.push(await make());
      await ledger.clock.advance(24 * HOUR);
    }
    const kept = files.slice(-2);
    expect(readdirSync(folder).sort()).toEqual(
      [
        ...kept,
        ...kept.map((file) => `${file}.json`),
        'mine.txt',
        'mostrador-production-20260115T160000Z.tar.zst.age',
      ].sort(),
    );
  });

  it('goes into the folder that is set, by way of the profile', async () => {
    ledger.set.folder = join(ledger.folder, 'disk');
    mkdirSync(ledger.set.folder);
    const file = await make();
    expect(readdirSync(ledger.set.folder).sort()).toEqual([file, `${file}.json`]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('where it cannot be kept', () => {
  const refused = async (): Promise<unknown> => {
    const made = await ledger.backup.make(BY);
    return made.ok ? null : Reflect.get(made.problem, 'reason');
  };

  it('reports a missing backup folder and does not create it', async () => {
    ledger.set.folder = join(ledger.folder, 'gone');
    expect(await refused()).toBe('no-folder');
    expect(existsSync(ledger.set.folder)).toBe(false);
    expect(await ledger.backup.getState()).toMatchObject({
      trouble: { reason: 'no-folder' },
      last: null,
    });
    expect(kinds()).toEqual(['backup-failed']);
    mkdirSync(ledger.set.folder);
    await make();
    expect((await ledger.backup.getState()).trouble).toBeNull();
  });

  it('tells seals that cannot be read from none: the audit log is compared with them', async () => {
    expect(await ledger.backup.seals()).toEqual([]);
    // The first holds no row of the log yet: what it says of itself is noted only then.
    await make();
    await make();
    expect(await ledger.backup.seals()).toHaveLength(1);
    renameSync(folder, `${folder}-away`);
    expect(await ledger.backup.seals()).toBeNull();
    ledger.set.folder = join(ledger.folder, 'not-connected');
    expect(await ledger.backup.seals()).toBeNull();
    expect((await ledger.backup.getState()).copies).toBeNull();
  });

  it('reports a backup folder that is a file', async () => {
    ledger.set.folder = join(ledger.folder, 'file');
    writeFileSync(ledger.set.folder, '');
    expect(await refused()).toBe('not-a-folder');
  });

  it.skipIf(process.getuid?.() === 0)(
    'reports a read-only backup folder and writes nothing',
    async () => {
      ledger.set.folder = join(ledger.folder, 'closed');
      mkdirSync(ledger.set.folder);
      chmodSync(ledger.set.folder, 0o500);
      expect(await refused()).toBe('read-only');
      expect(readdirSync(ledger.set.folder)).toEqual([]);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'reports a full disk before it looks at the folder',
    async () => {
      ledger.set.folder = '/proc/self';
      expect(await refused()).toBe('full');
      expect(existsSync(folder)).toBe(false);
    },
  );

  it('a disk that is full in the middle leaves nothing', async () => {
    ledger.pack = async () => ({ failed: { code: 'ENOSPC', said: 'no room' } });
    expect(await refused()).toBe('full');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('nothing half done has the final name, whatever breaks, and leftovers are cleared', async () => {
    ledger.set.folder = join(ledger.folder, 'disk');
    mkdirSync(ledger.set.folder);
    ledger.pack = async (task) => {
      await packAndVerify(task);
      // As if the machine had lost its power here: what stands there now is what is found later.
      expect(readdirSync(ledger.set.folder ?? '').every((name) => name.endsWith('.part'))).toBe(
        true,
      );
      throw Object.assign(new Error('the disk'), { code: 'EIO' });
    };
    expect(await refused()).toBe('failed');
    expect(readdirSync(ledger.set.folder)).toEqual([]);
    writeFileSync(join(ledger.set.folder, 'mostrador-sandbox-x.part'), 'left behind');
    ledger.pack = packAndVerify;
    const file = await make();
    expect(readdirSync(ledger.set.folder).sort()).toEqual([file, `${file}.json`]);
  });

  it('reports a damaged ledger page at once and keeps every earlier backup', async () => {
    const before = await make();
    ledger.set.keep = 1;
    ledger.reopen(() => {
      // Past the look at the start: a page that belongs to no table of a sale.
      const raw = new DatabaseSync(ledger.file);
      const page = Number(
        raw.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'audit_by_approver'").get()
          ?.rootpage,
      );
      raw.exec("INSERT INTO audit VALUES (99, '2026', 'x', 'a', 'a', 'b', 'b', '{}', 'x')");
      raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      raw.close();
      const handle = openSync(ledger.file, 'r+');
      // The entry in the index is another than the row's: only the full check sees that.
      const bytes = readFileSync(ledger.file);
      const at = bytes.indexOf('b2026', (page - 1) * 4096);
      writeSync(handle, 'c', at);
      closeSync(handle);
    });
    expect(await refused()).toBe('ledger-damaged');
    expect(existsSync(join(folder, before))).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('reports copy-damaged, not ledger-damaged, when the disk returns other bytes', async () => {
    ledger.set.folder = join(ledger.folder, 'disk');
    mkdirSync(ledger.set.folder);
    ledger.pack = async (task) => {
      const other = { ...task.inspected, sha256: 'f'.repeat(64) };
      return await packAndVerify({ ...task, inspected: other });
    };
    expect(await refused()).toBe('copy-damaged');
  });
});

describe('every day', () => {
  const copies = async (): Promise<number> => (await ledger.backup.getState()).copies?.length ?? 0;
  /** Real files are written in between: time stands still until they are. */
  const settled = async (): Promise<void> => {
    for (;;) {
      await new Promise((later) => setTimeout(later, 5));
      if (!(await ledger.backup.getState()).isMaking) return;
    }
  };

  it('one is made at night, and one soon after a start that missed a night', async () => {
    ledger.backup.start();
    await ledger.clock.advance(119_000);
    expect(await copies()).toBe(0);
    await ledger.clock.advance(2_000);
    await settled();
    expect(await copies()).toBe(1);
    // 10:02 in the morning: the next is at half past three, and no sooner.
    await ledger.clock.advance(17 * HOUR);
    await settled();
    expect(await copies()).toBe(1);
    await ledger.clock.advance(HOUR);
    await settled();
    expect(await copies()).toBe(2);
    await ledger.backup.stop();
  });

  it('a try that failed is repeated after an hour, and noted once', async () => {
    ledger.set.folder = join(ledger.folder, 'gone');
    ledger.backup.start();
    for (let turn = 0; turn < 4; turn += 1) {
      await ledger.clock.advance(HOUR);
      await settled();
    }
    expect(kinds()).toEqual(['backup-failed']);
    mkdirSync(ledger.set.folder);
    await ledger.clock.advance(HOUR + 60_000);
    await settled();
    expect(kinds()).toEqual(['backup-made', 'backup-failed']);
    await ledger.backup.stop();
  });

  it('another folder that is set is tried at once, not an hour later', async () => {
    ledger.set.folder = join(ledger.folder, 'gone');
    ledger.backup.start();
    await ledger.clock.advance(130_000);
    await settled();
    expect(ledger.backup.trouble()).toMatchObject({ reason: 'no-folder' });
    ledger.set.folder = join(ledger.folder, 'disk');
    mkdirSync(ledger.set.folder);
    ledger.backup.wake();
    await ledger.clock.advance(1);
    await settled();
    expect(ledger.backup.trouble()).toBeNull();
    expect(await copies()).toBe(1);
    await ledger.backup.stop();
  });

  it('a clock that was a day ahead keeps none away', () => {
    const now = Date.parse('2026-01-15T16:00:00.000Z');
    const due = computeBackupDueAt(now + 400 * 24 * HOUR, now, 'America/Mexico_City');
    expect(new Date(due).toISOString()).toBe('2026-01-16T09:30:00.000Z');
    expect(computeBackupDueAt(null, now, 'America/Mexico_City')).toBe(now);
  });
});

describe('looking through a file', () => {
  const inspector = createBackupWorker(CHECK_WORKER);

  it('happens in a thread of its own, as does packing and opening a backup', async () => {
    ledger.pack = inspector.pack;
    const file = join(folder, await make());
    const plain = join(ledger.folder, 'plain.sqlite');
    await ledger.extract(file, plain);
    expect(await inspector.inspect(plain)).toEqual(await inspectLedger(plain));
    const task = {
      file,
      to: join(ledger.folder, 'opened'),
      dataKey: ledger.dataKey.bytes.toString('base64'),
      recoveryKey: null,
    };
    expect(await inspector.open(task)).toMatchObject({
      opened: { contents: { settings: JSON.stringify({ shop: { name: 'Abarrotes' } }) } },
    });
  });

  it('leaves nothing beside it, nothing in the clear, and does not change it', async () => {
    const file = join(folder, await make());
    const before = readFileSync(file);
    const names = readdirSync(folder);
    expect(await ledger.refusal(file)).toBeNull();
    expect(readdirSync(folder)).toEqual(names);
    expect(readdirSync(join(ledger.folder, 'scratch'))).toEqual([]);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('tells what is no ledger, what is damaged, newer, of before version 1, changed or not there', async () => {
    const file = join(folder, await make());
    const whole = readFileSync(file);
    const reasonOf = () => ledger.refusal(file);
    expect(await reasonOf()).toBeNull();
    writeFileSync(file, 'a text');
    expect(await reasonOf()).toBe('not-a-ledger');
    writeFileSync(file, whole.subarray(0, whole.length / 2));
    expect(await reasonOf()).toBe('damaged');
    for (const at of [60, 400, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      writeFileSync(file, changed);
      expect(await reasonOf()).not.toBeNull();
    }
    writeFileSync(file, whole);
    const plain = join(ledger.folder, 'plain.sqlite');
    await ledger.extract(file, plain);
    const newer = readFileSync(plain);
    newer.writeUInt32BE(9_999, 60);
    writeFileSync(file, newer);
    expect(await reasonOf()).toBe('newer-version');
    rmSync(file);
    makeEarlierLedger(file);
    const earlier = readFileSync(file);
    expect(await reasonOf()).toBe('earlier-format');
    expect(readFileSync(file).equals(earlier)).toBe(true);
    rmSync(file);
    expect(await reasonOf()).toBe('not-there');
    expect(readdirSync(join(ledger.folder, 'scratch'))).toEqual([]);
  });
});
