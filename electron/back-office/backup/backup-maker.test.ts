import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  copyFileSync,
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
import { CHECK_WORKER_URL } from '../../../tests/support/built-paths.ts';
import { readAuditPage } from '../../ledger/audit/index.ts';
import { createEarlierLedger } from '../../ledger/testing/index.ts';
import { computeBackupDueAt } from './backup-schedule.ts';
import { getBackupSealPath, readBackupSeal } from './backup-seal.ts';
import { packAndVerifyBackup } from './backup-tasks.ts';
import { createBackupWorker } from './index.ts';
import { inspectLedger } from './inspect-ledger.ts';
import { createTestLedger, type TestLedger } from './testing/index.ts';

const BY = { id: 'carmen', name: 'Carmen' };
const HOUR = 3_600_000;

let ledger: TestLedger;
let folder: string;

beforeEach(() => {
  ledger = createTestLedger();
  folder = join(ledger.folder, 'backups');
});
afterEach(() => ledger.close());

async function createBackup(): Promise<string> {
  const result = await ledger.backup.makeBackup(BY);
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value.file;
}

const listAuditKinds = (): string[] =>
  readAuditPage(
    ledger.database(),
    { since: null, until: null, personId: null, kinds: null },
    null,
    50,
  ).map((row) => row.kind);

