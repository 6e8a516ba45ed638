import { afterAll, beforeAll, expect, it } from 'vitest';
import { fail, ok } from '../../../../shared/contract/index.ts';
import {
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../../tests/support/postgres/index.ts';
import { createVirtualClock, silentLog } from '../../../platform/index.ts';
import type { TillSecrets } from '../../../settings/index.ts';
import { connectToChain } from '../../client/index.ts';
import { requestTillPasswords } from '../../schema/index.ts';
import { createChainLogin } from './chain-login.ts';
import { createDuePasswordReplacer } from './due-password.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
});
afterAll(() => chain.drop());

/** A till that syncs once, with a vault that keeps what the till generates, or does not. */
async function createTill(isStrong: boolean) {
  const { password, shop, ...address } = await chain.enrollTill();
  const clock = createVirtualClock();
  const state = { secrets: { chainPassword: password } as TillSecrets };
  const login = createChainLogin({
    chain: () => ({ ...address, shop, hosts: [...address.hosts] }),
    secrets: async () => state.secrets,
    changeSecrets: async (change) => {
      if (!isStrong) return fail({ kind: 'no-key-store', environment: 'sandbox' });
      state.secrets = change(state.secrets);
      return ok(null);
    },
    log: silentLog,
  });
  const replaceDuePassword = createDuePasswordReplacer({ login, clock, log: silentLog });
  const sync = async (): Promise<void> => {
    const connected = await login.connect();
    if (!connected.ok) throw new Error(connected.problem.detail);
    await login.replacePassword(connected.value);
    await replaceDuePassword(connected.value);
    await connected.value.end();
  };
  const isPasswordDue = async (): Promise<unknown> => {
    const [row] = await chain.database.sql(
      'SELECT password_due_at IS NOT NULL AS is_due FROM chain.tills WHERE role_name = $1',
      [address.user],
    );
    return row?.is_due;
  };
  return { address, clock, state, sync, isPasswordDue };
}

it('replaces also its own password within an hour after an administrator asked for it', async () => {
  const { address, clock, state, sync, isPasswordDue } = await createTill(true);
  await sync();
  const { chainPassword: ownPassword = '' } = state.secrets;
  expect(await requestTillPasswords(chain.admin)).toMatchObject({ ok: true });
  await clock.advance(59 * 60_000);
  await sync();
  expect(state.secrets.chainPassword).toBe(ownPassword);
  await clock.advance(60_000);
  await sync();
  const { chainPassword: nextPassword = '' } = state.secrets;
  expect(nextPassword).not.toBe(ownPassword);
  expect(await isPasswordDue()).toBe(false);
  expect(await connectToChain({ ...address, password: ownPassword })).toMatchObject({
    problem: { kind: 'refused' },
  });
  await clock.advance(61 * 60_000);
  await sync();
  expect(state.secrets.chainPassword).toBe(nextPassword);
  // Of the file it remembers the password, so that the file read again does not restore it.
  expect(state.secrets.chainReplaced).toHaveLength(1);
});

it('keeps the password of its file without a persistent key store, and the database knows it', async () => {
  const { state, sync, isPasswordDue } = await createTill(false);
  const { chainPassword } = state.secrets;
  expect(await requestTillPasswords(chain.admin)).toMatchObject({ ok: true });
  await sync();
  expect(state.secrets.chainPassword).toBe(chainPassword);
  expect(await isPasswordDue()).toBe(true);
  await sync();
});
