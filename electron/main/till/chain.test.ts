import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fail, type Provisioning } from '../../../shared/contract/index.ts';
import {
  createCertificateAuthority,
  createChain,
  getSharedCluster,
  type TestChain,
  type TestTill,
} from '../../../tests/support/postgres/index.ts';
import { connectToChain } from '../../chain/client/index.ts';
import { PROVISIONED_BY_FIRST_SET_UP } from '../../counter/staff/index.ts';
import { leaveChain } from '../../operations/headless/index.ts';
import { EXIT_CODES, getLedgerFile } from '../../platform/index.ts';
import type { TillSecrets } from '../../settings/index.ts';
import {
  createProductionProvisioning,
  createTestProfile,
  insertUnresolvedPayment,
  TRAINING_PROVISIONING,
} from './host.fixture.ts';
import type { TillHost } from './index.ts';

/** Tests a whole till with its chain's database, from the first connection on. */
const profile = createTestProfile();
let chain: TestChain;
let enrollment: TestTill;
beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
  enrollment = await chain.enrollTill('Centro', '07');
});
afterAll(() => chain.drop());

const withChain = (): Provisioning => ({
  ...TRAINING_PROVISIONING,
  posNumber: '07',
  chain: { ...enrollment, hosts: [...enrollment.hosts] },
});
async function readSecrets(): Promise<TillSecrets> {
  const { settings } = profile;
  return (settings.ok ? await settings.value.readSecrets('training') : null) ?? {};
}
/** The sync waits by the till's clock, the network by the computer's. */
async function waitUntil(check: () => Promise<void>): Promise<void> {
  await vi.waitFor(
    async () => {
      profile.clock.advance(5_000);
      await check();
    },
    { timeout: 120_000, interval: 100 },
  );
}
/** Also until the password is replaced, which changes the settings. */
async function waitUntilSynced(host: TillHost): Promise<void> {
  await waitUntil(async () => {
    expect(host.till()?.hasSyncedChain()).toBe(true);
    expect(await readSecrets()).toMatchObject({ isChainPasswordOwn: true });
  });
}
async function provision(host: TillHost): Promise<void> {
  expect(
    await host.provision(withChain(), profile.folder, PROVISIONED_BY_FIRST_SET_UP),
  ).toMatchObject({
    ok: true,
  });
}

it.skipIf(process.platform === 'win32')(
  'replaces the chain password of the provisioning file and ignores that password from then on',
  async () => {
    const host = profile.start();
    await provision(host);
    expect(await readSecrets()).toEqual({ chainPassword: enrollment.password });
    host.till()?.start();
    await waitUntil(async () => {
      expect(await readSecrets()).toMatchObject({ isChainPasswordOwn: true });
    });
    const ownPassword = (await readSecrets()).chainPassword ?? '';
    expect(ownPassword).not.toBe(enrollment.password);
    expect(await connectToChain(enrollment)).toMatchObject({
      ok: false,
      problem: { kind: 'refused' },
    });
    // The same provisioning file again, as if it were still in the installer's folder.
    await provision(host);
    expect((await readSecrets()).chainPassword).toBe(ownPassword);
    await waitUntil(async () => {
      const [row] = await chain.database.sql('SELECT session FROM chain.standing');
      expect(Number(row?.session)).toBeGreaterThan(1);
    });
    expect(host.till()?.reconciliation.state().chain).not.toBeNull();
  },
);

