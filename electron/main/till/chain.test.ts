import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fail, type Provisioning } from '../../../shared/contract/index.ts';
import {
  createChain,
  getSharedCluster,
  type TestChain,
  type TestTill,
} from '../../../tests/support/postgres/index.ts';
import { connectChain } from '../../chain/till/client/index.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import type { Secrets } from '../../settings/index.ts';
import { leaveUnresolved, production, testProfile, training } from './host.fixture.ts';
import type { TillHost } from './index.ts';
import { getLedgerFile } from './profile-paths.ts';

/** A whole till and its chain's database: what happens when they first meet. */
const profile = testProfile();
let chain: TestChain;
let block: TestTill;
beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
  block = await chain.enroll('Centro', '07');
});
afterAll(() => chain.drop());

const withChain = (): Provisioning => ({
  ...training,
  posNumber: '07',
  chain: { ...block, hosts: [...block.hosts] },
});
async function secrets(): Promise<Secrets> {
  const { settings } = profile;
  return (settings.ok ? await settings.value.secrets('training') : null) ?? {};
}
/** Rounds wait by the till's clock, the network by the computer's. */
async function until(check: () => Promise<void>): Promise<void> {
  await vi.waitFor(
    async () => {
      profile.clock.advance(5_000);
      await check();
    },
    { timeout: 120_000, interval: 100 },
  );
}
async function provision(host: TillHost): Promise<void> {
  expect(
    await host.provision(withChain(), profile.folder, PROVISIONED_BY_FIRST_SET_UP),
  ).toMatchObject({
    ok: true,
  });
}

it.skipIf(process.platform === 'win32')(
  'replaces the password of its file, and believes the file no more',
  async () => {
    const host = profile.start();
    await provision(host);
    expect(await secrets()).toEqual({ chainPassword: block.password });
    host.till()?.start();
    await until(async () => {
      expect(await secrets()).toMatchObject({ isChainPasswordOwn: true });
    });
    const own = (await secrets()).chainPassword ?? '';
    expect(own).not.toBe(block.password);
    expect(await connectChain(block)).toMatchObject({ ok: false, problem: { kind: 'refused' } });
    // The same file again, as where it lies in the folder of the installer.
    await provision(host);
    expect((await secrets()).chainPassword).toBe(own);
    await until(async () => {
      const [row] = await chain.database.sql('SELECT session FROM chain.standing');
      expect(Number(row?.session)).toBeGreaterThan(1);
    });
    expect(host.till()?.reconciliation.state().chain).not.toBeNull();
  },
);

it.skipIf(process.platform === 'win32')(
  'lets a till go only when it knows all of it, unless an owner wants it, which is noted',
  async () => {
    const other = await chain.enroll('Centro', '08');
    const host = profile.start();
    const alone = { ...training, posNumber: '08' };
    const inChain = { ...alone, chain: { ...other, hosts: [...other.hosts] } };
    const provision = (to: Provisioning) =>
      host.provision(to, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
    const leave = async (isUntried: boolean) =>
      host.auditedSettings?.change(
        {
          revision: profile.settings.ok ? profile.settings.value.revision() : 0,
          change: { section: 'chain', to: { kind: 'none' }, isUntried },
        },
        { by: { id: 'ana', name: 'Ana' }, approvedBy: null },
      );
    const unsent = fail({ kind: 'setting', reason: 'chain-unsent' });

    expect(await provision(inChain)).toMatchObject({ ok: true });
    // Not a word was told yet: by no way does it leave by mistake.
    expect(await leave(false)).toEqual(unsent);
    expect(await provision(alone)).toEqual(unsent);
    expect(
      await host.applyPatch({
        patch: { chain: null },
        folder: profile.folder,
        approval: { cashierId: 'carmen', pin: '3333' },
        isFromMachine: false,
        isCheckOnly: false,
      }),
    ).toEqual({ kind: 'refused', why: 'busy', problem: unsent.problem });
    host.till()?.start();
    await until(async () => {
      expect(host.till()?.hasSyncedChain()).toBe(true);
    });
    expect(await leave(false)).toMatchObject({ ok: true });
    expect(host.till()?.settings.chain).toBeUndefined();

    // Its chain is gone for good.
    expect(await provision(inChain)).toMatchObject({ ok: true });
    expect(await leave(true)).toMatchObject({ ok: true });
    await host.close();
    const database = new DatabaseSync(getLedgerFile(profile.folder, 'training'));
    const noted = database
      .prepare("SELECT detail FROM audit WHERE kind = 'settings-changed' ORDER BY number")
      .all()
      .map(({ detail }) => JSON.parse(String(detail)));
    database.close();
    expect(noted).toMatchObject([
      { section: 'chain' },
      { section: 'chain', isUntried: true, isUntold: true },
    ]);
    expect(noted[0]).not.toHaveProperty('isUntold');
  },
);

it.skipIf(process.platform === 'win32')(
  'keeps a till whose payment is not resolved: how it ends would be in no file',
  async () => {
    const { user: _, ...address } = block;
    const inChain = {
      ...production('A'),
      chain: { ...address, hosts: [...block.hosts], user: 'x' },
    };
    const before = profile.start();
    expect(
      await before.provision(inChain, profile.folder, PROVISIONED_BY_FIRST_SET_UP),
    ).toMatchObject({
      ok: true,
    });
    await before.close();
    leaveUnresolved(profile.folder);
    const host = profile.start();
    host.open();
    expect(
      await host.provision(production('A'), profile.folder, PROVISIONED_BY_FIRST_SET_UP),
    ).toEqual(fail({ kind: 'setting', reason: 'chain-unresolved' }));
    // Also where it is at work in another environment.
    expect(
      await host.provision(training, profile.folder, PROVISIONED_BY_FIRST_SET_UP),
    ).toMatchObject({
      ok: true,
    });
    expect(
      await host.provision(production('A'), profile.folder, PROVISIONED_BY_FIRST_SET_UP),
    ).toEqual(fail({ kind: 'setting', reason: 'chain-unresolved' }));
  },
);
