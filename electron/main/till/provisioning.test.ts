import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { ok, type Provisioning } from '../../../shared/contract/index.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { getLedgerFile, silentLog } from '../../platform/index.ts';
import { createHandlers } from '../ipc/handlers/index.ts';
import {
  createProductionProvisioning,
  createTestProfile,
  insertUnresolvedPayment,
  TRAINING_PROVISIONING,
} from './host.fixture.ts';
import type { TillHost } from './index.ts';

const profile = createTestProfile();
const { clock, start, withProductionKeys } = profile;

const unknownPayment = { ok: false, problem: { kind: 'payment-state', state: 'unknown' } };

it('refuses other keys while a payment of the environment in use is unresolved', async () => {
  await withProductionKeys('A');
  insertUnresolvedPayment(profile.folder);
  const host = start();
  host.open();
  expect(
    await host.provision(
      createProductionProvisioning('B'),
      profile.folder,
      PROVISIONED_BY_FIRST_SET_UP,
    ),
  ).toMatchObject(unknownPayment);
  expect(
    await host.provision(
      createProductionProvisioning('A'),
      profile.folder,
      PROVISIONED_BY_FIRST_SET_UP,
    ),
  ).toMatchObject({
    ok: true,
  });
});

/** Another shop's provisioning: its cashiers and keys are not those of this till. */
const createForeignProvisioning = (environment: 'training' | 'production'): Provisioning => ({
  ...(environment === 'training' ? TRAINING_PROVISIONING : createProductionProvisioning('F')),
  cashiers: [{ id: 'mallory', name: 'Mallory', pin: '73519', role: 'owner' }],
});
const createOwner = (name: string, pin: string): Provisioning['cashiers'][number] => ({
  id: name.toLowerCase(),
  name,
  pin,
  role: 'owner',
});

it('refuses a provisioning by command without the PIN of an owner of the ledger in use', async () => {
  await withProductionKeys('A');
  const host = start();
  host.open();
  const before = JSON.stringify(profile.storedSettings);
  const ownerApproval = { cashierId: 'carmen', pin: '31416' };
  for (const [approval, kind] of [
    [null, 'not-allowed'],
    [{ ...ownerApproval, pin: '90909' }, 'wrong-pin'],
    [{ cashierId: 'luis', pin: '27183' }, 'not-allowed'],
    [{ cashierId: 'mallory', pin: '73519' }, 'not-found'],
  ] as const) {
    for (const environment of ['training', 'production'] as const) {
      if (kind === 'wrong-pin' && environment === 'training') continue;
      const refused = await host.provisionByCommand(
        createForeignProvisioning(environment),
        profile.folder,
        approval,
      );
      expect(refused).toMatchObject({ ok: false, problem: { kind } });
    }
  }
  expect(JSON.stringify(profile.storedSettings)).toBe(before);
  expect(host.till()?.staff.listActive().length).toBe(TRAINING_PROVISIONING.cashiers.length);
  expect(
    await host.provisionByCommand(
      createForeignProvisioning('production'),
      profile.folder,
      ownerApproval,
    ),
  ).toMatchObject({
    ok: true,
  });
  expect(host.till()?.staff.listActive()).toMatchObject([{ id: 'mallory' }]);
  await host.close();
  const database = new DatabaseSync(getLedgerFile(profile.folder, 'production'));
  const auditRow = database
    .prepare("SELECT cashier_name FROM audit WHERE kind = 'staff-provisioned' ORDER BY number DESC")
    .get();
  database.close();
  expect(auditRow?.cashier_name).toBe('Carmen');
});

it.each([
  ["training's signed-in owner, whose PIN is public", true],
  ['nobody, after settings.json was removed', false],
])('refuses a production provisioning on the screen by %s', async (_who, isTraining) => {
  const ownProvisioning = {
    ...createProductionProvisioning('A'),
    cashiers: [createOwner('Carmen', '84120')],
  };
  const firstHost = start();
  expect(await firstHost.provisionByCommand(ownProvisioning, profile.folder, null)).toMatchObject({
    ok: true,
  });
  const carmen = { cashierId: 'carmen', pin: '84120' };
  if (isTraining) await firstHost.provisionByCommand(TRAINING_PROVISIONING, profile.folder, carmen);
  await firstHost.close();
  if (!isTraining) profile.storedSettings = undefined;
  const host = start();
  host.open();
  const before = JSON.stringify(profile.storedSettings);
  const by = isTraining
    ? ({ way: 'screen', person: { id: 'carmen', name: 'Carmen' } } as const)
    : PROVISIONED_BY_FIRST_SET_UP;
  const obviousPins = {
    ...createProductionProvisioning('A'),
    cashiers: [createOwner('Carmen', '90217')],
  };
  for (const attempt of [createForeignProvisioning('production'), obviousPins]) {
    expect(await host.provisionOnScreen(attempt, profile.folder, by)).toMatchObject({
      problem: { kind: 'staff', reason: 'owner-there' },
    });
  }
  expect(JSON.stringify(profile.storedSettings)).toBe(before);
  expect(await host.provisionOnScreen(ownProvisioning, profile.folder, by)).toMatchObject({
    ok: true,
  });
  expect(host.till()?.staff.listActive()).toMatchObject([{ id: 'carmen' }]);
});