it.skipIf(process.platform === 'win32')(
  'lets a till leave its chain only once all is sent, unless an owner insists, which is noted',
  async () => {
    const otherEnrollment = await chain.enrollTill('Centro', '08');
    const host = profile.start();
    const alone = { ...TRAINING_PROVISIONING, posNumber: '08' };
    const inChain = { ...alone, chain: { ...otherEnrollment, hosts: [...otherEnrollment.hosts] } };
    const provision = (provisioning: Provisioning) =>
      host.provision(provisioning, profile.folder, PROVISIONED_BY_FIRST_SET_UP);
    const leave = async (isUntried: boolean) =>
      host.auditedSettings?.change(
        {
          revision: profile.settings.ok ? profile.settings.value.getRevision() : 0,
          patch: { chain: null },
          isUntried,
        },
        { by: { id: 'ana', name: 'Ana' }, approvedBy: null },
      );
    const leaveAndReadResult = async (isUntried: boolean) => {
      const result = await leave(isUntried);
      return result?.ok === true ? result.value.found : result;
    };
    const unsentProblem = fail({ kind: 'setting', reason: 'chain-unsent' });

    expect(await provision(inChain)).toMatchObject({ ok: true });
    // Nothing was sent yet, so the till cannot leave the chain by any way.
    expect(await leave(false)).toEqual(unsentProblem);
    expect(await provision(alone)).toEqual(unsentProblem);
    expect(
      await host.applyPatch({
        patch: { chain: null },
        folder: profile.folder,
        approval: { cashierId: 'carmen', pin: '3333' },
        isInMachineFolder: false,
        isCheckOnly: false,
      }),
    ).toEqual({ kind: 'refused', refusalGroup: 'busy', problem: unsentProblem.problem });
    host.till()?.start();
    await waitUntilSynced(host);
    // As after a restore of the chain's database, before the till has noticed it.
    const position = 'FROM chain.tills t WHERE t.till_id = s.till_id AND t.role_name = $1';
    const setEpochKey = (key: unknown) =>
      chain.database.sql(
        `UPDATE chain.standing s SET epoch_key = coalesce($2, gen_random_uuid()) ${position}`,
        [otherEnrollment.user, key],
      );
    const [standing] = await chain.database.sql(
      'SELECT epoch_key FROM chain.standing JOIN chain.tills USING (till_id) WHERE role_name = $1',
      [otherEnrollment.user],
    );
    await setEpochKey(null);
    expect(await leave(false)).toEqual(unsentProblem);
    await setEpochKey(standing?.epoch_key);
    expect(await leaveAndReadResult(false)).toEqual({ kind: 'chain-left', isLoginRetired: true });
    expect(host.till()?.settings.chain).toBeUndefined();

    // The chain no longer exists.
    expect(await provision(inChain)).toMatchObject({ ok: true });
    expect(await leaveAndReadResult(true)).toEqual({ kind: 'chain-left', isLoginRetired: false });
    await host.close();
    const database = new DatabaseSync(getLedgerFile(profile.folder, 'training'));
    const auditDetails = database
      .prepare("SELECT detail FROM audit WHERE kind = 'settings-changed' ORDER BY number")
      .all()
      .map(({ detail }) => JSON.parse(String(detail)));
    database.close();
    expect(auditDetails).toMatchObject([
      { section: 'chain' },
      { section: 'chain', isUntried: true, isUntold: true },
    ]);
    expect(auditDetails[0]).not.toHaveProperty('isUntold');
  },
);

it.skipIf(process.platform === 'win32')(
  'leaves its chain by command once all is sent, and ends its login',
  async () => {
    const enrolled = await chain.enrollTill('Centro', '11');
    const host = profile.start();
    const inChain = {
      ...TRAINING_PROVISIONING,
      posNumber: '11',
      chain: { ...enrolled, hosts: [...enrolled.hosts] },
    };
    expect(
      await host.provision(inChain, profile.folder, PROVISIONED_BY_FIRST_SET_UP),
    ).toMatchObject({ ok: true });
    const leave = async (pin: string) => {
      const file = join(profile.folder, 'pin.json');
      writeFileSync(file, JSON.stringify({ cashierId: 'carmen', pin }));
      const outcome = await leaveChain(host, { pin: file });
      expect(existsSync(file)).toBe(false);
      return outcome;
    };
    expect((await leave('1111')).code).toBe(EXIT_CODES.notAllowed);
    expect((await leave('3333')).code).toBe(EXIT_CODES.later);
    host.till()?.start();
    await waitUntilSynced(host);
    const outcome = await leave('3333');
    expect(outcome).toMatchObject({ code: EXIT_CODES.done });
    expect(outcome.lines.join('\n')).toContain('waits for it no more');
    expect(host.till()?.settings.chain).toBeUndefined();
    const tills = await chain.database.sql(
      `SELECT retired_at IS NOT NULL AS is_retired, is_closed FROM chain.tills
        JOIN chain.standing USING (till_id) WHERE role_name = $1`,
      [enrolled.user],
    );
    expect(tills).toEqual([{ is_retired: true, is_closed: true }]);
    expect((await leave('3333')).lines).toEqual(['This till belongs to no chain.']);
  },
);

