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
import { getStagePath, type StagedRestore } from '../../back-office/backup/index.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { makeEarlierLedger } from '../../ledger/testing/index.ts';
import { toIsoTime, yieldToEventLoop } from '../../platform/index.ts';
import { testProfile, training } from './host.fixture.ts';
import { getLedgerFile } from './profile-paths.ts';

const profile = testProfile();
const { clock, start, withProductionKeys } = profile;

it('says that a ledger is damaged further in, and lets go of the file', async () => {
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

it('refuses a ledger from before version 1 by its own reason, and leaves it and its backups alone', async () => {
  await withProductionKeys('A');
  const ledger = getLedgerFile(profile.folder, 'production');
  rmSync(ledger);
  makeEarlierLedger(ledger);
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
  expect(await host.findRescue()).toBeNull();
  expect(host.isSetUp()).toBe(true);
  await host.close();
  expect(readFileSync(ledger).equals(before)).toBe(true);
  expect(readdirSync(profile.folder)).toEqual(names);
});

const AGREED_BEFORE: StagedRestore = {
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
};

it('puts a training ledger from before version 1 aside, with its service, and begins anew', async () => {
  const first = start();
  await first.provision(training, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  await first.close();
  mkdirSync(join(profile.folder, 'training-service'), { recursive: true });
  const ledger = getLedgerFile(profile.folder, 'training');
  rmSync(ledger);
  makeEarlierLedger(ledger);
  makeEarlierLedger(`${ledger}.restoring`);
  writeFileSync(getStagePath(profile.folder, 'training'), JSON.stringify(AGREED_BEFORE));
  const before = readFileSync(ledger);
  const host = start();
  host.open();
  expect(host.storageProblem()).toBeNull();
  expect(host.isSetUp()).toBe(false);
  expect((await host.till()?.backups.getState())?.staged).toBeNull();
  await host.provision(training, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
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

it('names the backup that a damaged ledger can be restored from, and whose till it is', async () => {
  const host = start();
  await host.provision(training, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  expect(await host.findRescue()).toBeNull();
  const made = await host.till()?.backups.make(null);
  if (!made?.ok) throw new Error('no backup');
  await host.close();
  const file = openSync(getLedgerFile(profile.folder, 'training'), 'r+');
  writeSync(file, Buffer.alloc(100, 'x'), 0, 100, 0);
  closeSync(file);
  const again = start();
  again.open();
  expect(again.storageProblem()).toMatchObject({ reason: 'damaged' });
  const backups = join(profile.folder, 'backups');
  expect(await again.findRescue()).toMatchObject({
    folder: backups,
    newest: { copy: made.value, file: join(backups, made.value.file) },
  });
});

it('tells the status line that a backup failed, also after a night in which it was off', async () => {
  const host = start();
  const gone = join(profile.folder, 'gone');
  await host.provision(
    { ...training, backup: { folder: gone } },
    profile.folder,
    PROVISIONED_BY_FIRST_SET_UP,
  );
  const lines = () => profile.said.filter(({ name }) => name === 'status.changed');
  const till = host.till();
  expect(till?.status.getLine().backup).toBeNull();
  await till?.backups.make(null);
  await yieldToEventLoop();
  const trouble = { reason: 'no-folder', at: toIsoTime(clock.now()) };
  expect(lines().at(-1)).toMatchObject({ payload: { backup: trouble } });
  await host.close();
  const again = start();
  again.open();
  expect(again.till()?.status.getLine().backup).toEqual(trouble);
});
