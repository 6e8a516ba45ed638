import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../shared/contract/index.ts';
import {
  type Cluster,
  getSharedCluster,
  type TestDatabase,
} from '../../../../tests/support/postgres/index.ts';
import { silentLog } from '../../../platform/index.ts';
import { listChainPasswords, type TillSecrets } from '../../../settings/index.ts';
import type { ChainConnection, ChainResult } from '../../client/index.ts';
import { type ChainSettings, createChainLogin } from './chain-login.ts';

let cluster: Cluster;
let database: TestDatabase;
let count = 0;
beforeAll(async () => {
  cluster = await getSharedCluster();
  database = await cluster.createDatabase();
});
afterAll(() => database.drop());

/** Creates a till with its own role, and a vault that is persistent or not. */
async function createTill(password = 'first') {
  count += 1;
  const user = `${database.name}_till_${count}`;
  await cluster.sql(`CREATE ROLE "${user}" LOGIN PASSWORD '${password}'`);
  const { password: _, ...address } = cluster.getAddress(database.name, { user, password });
  const state = {
    secrets: { chainPassword: password } as TillSecrets,
    isStrong: true,
    isOpen: true,
  };
  const chain: ChainSettings = { ...address, hosts: [...address.hosts] };
  const login = createChainLogin({
    chain: () => chain,
    secrets: async () => (state.isOpen ? state.secrets : null),
    changeSecrets: async (change) => {
      if (!state.isStrong) return fail({ kind: 'no-key-store', environment: 'sandbox' });
      state.secrets = change(state.secrets);
      return ok(null);
    },
    log: silentLog,
  });
  const connect = async (): Promise<ChainConnection> => {
    const result = await login.connect();
    if (!result.ok) throw new Error(result.problem.detail);
    return result.value;
  };
  return {
    user,
    state,
    login,
    connect,
    passwords: () => listChainPasswords(state.secrets),
  };
}

describe.skipIf(process.platform === 'win32')('the chain password of a till', () => {
  it('replaces the provisioned password once after the first hello, and sends the server only the verifier', async () => {
    const { user, login, connect, passwords, state } = await createTill();
    const first = await connect();
    const sentTexts: string[] = [];
    const recordingConnection: ChainConnection = {
      ...first,
      query: async (text, values, options) => {
        sentTexts.push(text);
        return await first.query(text, values, options);
      },
    };
    await login.replacePassword(recordingConnection);
    await first.end();
    const [newPassword = ''] = passwords();
    expect(passwords()).toHaveLength(1);
    expect(newPassword).toMatch(/^[\w-]{32}$/);
    expect(sentTexts).toHaveLength(1);
    expect(sentTexts[0]).toContain('SCRAM-SHA-256$');
    expect(sentTexts[0]).not.toContain(newPassword);
    const secondConnection = await connect();
    await login.replacePassword(secondConnection);
    await secondConnection.end();
    expect(passwords()).toEqual([newPassword]);
    // The provisioned password no longer works.
    state.secrets = { chainPassword: 'first' };
    expect(await login.connect()).toMatchObject({ problem: { kind: 'refused' } });
    await cluster.sql(`DROP ROLE "${user}"`);
  });

  it('changes no password in the database that the vault does not have', async () => {
    const { login, connect, passwords, state } = await createTill();
    const first = await connect();
    // Another login of the till has replaced it meanwhile.
    state.secrets = { chainPassword: 'other' };
    await login.replacePassword(first, { isDue: true });
    await first.end();
    expect(passwords()).toEqual(['other']);
    state.secrets = { chainPassword: 'first' };
    await (await connect()).end();
  });

  it.each([
    ['the answer was lost', 'after'],
    ['the database never got it', 'before'],
  ] as const)(
    'logs in with either password when a new one was saved and %s',
    async (_case, lostWhen) => {
      const { login, connect, passwords, state } = await createTill();
      const lostAnswer: ChainResult<Record<string, unknown>[]> = {
        ok: false,
        problem: { kind: 'unreachable', detail: 'no answer', sqlState: null, host: null },
      };
      const first = await connect();
      await login.replacePassword({
        ...first,
        query: async (text) => {
          if (lostWhen === 'after') await first.query(text);
          return lostAnswer;
        },
      });
      await first.end();
      const bothPasswords = passwords();
      expect(bothPasswords).toHaveLength(2);
      const secondConnection = await connect();
      await login.replacePassword(secondConnection);
      await secondConnection.end();
      expect(passwords()).toEqual([bothPasswords[0]]);
      expect(state.secrets.isChainPasswordOwn).toBe(true);
      await (await connect()).end();
    },
  );

  it('keeps the provisioned password without a persistent key store, or if the database forbids a change', async () => {
    const weak = await createTill();
    weak.state.isStrong = false;
    const weakConnection = await weak.connect();
    await weak.login.replacePassword(weakConnection);
    await weakConnection.end();
    expect(weak.state.secrets).toEqual({ chainPassword: 'first' });
    await (await weak.connect()).end();
    const forbidden = await createTill();
    const connection = await forbidden.connect();
    const refusal: ChainResult<never> = {
      ok: false,
      problem: { kind: 'refused', detail: 'not here', sqlState: '42501', host: null },
    };
    let queryCount = 0;
    const refusingConnection: ChainConnection = {
      ...connection,
      query: async () => {
        queryCount += 1;
        return refusal;
      },
    };
    await forbidden.login.replacePassword(refusingConnection);
    await forbidden.login.replacePassword(refusingConnection);
    await connection.end();
    expect(queryCount).toBe(1);
    expect(forbidden.passwords()).toEqual(['first']);
  });

  it('returns a problem when the key store is locked or the role was retired', async () => {
    const { user, state, login } = await createTill();
    state.isOpen = false;
    expect(await login.connect()).toMatchObject({ problem: { kind: 'refused', sqlState: null } });
    state.isOpen = true;
    await cluster.sql(`ALTER ROLE "${user}" NOLOGIN`);
    expect(await login.connect()).toMatchObject({ problem: { kind: 'refused' } });
  });
});
