import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { getRestoreMarkerPath, type StagedRestore } from '../../back-office/backup/index.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { createEarlierLedger } from '../../ledger/testing/index.ts';
import { getLedgerFile, toIsoTime, yieldToEventLoop } from '../../platform/index.ts';
import { createTestProfile, TRAINING_PROVISIONING } from './host.fixture.ts';

const profile = createTestProfile();
const { clock, start, withProductionKeys } = profile;

it('reports a ledger that is damaged inside and closes its file', async () => {
  await withProductionKeys('A');
  const name = getLedgerFile(profile.folder, 'production');
  const reader = new DatabaseSync(name);
  const root = reader
    .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'shop_account'")
    .get()?.rootpage;
  const size = reader.prepare('PRAGMA page_size').get()?.page_size;
  reader.close();
  const file = openSync(name, 'r+');
  writeSync(
    file,
    Buffer.alloc(Number(size), 0xff),
    0,
    Number(size),
    (Number(root) - 1) * Number(size),
  );
  closeSync(file);
  const host = start();
  expect(() => host.open()).not.toThrow();
  expect(host.till()).toBeNull();
  expect(host.storageProblem()).toMatchObject({ reason: 'damaged' });
});

it('refuses a ledger from before version 1 with its own reason and leaves its files unchanged', async () => {
  await withProductionKeys('A');
  const ledger = getLedgerFile(profile.folder, 'production');
  rmSync(ledger);
  createEarlierLedger(ledger);
  const before = readFileSync(ledger);
  const names = readdirSync(profile.folder);
  const host = start();
  host.open();
  expect(host.till()).toBeNull();
  expect(host.storageProblem()).toEqual({
    kind: 'storage',
    reason: 'earlier-format',
    file: 'ledger-production.sqlite',
  });
  expect(await host.findRescueBackup()).toBeNull();
  expect(host.isSetUp()).toBe(true);
  await host.close();
  expect(readFileSync(ledger).equals(before)).toBe(true);
  expect(readdirSync(profile.folder)).toEqual(names);
});

const STAGED_RESTORE: StagedRestore = {
  format: 1,
  id: 'one',
  environment: 'training',
  file: 'mostrador-training-20260101T093000Z.sqlite',
  sha256: '',
  at: '2026-01-01T10:00:00.000Z',
  askedBy: null,
  approvedBy: null,
  insists: true,
  aside: 'ledger-training.replaced-20260101T100000Z.sqlite',
  dataKey: null,
  auditNumber: 0,
  lastPaymentAt: null,
  replaced: null,
  paymentsMissing: null,
  staffSeals: {},
};

it('moves a training ledger from before version 1 and its service’s state aside and creates new ones', async () => {
  const first = start();
  await first.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  await first.close();
  mkdirSync(join(profile.folder, 'training-service'), { recursive: true });
  const ledger = getLedgerFile(profile.folder, 'training');
  rmSync(ledger);
  createEarlierLedger(ledger);
  createEarlierLedger(`${ledger}.restoring`);
  writeFileSync(getRestoreMarkerPath(profile.folder, 'training'), JSON.stringify(STAGED_RESTORE));
  const before = readFileSync(ledger);
  const host = start();
  host.open();
  expect(host.storageProblem()).toBeNull();
  expect(host.isSetUp()).toBe(false);
  expect((await host.till()?.backups.getState())?.staged).toBeNull();
  await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  expect(host.till()?.staff.listActive()).not.toHaveLength(0);
  const time = toIsoTime(clock.now()).slice(0, 19).replaceAll(/[-:]/g, '');
  const aside = join(profile.folder, `ledger-training.before-${time}Z.sqlite`);
  expect(readFileSync(aside).equals(before)).toBe(true);
  expect(readFileSync(`${aside}.restoring`).equals(before)).toBe(true);
  expect(readdirSync(profile.folder)).toEqual(
    expect.arrayContaining([
      `training-service.before-${time}Z`,
      `restore-training.json.before-${time}Z`,
    ]),
  );
});

it('finds the backup from which a damaged ledger can be restored', async () => {
  const host = start();
  await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  expect(await host.findRescueBackup()).toBeNull();
  const backup = await host.till()?.backups.makeBackup(null);
  if (!backup?.ok) throw new Error('no backup');
  await host.close();
  const file = openSync(getLedgerFile(profile.folder, 'training'), 'r+');
  writeSync(file, Buffer.alloc(100, 'x'), 0, 100, 0);
  closeSync(file);
  const secondHost = start();
  secondHost.open();
  expect(secondHost.storageProblem()).toMatchObject({ reason: 'damaged' });
  const backups = join(profile.folder, 'backups');
  expect(await secondHost.findRescueBackup()).toMatchObject({
    folder: backups,
    newest: { copy: backup.value, file: join(backups, backup.value.file) },
  });
});

it('shows a failed backup on the status line, also after a restart', async () => {
  const host = start();
  const missingFolder = join(profile.folder, 'gone');
  await host.provision(
    { ...TRAINING_PROVISIONING, backup: { folder: missingFolder } },
    profile.folder,
    PROVISIONED_BY_FIRST_SET_UP,
  );
  const listStatusEvents = () =>
    profile.emittedEvents.filter(({ name }) => name === 'status.changed');
  const till = host.till();
  expect(till?.status.getStatusLine().backup).toBeNull();
  await till?.backups.makeBackup(null);
  await yieldToEventLoop();
  const backupProblem = { reason: 'no-folder', at: toIsoTime(clock.now()) };
  expect(listStatusEvents().at(-1)).toMatchObject({ payload: { backup: backupProblem } });
  await host.close();
  const secondHost = start();
  secondHost.open();
  expect(secondHost.till()?.status.getStatusLine().backup).toEqual(backupProblem);
});