it.each(['command', 'screen', 'patch'] as const)(
  'refuses a cashier with an obvious PIN in a production provisioning by %s',
  async (way) => {
    const host = start();
    const newProvisioning = createProductionProvisioning('A');
    if (way === 'patch') await host.provisionByCommand(newProvisioning, profile.folder, null);
    for (const pin of ['1111', '1234', '121212']) {
      const cashiers = [
        createOwner('Carmen', '84120'),
        { ...createOwner('Luis', pin), role: 'supervisor' as const },
      ];
      const obviousPins = { ...newProvisioning, cashiers };
      const patchRequest = {
        patch: { cashiers },
        folder: profile.folder,
        approval: { cashierId: 'carmen', pin: '31416' },
        isInMachineFolder: false,
        isCheckOnly: false,
      };
      const result =
        way === 'command'
          ? await host.provisionByCommand(obviousPins, profile.folder, null)
          : way === 'screen'
            ? await host.provisionOnScreen(obviousPins, profile.folder, PROVISIONED_BY_FIRST_SET_UP)
            : await host.applyPatch(patchRequest);
      expect(result).toMatchObject({
        problem: { kind: 'provisioning', field: 'cashiers.luis.pin' },
      });
    }
  },
);

it('accepts a till’s own file again without --pin, because the file contains an owner’s PIN', async () => {
  const host = start();
  expect(
    await host.provisionByCommand(createProductionProvisioning('A'), profile.folder, null),
  ).toMatchObject({
    ok: true,
  });
  expect(
    await host.provisionByCommand(createProductionProvisioning('A'), profile.folder, null),
  ).toMatchObject({
    ok: true,
  });
  const changedProvisioning = {
    ...createProductionProvisioning('A'),
    cashiers: [createOwner('Carmen', '84120')],
  };
  expect(await host.provisionByCommand(changedProvisioning, profile.folder, null)).toMatchObject({
    problem: { kind: 'wrong-pin' },
  });
});

it("refuses the public PIN of training's owner for a production ledger", async () => {
  const ownProvisioning = {
    ...createProductionProvisioning('A'),
    cashiers: [createOwner('Carmen', '84120')],
  };
  const firstHost = start();
  expect(await firstHost.provisionByCommand(ownProvisioning, profile.folder, null)).toMatchObject({
    ok: true,
  });
  const carmen = { cashierId: 'carmen', pin: '84120' };
  expect(
    await firstHost.provisionByCommand(TRAINING_PROVISIONING, profile.folder, carmen),
  ).toMatchObject({
    ok: true,
  });
  await firstHost.close();
  const host = start();
  host.open();
  const ownerApproval = { cashierId: 'carmen', pin: '3333' };
  const refused = await host.provisionByCommand(
    createForeignProvisioning('production'),
    profile.folder,
    ownerApproval,
  );
  expect(refused).toMatchObject({ problem: { kind: 'wrong-pin' } });
  expect(host.till()?.settings.environment).toBe('training');
  expect(await host.provisionByCommand(ownProvisioning, profile.folder, null)).toMatchObject({
    ok: true,
  });
  expect(host.till()?.settings.environment).toBe('production');
});

it('refuses a provisioning by command while the ledger in use cannot be read', async () => {
  await withProductionKeys('A');
  writeFileSync(getLedgerFile(profile.folder, 'production'), Buffer.alloc(8_192, 7));
  const host = start();
  host.open();
  expect(
    await host.provisionByCommand(createForeignProvisioning('training'), profile.folder, null),
  ).toMatchObject({
    problem: { kind: 'storage', reason: 'damaged' },
  });
});

it('refuses other keys also after a switch to another environment', async () => {
  await withProductionKeys('A');
  insertUnresolvedPayment(profile.folder);
  const host = start();
  host.open();
  expect(
    await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP),
  ).toMatchObject({ ok: true });
  expect(
    await host.provision(
      createProductionProvisioning('B'),
      profile.folder,
      PROVISIONED_BY_FIRST_SET_UP,
    ),
  ).toMatchObject(unknownPayment);
  expect(host.till()?.settings.environment).toBe('training');
  expect(JSON.stringify(profile.storedSettings)).not.toContain('secret of B');
});

