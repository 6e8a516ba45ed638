import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { ok, type Provisioning } from '../../../shared/contract/index.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { silentLog } from '../../platform/index.ts';
import { createHandlers } from '../ipc/handlers/index.ts';
import { leaveUnresolved, production, testProfile, training } from './host.fixture.ts';
import type { TillHost } from './index.ts';
import { getLedgerFile } from './profile-paths.ts';

const profile = testProfile();
const { clock, start, withProductionKeys } = profile;

const unknownPayment = { ok: false, problem: { kind: 'payment-state', state: 'unknown' } };

it('takes no other keys while a payment of the environment in use is not resolved', async () => {
  await withProductionKeys('A');
  leaveUnresolved(profile.folder);
  const host = start();
  host.open();
  expect(
    await host.provision(production('B'), profile.folder, PROVISIONED_BY_FIRST_SET_UP),
  ).toMatchObject(unknownPayment);
  expect(
    await host.provision(production('A'), profile.folder, PROVISIONED_BY_FIRST_SET_UP),
  ).toMatchObject({
    ok: true,
  });
});

/** Another shop's file: its people and keys are not those of the till. */
const foreign = (environment: 'training' | 'production'): Provisioning => ({
  ...(environment === 'training' ? training : production('F')),
  cashiers: [{ id: 'mallory', name: 'Mallory', pin: '73519', role: 'owner' }],
});
const ownerOf = (name: string, pin: string): Provisioning['cashiers'][number] => ({
  id: name.toLowerCase(),
  name,
  pin,
  role: 'owner',
});

it('lets a command replace nobody without the PIN of an owner of the ledger in use', async () => {
  await withProductionKeys('A');
  const host = start();
  host.open();
  const before = JSON.stringify(profile.written);
  const known = { cashierId: 'carmen', pin: '31416' };
  for (const [approval, kind] of [
    [null, 'not-allowed'],
    [{ ...known, pin: '90909' }, 'wrong-pin'],
    [{ cashierId: 'luis', pin: '27183' }, 'not-allowed'],
    [{ cashierId: 'mallory', pin: '73519' }, 'not-found'],
  ] as const) {
    for (const environment of ['training', 'production'] as const) {
      if (kind === 'wrong-pin' && environment === 'training') continue;
      const refused = await host.provisionByCommand(foreign(environment), profile.folder, approval);
      expect(refused).toMatchObject({ ok: false, problem: { kind } });
    }
  }
  expect(JSON.stringify(profile.written)).toBe(before);
  expect(host.till()?.staff.listActive().length).toBe(training.cashiers.length);
  expect(await host.provisionByCommand(foreign('production'), profile.folder, known)).toMatchObject(
    {
      ok: true,
    },
  );
  expect(host.till()?.staff.listActive()).toMatchObject([{ id: 'mallory' }]);
  await host.close();
  const database = new DatabaseSync(getLedgerFile(profile.folder, 'production'));
  const noted = database
    .prepare("SELECT cashier_name FROM audit WHERE kind = 'staff-provisioned' ORDER BY number DESC")
    .get();
  database.close();
  expect(noted?.cashier_name).toBe('Carmen');
});

it.each([
  ["training's owner, signed in, whose PIN everybody knows", true],
  ['nobody, once settings.json was removed', false],
])('lets %s onto no ledger of real money from the screen either', async (_who, isTraining) => {
  const mine = { ...production('A'), cashiers: [ownerOf('Carmen', '84120')] };
  const first = start();
  expect(await first.provisionByCommand(mine, profile.folder, null)).toMatchObject({ ok: true });
  const carmen = { cashierId: 'carmen', pin: '84120' };
  if (isTraining) await first.provisionByCommand(training, profile.folder, carmen);
  await first.close();
  if (!isTraining) profile.written = undefined;
  const host = start();
  host.open();
  const before = JSON.stringify(profile.written);
  const by = isTraining
    ? ({ way: 'screen', person: { id: 'carmen', name: 'Carmen' } } as const)
    : PROVISIONED_BY_FIRST_SET_UP;
  const guessed = { ...production('A'), cashiers: [ownerOf('Carmen', '90217')] };
  for (const theirs of [foreign('production'), guessed]) {
    expect(await host.provisionOnScreen(theirs, profile.folder, by)).toMatchObject({
      problem: { kind: 'staff', reason: 'owner-there' },
    });
  }
  expect(JSON.stringify(profile.written)).toBe(before);
  expect(await host.provisionOnScreen(mine, profile.folder, by)).toMatchObject({ ok: true });
  expect(host.till()?.staff.listActive()).toMatchObject([{ id: 'carmen' }]);
});

it.each(['command', 'screen', 'patch'] as const)(
  'takes nobody into production by a %s who approves with a PIN that is guessed first',
  async (way) => {
    const host = start();
    const wish = production('A');
    if (way === 'patch') await host.provisionByCommand(wish, profile.folder, null);
    for (const pin of ['1111', '1234', '121212']) {
      const people = [
        ownerOf('Carmen', '84120'),
        { ...ownerOf('Luis', pin), role: 'supervisor' as const },
      ];
      const guessed = { ...wish, cashiers: people };
      const asked = {
        patch: { cashiers: people },
        folder: profile.folder,
        approval: { cashierId: 'carmen', pin: '31416' },
        isFromMachine: false,
        isCheckOnly: false,
      };
      const answer =
        way === 'command'
          ? await host.provisionByCommand(guessed, profile.folder, null)
          : way === 'screen'
            ? await host.provisionOnScreen(guessed, profile.folder, PROVISIONED_BY_FIRST_SET_UP)
            : await host.applyPatch(asked);
      expect(answer).toMatchObject({
        problem: { kind: 'provisioning', field: 'cashiers.luis.pin' },
      });
    }
  },
);