it.skipIf(process.platform === 'win32')(
  'follows its chain to another address by a code, and joins no other chain with unsent changes',
  async () => {
    const { caPem } = await createCertificateAuthority();
    const moved = await chain.enrollTill('Centro', '09');
    const host = profile.start();
    const formerAddress = { ...moved, hosts: ['127.0.0.1:1'], ca: caPem };
    const inChain = { ...TRAINING_PROVISIONING, posNumber: '09', chain: formerAddress };
    expect(
      await host.provision(inChain, profile.folder, PROVISIONED_BY_FIRST_SET_UP),
    ).toMatchObject({ ok: true });
    const float = { currency: 'MXN', pieces: [], other: '500.00' };
    const openedShift = host
      .till()
      ?.cash.open({ counts: [float] }, { id: 'ana', name: 'Ana', role: 'cashier' });
    expect(openedShift).toMatchObject({ ok: true });
    const enterCode = async (code: string) =>
      host.auditedSettings?.change(
        {
          revision: profile.settings.ok ? profile.settings.value.getRevision() : 0,
          patch: {},
          files: { 'chain.code': code },
        },
        { by: { id: 'ana', name: 'Ana' }, approvedBy: null },
      );
    const otherChain = await createChain(await getSharedCluster());
    const otherCode = await otherChain.createJoinCode();
    expect(await enterCode(otherCode)).toEqual(fail({ kind: 'setting', reason: 'chain-other' }));

    expect(await enterCode(await chain.createJoinCode())).toMatchObject({ ok: true });
    const { password: _, ...address } = moved;
    expect(host.till()?.settings.chain).toEqual(address);
    host.till()?.start();
    await waitUntilSynced(host);
    const tills = await chain.database.sql(
      "SELECT role_name FROM chain.tills WHERE pos_number = '09'",
      [],
    );
    expect(tills).toEqual([{ role_name: moved.user }]);
    // What the till did while its chain was away.
    expect(await chain.database.sql('SELECT opened_by FROM chain.shifts', [])).toEqual([
      { opened_by: 'Ana' },
    ]);

    // The refused code was not used up, and the till may go now.
    expect(await enterCode(otherCode)).toMatchObject({ ok: true });
    await host.close();
    await otherChain.drop();
  },
);

it.skipIf(process.platform === 'win32')(
  'lets a till join by the same code after it stopped between joining and saving',
  async () => {
    const code = await chain.createJoinCode();
    const enterCode = async (host: TillHost) =>
      host.auditedSettings?.change(
        {
          revision: profile.settings.ok ? profile.settings.value.getRevision() : 0,
          patch: {},
          files: { 'chain.code': code },
        },
        { by: { id: 'ana', name: 'Ana' }, approvedBy: null },
      );
    const host = profile.start();
    const alone = { ...TRAINING_PROVISIONING, posNumber: '10' };
    expect(await host.provision(alone, profile.folder, PROVISIONED_BY_FIRST_SET_UP)).toMatchObject({
      ok: true,
    });
    const till = host.till();
    if (till === null) throw new Error('no till');
    vi.spyOn(till, 'commit').mockImplementation(() => {
      throw new Error('the power failed');
    });
    await expect(enterCode(host)).rejects.toThrow('the power failed');
    await host.close();

    const nextHost = profile.start();
    nextHost.open();
    expect(nextHost.till()?.settings.chain).toBeUndefined();
    expect(await enterCode(nextHost)).toMatchObject({ ok: true });
    nextHost.till()?.start();
    await waitUntilSynced(nextHost);
    const tills = await chain.database.sql(
      "SELECT retired_at FROM chain.tills WHERE pos_number = '10'",
      [],
    );
    expect(tills).toEqual([{ retired_at: null }]);
  },
);

it.skipIf(process.platform === 'win32')(
  'keeps a till in its chain while one of its payments is unresolved',
  async () => {
    const { user: _, ...address } = enrollment;
    const inChain = {
      ...createProductionProvisioning('A'),
      chain: { ...address, hosts: [...enrollment.hosts], user: 'x' },
    };
    const firstHost = profile.start();
    expect(
      await firstHost.provision(inChain, profile.folder, PROVISIONED_BY_FIRST_SET_UP),
    ).toMatchObject({
      ok: true,
    });
    await firstHost.close();
    insertUnresolvedPayment(profile.folder);
    const host = profile.start();
    host.open();
    expect(
      await host.provision(
        createProductionProvisioning('A'),
        profile.folder,
        PROVISIONED_BY_FIRST_SET_UP,
      ),
    ).toEqual(fail({ kind: 'setting', reason: 'chain-unresolved' }));
    // The same while the till is open in another environment.
    expect(
      await host.provision(TRAINING_PROVISIONING, profile.folder, PROVISIONED_BY_FIRST_SET_UP),
    ).toMatchObject({
      ok: true,
    });
    expect(
      await host.provision(
        createProductionProvisioning('A'),
        profile.folder,
        PROVISIONED_BY_FIRST_SET_UP,
      ),
    ).toEqual(fail({ kind: 'setting', reason: 'chain-unresolved' }));
  },
);