describe('backup creation', () => {
  it('writes the whole ledger, sealed, under a name with environment and time', async () => {
    ledger.insertPayment('one');
    const file = await createBackup();
    expect(file).toBe('mostrador-sandbox-20260115T160000Z.tar.zst.age');
    expect(readdirSync(folder).sort()).toEqual([file, `${file}.json`]);
    const plain = join(ledger.folder, 'plain.sqlite');
    await ledger.extractLedger(join(folder, file), plain);
    const copy = new DatabaseSync(plain, { readOnly: true });
    expect(copy.prepare('SELECT id FROM intents').all()).toEqual([{ id: 'one' }]);
    copy.close();
    const seal = await readBackupSeal(join(folder, file));
    expect(seal).toMatchObject({ file, environment: 'sandbox', payments: 1, madeBy: '0.0.0' });
    expect(seal?.bytes).toBe(statSync(join(folder, file)).size);
    expect(listAuditKinds()).toEqual(['backup-made']);
    expect(await ledger.backup.getState()).toMatchObject({
      isMaking: false,
      last: { file },
      problem: null,
      copies: [{ file, payments: 1 }],
    });
  });

  it('contains payments made during the backup', async () => {
    const file = await new Promise<string>((resolve, reject) => {
      createBackup().then(resolve, reject);
      for (let number = 0; number < 20; number += 1) ledger.insertPayment(`while-${number}`);
    });
    const seal = await readBackupSeal(join(folder, file));
    expect(seal?.payments).toBe(20);
    const plain = join(ledger.folder, 'plain.sqlite');
    await ledger.extractLedger(join(folder, file), plain);
    expect(await inspectLedger(plain)).toMatchObject({ inspection: { isHashChainIntact: true } });
  });

  it('rejects a second backup while one is running', async () => {
    const first = createBackup();
    expect(await ledger.backup.makeBackup(BY)).toMatchObject({ problem: { reason: 'under-way' } });
    await first;
  });

  it('gives two backups of the same second different names', async () => {
    const [firstFile, secondFile] = [await createBackup(), await createBackup()];
    expect(firstFile).not.toBe(secondFile);
    expect((await ledger.backup.getState()).copies).toHaveLength(2);
  });

  it('deletes copies beyond the limit and no other file', async () => {
    ledger.settings.copiesToKeep = 2;
    const files: string[] = [];
    mkdirSync(folder);
    writeFileSync(join(folder, 'mine.txt'), '');
    writeFileSync(
      join(folder, 'mostrador-production-20260115T160000Z.tar.zst.age'),
      'another till',
    );
    for (let day = 0; day < 4; day += 1) {
      files.push(await createBackup());
      await ledger.clock.advance(24 * HOUR);
    }
    const keptFiles = files.slice(-2);
    expect(readdirSync(folder).sort()).toEqual(
      [
        ...keptFiles,
        ...keptFiles.map((file) => `${file}.json`),
        'mine.txt',
        'mostrador-production-20260115T160000Z.tar.zst.age',
      ].sort(),
    );
  });

  it('writes only the backup and its seal to the configured folder', async () => {
    ledger.settings.folder = join(ledger.folder, 'disk');
    mkdirSync(ledger.settings.folder);
    const file = await createBackup();
    expect(readdirSync(ledger.settings.folder).sort()).toEqual([file, `${file}.json`]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('backup failures', () => {
  const getFailureReason = async (): Promise<unknown> => {
    const result = await ledger.backup.makeBackup(BY);
    return result.ok ? null : Reflect.get(result.problem, 'reason');
  };

  it('reports a missing backup folder and does not create it', async () => {
    ledger.settings.folder = join(ledger.folder, 'gone');
    expect(await getFailureReason()).toBe('no-folder');
    expect(existsSync(ledger.settings.folder)).toBe(false);
    expect(await ledger.backup.getState()).toMatchObject({
      problem: { reason: 'no-folder' },
      last: null,
    });
    expect(listAuditKinds()).toEqual(['backup-failed']);
    mkdirSync(ledger.settings.folder);
    await createBackup();
    expect((await ledger.backup.getState()).problem).toBeNull();
  });

  it('reports null seals, not an empty list, when the backup folder is missing', async () => {
    expect(await ledger.backup.readAuditSeals()).toEqual([]);
    // The first copy contains no audit row yet: its own row is written after it.
    await createBackup();
    await createBackup();
    expect(await ledger.backup.readAuditSeals()).toHaveLength(1);
    renameSync(folder, `${folder}-away`);
    expect(await ledger.backup.readAuditSeals()).toBeNull();
    ledger.settings.folder = join(ledger.folder, 'not-connected');
    expect(await ledger.backup.readAuditSeals()).toBeNull();
    expect((await ledger.backup.getState()).copies).toBeNull();
  });

  it('reports a backup folder that is a file', async () => {
    ledger.settings.folder = join(ledger.folder, 'file');
    writeFileSync(ledger.settings.folder, '');
    expect(await getFailureReason()).toBe('not-a-folder');
  });

  it.skipIf(process.getuid?.() === 0)(
    'reports a read-only backup folder and writes nothing',
    async () => {
      ledger.settings.folder = join(ledger.folder, 'closed');
      mkdirSync(ledger.settings.folder);
      chmodSync(ledger.settings.folder, 0o500);
      expect(await getFailureReason()).toBe('read-only');
      expect(readdirSync(ledger.settings.folder)).toEqual([]);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'reports a full disk before it looks at the folder',
    async () => {
      ledger.settings.folder = '/proc/self';
      expect(await getFailureReason()).toBe('full');
      expect(existsSync(folder)).toBe(false);
    },
  );

  it('leaves no file when the disk fills up during packing', async () => {
    ledger.pack = async () => ({ failed: { code: 'ENOSPC', message: 'no room' } });
    expect(await getFailureReason()).toBe('full');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('uses only .part names before completion and deletes leftover .part files', async () => {
    ledger.settings.folder = join(ledger.folder, 'disk');
    mkdirSync(ledger.settings.folder);
    ledger.pack = async (task) => {
      await packAndVerifyBackup(task);
      // What is in the folder now is what a power cut here would leave.
      expect(
        readdirSync(ledger.settings.folder ?? '').every((name) => name.endsWith('.part')),
      ).toBe(true);
      throw Object.assign(new Error('the disk'), { code: 'EIO' });
    };
    expect(await getFailureReason()).toBe('failed');
    expect(readdirSync(ledger.settings.folder)).toEqual([]);
    writeFileSync(join(ledger.settings.folder, 'mostrador-sandbox-x.part'), 'left behind');
    ledger.pack = packAndVerifyBackup;
    const file = await createBackup();
    expect(readdirSync(ledger.settings.folder).sort()).toEqual([file, `${file}.json`]);
  });

  it('reports a damaged ledger page at once and keeps every earlier backup', async () => {
    const earlierBackup = await createBackup();
    ledger.settings.copiesToKeep = 1;
    ledger.reopen(() => {
      // The check at the start misses this: the page belongs to no table that a sale uses.
      const raw = new DatabaseSync(ledger.file);
      const page = Number(
        raw.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'audit_by_approver'").get()
          ?.rootpage,
      );
      raw.exec("INSERT INTO audit VALUES (99, '2026', 'x', 'a', 'a', 'b', 'b', '{}', 'x')");
      raw.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      raw.close();
      const handle = openSync(ledger.file, 'r+');
      // The index entry differs from the row: only the full integrity check detects that.
      const bytes = readFileSync(ledger.file);
      const offset = bytes.indexOf('b2026', (page - 1) * 4096);
      writeSync(handle, 'c', offset);
      closeSync(handle);
    });
    expect(await getFailureReason()).toBe('ledger-damaged');
    expect(existsSync(join(folder, earlierBackup))).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('reports copy-damaged, not ledger-damaged, when the disk returns other bytes', async () => {
    ledger.settings.folder = join(ledger.folder, 'disk');
    mkdirSync(ledger.settings.folder);
    ledger.pack = async (task) => {
      const wrongInspection = { ...task.expected, sha256: 'f'.repeat(64) };
      return await packAndVerifyBackup({ ...task, expected: wrongInspection });
    };
    expect(await getFailureReason()).toBe('copy-damaged');
  });
});

describe('daily backup', () => {
  const countCopies = async (): Promise<number> =>
    (await ledger.backup.getState()).copies?.length ?? 0;
  /** Waits for the backup, which writes real files while the virtual clock stands still. */
  const waitForBackup = async (): Promise<void> => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (!(await ledger.backup.getState()).isMaking) return;
    }
  };

  it('runs at 03:30 and two minutes after a start that missed a night', async () => {
    ledger.backup.start();
    await ledger.clock.advance(119_000);
    expect(await countCopies()).toBe(0);
    await ledger.clock.advance(2_000);
    await waitForBackup();
    expect(await countCopies()).toBe(1);
    // It is 10:02: the next backup is due at 03:30.
    await ledger.clock.advance(17 * HOUR);
    await waitForBackup();
    expect(await countCopies()).toBe(1);
    await ledger.clock.advance(HOUR);
    await waitForBackup();
    expect(await countCopies()).toBe(2);
    await ledger.backup.stop();
  });

  it('retries a failed backup after an hour and records the failure once', async () => {
    ledger.settings.folder = join(ledger.folder, 'gone');
    ledger.backup.start();
    for (let turn = 0; turn < 4; turn += 1) {
      await ledger.clock.advance(HOUR);
      await waitForBackup();
    }
    expect(listAuditKinds()).toEqual(['backup-failed']);
    mkdirSync(ledger.settings.folder);
    await ledger.clock.advance(HOUR + 60_000);
    await waitForBackup();
    expect(listAuditKinds()).toEqual(['backup-made', 'backup-failed']);
    await ledger.backup.stop();
  });

  /** Another program replaces the open ledger with a copy of it. */
  const replaceLedger = (): void => {
    copyFileSync(ledger.file, `${ledger.file}.copy`);
    renameSync(`${ledger.file}.copy`, ledger.file);
  };

  it('makes no backup while another file is in the place of the open ledger', async () => {
    replaceLedger();
    ledger.backup.start();
    for (let turn = 0; turn < 5; turn += 1) {
      await ledger.clock.advance(HOUR);
      await waitForBackup();
      expect(ledger.backup.getLastFailure()).toMatchObject({ reason: 'ledger-gone' });
    }
    expect(await ledger.backup.makeBackup(BY)).toMatchObject({
      problem: { kind: 'backup', reason: 'ledger-gone' },
    });
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
    await ledger.backup.stop();
  });

  it('pauses for an hour after a backup that could not be recorded', async () => {
    let copyCount = 0;
    ledger.inspect = async (file) => {
      copyCount += 1;
      replaceLedger();
      return await inspectLedger(file);
    };
    ledger.backup.start();
    await ledger.clock.advance(130_000);
    await waitForBackup();
    expect(ledger.backup.getLastFailure()).toMatchObject({ reason: 'ledger-gone' });
    await ledger.clock.advance(HOUR - 1_000);
    await waitForBackup();
    await ledger.clock.advance(3 * HOUR);
    await waitForBackup();
    expect(copyCount).toBe(1);
    await ledger.backup.stop();
  });

  it('pauses for an hour after an attempt that throws', async () => {
    let attemptCount = 0;
    ledger.pack = async () => {
      attemptCount += 1;
      throw new TypeError('out of order');
    };
    ledger.backup.start();
    await ledger.clock.advance(130_000);
    await waitForBackup();
    await ledger.clock.advance(HOUR - 20_000);
    await waitForBackup();
    expect(attemptCount).toBe(1);
    await ledger.clock.advance(60_000);
    await waitForBackup();
    expect(attemptCount).toBe(2);
    await ledger.backup.stop();
  });

  it('retries at once when another folder is set', async () => {
    ledger.settings.folder = join(ledger.folder, 'gone');
    ledger.backup.start();
    await ledger.clock.advance(130_000);
    await waitForBackup();
    expect(ledger.backup.getLastFailure()).toMatchObject({ reason: 'no-folder' });
    ledger.settings.folder = join(ledger.folder, 'disk');
    mkdirSync(ledger.settings.folder);
    ledger.backup.wake();
    await ledger.clock.advance(1);
    await waitForBackup();
    expect(ledger.backup.getLastFailure()).toBeNull();
    expect(await countCopies()).toBe(1);
    await ledger.backup.stop();
  });

  it('schedules a backup although the last one is dated in the future', () => {
    const now = Date.parse('2026-01-15T16:00:00.000Z');
    const due = computeBackupDueAt(now + 400 * 24 * HOUR, now, 'America/Mexico_City');
    expect(new Date(due).toISOString()).toBe('2026-01-16T09:30:00.000Z');
    expect(computeBackupDueAt(null, now, 'America/Mexico_City')).toBe(now);
  });
});

describe('backup inspection', () => {
  const inspector = createBackupWorker(CHECK_WORKER_URL);

  it('inspects, packs and opens a backup in a worker thread', async () => {
    ledger.pack = inspector.packBackup;
    const file = join(folder, await createBackup());
    const plain = join(ledger.folder, 'plain.sqlite');
    await ledger.extractLedger(file, plain);
    expect(await inspector.inspectLedger(plain)).toEqual(await inspectLedger(plain));
    const task = {
      backupFile: file,
      ledgerFile: join(ledger.folder, 'opened'),
      dataKey: ledger.dataKey.bytes.toString('base64'),
      recoveryKey: null,
    };
    expect(await inspector.openBackup(task)).toMatchObject({
      opened: { contents: { settingsJson: JSON.stringify({ shop: { name: 'Abarrotes' } }) } },
    });
  });

  it('leaves no extra or decrypted file and does not change the backup', async () => {
    const file = join(folder, await createBackup());
    const originalBytes = readFileSync(file);
    const names = readdirSync(folder);
    expect(await ledger.getRefusalReason(file)).toBeNull();
    expect(readdirSync(folder)).toEqual(names);
    expect(readdirSync(join(ledger.folder, 'scratch'))).toEqual([]);
    expect(readFileSync(file).equals(originalBytes)).toBe(true);
  });

  it('reports a backup that is no ledger, damaged, newer, pre-version-1 or missing', async () => {
    const file = join(folder, await createBackup());
    const originalBytes = readFileSync(file);
    const getRefusalReason = () => ledger.getRefusalReason(file);
    expect(await getRefusalReason()).toBeNull();
    writeFileSync(file, 'a text');
    expect(await getRefusalReason()).toBe('not-a-ledger');
    writeFileSync(file, originalBytes.subarray(0, originalBytes.length / 2));
    expect(await getRefusalReason()).toBe('damaged');
    for (const offset of [60, 400, originalBytes.length - 1]) {
      const changed = Buffer.from(originalBytes);
      changed.writeUInt8(changed.readUInt8(offset) ^ 1, offset);
      writeFileSync(file, changed);
      expect(await getRefusalReason()).not.toBeNull();
    }
    writeFileSync(file, originalBytes);
    const plain = join(ledger.folder, 'plain.sqlite');
    await ledger.extractLedger(file, plain);
    const newer = readFileSync(plain);
    newer.writeUInt32BE(9_999, 60);
    writeFileSync(file, newer);
    expect(await getRefusalReason()).toBe('newer-version');
    rmSync(file);
    createEarlierLedger(file);
    const earlier = readFileSync(file);
    expect(await getRefusalReason()).toBe('earlier-format');
    expect(readFileSync(file).equals(earlier)).toBe(true);
    rmSync(file);
    expect(await getRefusalReason()).toBe('not-there');
    if (process.platform !== 'win32') {
      // Nothing waits for the other end of a pipe, be it the backup or its seal.
      execFileSync('mkfifo', [file]);
      expect(await getRefusalReason()).toBe('not-a-ledger');
      expect(await inspectLedger(file)).toMatchObject({ problem: 'not-a-ledger' });
      execFileSync('mkfifo', [getBackupSealPath(join(folder, 'copy'))]);
      expect(await readBackupSeal(join(folder, 'copy'))).toBeNull();
    }
    expect(readdirSync(join(ledger.folder, 'scratch'))).toEqual([]);
  });
});