it('refuses other keys while their environment’s ledger cannot be read', async () => {
  await withProductionKeys('A');
  const file = openSync(getLedgerFile(profile.folder, 'production'), 'r+');
  writeSync(file, Buffer.alloc(100, 'x'), 0, 100, 0);
  closeSync(file);
  const host = start();
  host.open();
  expect(
    await host.provision(
      createProductionProvisioning('B'),
      profile.folder,
      PROVISIONED_BY_FIRST_SET_UP,
    ),
  ).toMatchObject({
    ok: false,
    problem: { kind: 'storage', reason: 'damaged' },
  });
  expect(JSON.stringify(profile.storedSettings)).not.toContain('secret of B');
});

it('refuses a provisioning if a payment was sent while the key store was pending', async () => {
  await withProductionKeys('A');
  const host = start();
  host.open();
  const { promise, resolve } = Promise.withResolvers<void>();
  profile.sealing = promise;
  const provisioning = host.provision(
    createProductionProvisioning('B'),
    profile.folder,
    PROVISIONED_BY_FIRST_SET_UP,
  );
  await new Promise((resolveNextTurn) => setImmediate(resolveNextTurn));
  const payments = host.till()?.payments;
  if (!payments) throw new Error('no till');
  vi.spyOn(payments, 'isSending').mockReturnValue(true);
  resolve();
  expect(await provisioning).toMatchObject({
    ok: false,
    problem: { kind: 'payment-state', state: 'sending' },
  });
  expect(host.till()?.payments).toBe(payments);
});

it('notes who provisioned the till, or the way if nobody was signed in', async () => {
  const host = start();
  const carmen = { id: 'carmen', name: 'Carmen' };
  const ways = [
    PROVISIONED_BY_FIRST_SET_UP,
    { way: 'screen', person: carmen },
    { way: 'command-line', person: null },
  ] as const;
  for (const by of ways)
    expect((await host.provision(TRAINING_PROVISIONING, profile.folder, by)).ok).toBe(true);
  await host.close();
  const database = new DatabaseSync(getLedgerFile(profile.folder, 'training'));
  const rows = database
    .prepare("SELECT * FROM audit WHERE kind = 'staff-provisioned' ORDER BY number")
    .all();
  database.close();
  expect(rows.map((row) => [row.cashier_name, JSON.parse(String(row.detail)).way])).toEqual([
    [null, 'first-set-up'],
    ['Carmen', 'screen'],
    [null, 'command-line'],
  ]);
});

it('notes a first set-up only once, even if the ledger was removed later', async () => {
  const file = getLedgerFile(profile.folder, 'training');
  const readLatestEntry = () => {
    const database = new DatabaseSync(file);
    const row = database.prepare('SELECT * FROM audit ORDER BY number DESC').get();
    database.close();
    return [row?.kind, row?.cashier_name, JSON.parse(String(row?.detail)).way];
  };
  const setUp = async (host: TillHost) => {
    const handlers = createHandlers({
      host,
      settings: profile.settings,
      clock,
      log: silentLog,
      applicationVersion: '0.0.0',
      initialLanguage: 'es-MX',
    });
    return await handlers['setup.startTraining']({ language: 'es-MX' }, { cashier: null });
  };
  const host = start();
  host.open();
  expect(host.isSetUp()).toBe(false);
  expect(await setUp(host)).toMatchObject({ ok: true });
  await host.close();
  expect(readLatestEntry()).toEqual(['staff-provisioned', null, 'first-set-up']);
  // While a damaged ledger exists, the till counts as set up, and nobody can sign in.
  writeFileSync(file, 'x'.repeat(100_000));
  const damaged = start();
  damaged.open();
  expect(damaged.isSetUp()).toBe(true);
  await damaged.close();
  rmSync(file);
  const results = start();
  results.open();
  expect(results.isSetUp()).toBe(false);
  expect(await setUp(results)).toMatchObject({ ok: true });
  await results.close();
  expect(readLatestEntry()).toEqual(['staff-provisioned', null, 'screen']);
});

it('runs concurrent provisionings of an open till one at a time', async () => {
  const host = start();
  await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const results = await Promise.all(
    [1, 2, 3].map(() =>
      host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP),
    ),
  );
  expect(results).toEqual([ok(null), ok(null), ok(null)]);
  expect(host.isSetUp()).toBe(true);
});