it('takes a till its own file again without more, as the file has an owner with her PIN', async () => {
  const host = start();
  expect(await host.provisionByCommand(production('A'), profile.folder, null)).toMatchObject({
    ok: true,
  });
  expect(await host.provisionByCommand(production('A'), profile.folder, null)).toMatchObject({
    ok: true,
  });
  const changed = { ...production('A'), cashiers: [ownerOf('Carmen', '84120')] };
  expect(await host.provisionByCommand(changed, profile.folder, null)).toMatchObject({
    problem: { kind: 'wrong-pin' },
  });
});

it("lets training's owner, whose PIN everybody knows, into no ledger of real money", async () => {
  const mine = { ...production('A'), cashiers: [ownerOf('Carmen', '84120')] };
  const first = start();
  expect(await first.provisionByCommand(mine, profile.folder, null)).toMatchObject({ ok: true });
  const carmen = { cashierId: 'carmen', pin: '84120' };
  expect(await first.provisionByCommand(training, profile.folder, carmen)).toMatchObject({
    ok: true,
  });
  await first.close();
  const host = start();
  host.open();
  const known = { cashierId: 'carmen', pin: '3333' };
  const refused = await host.provisionByCommand(foreign('production'), profile.folder, known);
  expect(refused).toMatchObject({ problem: { kind: 'wrong-pin' } });
  expect(host.till()?.settings.environment).toBe('training');
  expect(await host.provisionByCommand(mine, profile.folder, null)).toMatchObject({ ok: true });
  expect(host.till()?.settings.environment).toBe('production');
});

it('lets nobody in by a command while the ledger in use cannot be read', async () => {
  await withProductionKeys('A');
  writeFileSync(getLedgerFile(profile.folder, 'production'), Buffer.alloc(8_192, 7));
  const host = start();
  host.open();
  expect(await host.provisionByCommand(foreign('training'), profile.folder, null)).toMatchObject({
    problem: { kind: 'storage', reason: 'damaged' },
  });
});

it('takes no other keys by way of another environment either', async () => {
  await withProductionKeys('A');
  leaveUnresolved(profile.folder);
  const host = start();
  host.open();
  expect(await host.provision(training, profile.folder, PROVISIONED_BY_FIRST_SET_UP)).toMatchObject(
    { ok: true },
  );
  expect(
    await host.provision(production('B'), profile.folder, PROVISIONED_BY_FIRST_SET_UP),
  ).toMatchObject(unknownPayment);
  expect(host.till()?.settings.environment).toBe('training');
  expect(JSON.stringify(profile.written)).not.toContain('secret of B');
});

it('takes no other keys while the ledger that they are for cannot be read', async () => {
  await withProductionKeys('A');
  const file = openSync(getLedgerFile(profile.folder, 'production'), 'r+');
  writeSync(file, Buffer.alloc(100, 'x'), 0, 100, 0);
  closeSync(file);
  const host = start();
  host.open();
  expect(
    await host.provision(production('B'), profile.folder, PROVISIONED_BY_FIRST_SET_UP),
  ).toMatchObject({
    ok: false,
    problem: { kind: 'storage', reason: 'damaged' },
  });
  expect(JSON.stringify(profile.written)).not.toContain('secret of B');
});

it('sees the payment that was sent while the key store kept it waiting', async () => {
  await withProductionKeys('A');
  const host = start();
  host.open();
  const { promise, resolve } = Promise.withResolvers<void>();
  profile.sealing = promise;
  const provisioning = host.provision(production('B'), profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  await new Promise((later) => setImmediate(later));
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

it('notes who set it up, or by which way it came where nobody was signed in', async () => {
  const host = start();
  const carmen = { id: 'carmen', name: 'Carmen' };
  const ways = [
    PROVISIONED_BY_FIRST_SET_UP,
    { way: 'screen', person: carmen },
    { way: 'command-line', person: null },
  ] as const;
  for (const by of ways) expect((await host.provision(training, profile.folder, by)).ok).toBe(true);
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

it('is set up for the first time once, also where its ledger was taken away since', async () => {
  const file = getLedgerFile(profile.folder, 'training');
  const wayOfNewest = () => {
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
      firstLanguage: 'es-MX',
    });
    return await handlers['setup.startTraining']({ language: 'es-MX' }, { cashier: null });
  };
  const host = start();
  host.open();
  expect(host.isSetUp()).toBe(false);
  expect(await setUp(host)).toMatchObject({ ok: true });
  await host.close();
  expect(wayOfNewest()).toEqual(['staff-provisioned', null, 'first-set-up']);
  // While a damaged one is there, it counts as set up, and nobody is let in.
  writeFileSync(file, 'x'.repeat(100_000));
  const damaged = start();
  damaged.open();
  expect(damaged.isSetUp()).toBe(true);
  await damaged.close();
  rmSync(file);
  const again = start();
  again.open();
  expect(again.isSetUp()).toBe(false);
  expect(await setUp(again)).toMatchObject({ ok: true });
  await again.close();
  expect(wayOfNewest()).toEqual(['staff-provisioned', null, 'screen']);
});

it('does two provisionings of an open till one after the other', async () => {
  const host = start();
  await host.provision(training, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
  const again = await Promise.all(
    [1, 2, 3].map(() => host.provision(training, profile.folder, PROVISIONED_BY_FIRST_SET_UP)),
  );
  expect(again).toEqual([ok(null), ok(null), ok(null)]);
  expect(host.isSetUp()).toBe(true);
});
