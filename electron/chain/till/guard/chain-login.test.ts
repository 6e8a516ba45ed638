import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../../shared/contract/index.ts';
import {
  type Cluster,
  getSharedCluster,
  type TestDatabase,
} from '../../../../tests/support/postgres/index.ts';
import { silentLog } from '../../../platform/index.ts';
import { listChainPasswords, type Secrets } from '../../../settings/index.ts';
import type { ChainConnection, ChainResult } from '../client/index.ts';
import { type ChainSettings, createChainLogin } from './chain-login.ts';

let cluster: Cluster;
let database: TestDatabase;
let count = 0;
beforeAll(async () => {
  cluster = await getSharedCluster();
  database = await cluster.createDatabase();
});
afterAll(() => database.drop());

/** A till with a role of its own, and a vault that lasts or not. */
async function till(given = 'first') {
  count += 1;
  const user = `${database.name}_till_${count}`;
  await cluster.sql(`CREATE ROLE "${user}" LOGIN PASSWORD '${given}'`);
  const { password: _, ...address } = cluster.getAddress(database.name, { user, password: given });
  const state = { secrets: { chainPassword: given } as Secrets, isStrong: true, isOpen: true };
  const chain: ChainSettings = { ...address, hosts: [...address.hosts] };
  const door = createChainLogin({
    chain: () => chain,
    secrets: async () => (state.isOpen ? state.secrets : null),
    changeSecrets: async (change) => {
      if (!state.isStrong) return fail({ kind: 'no-key-store', environment: 'sandbox' });
      state.secrets = change(state.secrets);
      return ok(null);
    },
    log: silentLog,
  });
  const enter = async (): Promise<ChainConnection> => {
    const entered = await door.connect();
    if (!entered.ok) throw new Error(entered.problem.detail);
    return entered.value;
  };
  return { user, state, door, enter, passwords: () => listChainPasswords(state.secrets) };
}

describe.skipIf(process.platform === 'win32')('the password of a till at its chain', () => {
  it('is replaced at the first meeting, once, and the server never sees it', async () => {
    const { user, door, enter, passwords, state } = await till();
    const first = await enter();
    const said: string[] = [];
    const listened: ChainConnection = {
      ...first,
      query: async (text, values, options) => {
        said.push(text);
        return await first.query(text, values, options);
      },
    };
    await door.replacePassword(listened);
    await first.end();
    const [own = ''] = passwords();
    expect(passwords()).toHaveLength(1);
    expect(own).toMatch(/^[\w-]{32}$/);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('SCRAM-SHA-256$');
    expect(said[0]).not.toContain(own);
    const again = await enter();
    await door.replacePassword(again);
    await again.end();
    expect(passwords()).toEqual([own]);
    // The file's lets nobody in any longer.
    state.secrets = { chainPassword: 'first' };
    expect(await door.connect()).toMatchObject({ problem: { kind: 'refused' } });
    await cluster.sql(`DROP ROLE "${user}"`);
  });

  it.each([
    ['was told and its answer lost', 'after'],
    ['was never told, because the till died', 'before'],
  ] as const)('that %s: either of the two lets the till in', async (_what, when) => {
    const { door, enter, passwords, state } = await till();
    const lost: ChainResult<Record<string, unknown>[]> = {
      ok: false,
      problem: { kind: 'unreachable', detail: 'no answer', sqlState: null, host: null },
    };
    const first = await enter();
    await door.replacePassword({
      ...first,
      query: async (text) => {
        if (when === 'after') await first.query(text);
        return lost;
      },
    });
    await first.end();
    const both = passwords();
    expect(both).toHaveLength(2);
    const next = await enter();
    await door.replacePassword(next);
    await next.end();
    expect(passwords()).toEqual([both[0]]);
    expect(state.secrets.isChainPasswordOwn).toBe(true);
    await (await enter()).end();
  });

  it('stays that of the file without a key store that lasts, or where the database forbids it', async () => {
    const weak = await till();
    weak.state.isStrong = false;
    const one = await weak.enter();
    await weak.door.replacePassword(one);
    await one.end();
    expect(weak.state.secrets).toEqual({ chainPassword: 'first' });
    await (await weak.enter()).end();
    const forbidden = await till();
    const other = await forbidden.enter();
    const refusal: ChainResult<never> = {
      ok: false,
      problem: { kind: 'refused', detail: 'not here', sqlState: '42501', host: null },
    };
    let told = 0;
    const refusing: ChainConnection = {
      ...other,
      query: async () => {
        told += 1;
        return refusal;
      },
    };
    await forbidden.door.replacePassword(refusing);
    await forbidden.door.replacePassword(refusing);
    await other.end();
    expect(told).toBe(1);
    expect(forbidden.passwords()).toEqual(['first']);
  });

  it('that the key store does not open, or a role that was retired, is a problem and no error', async () => {
    const { user, state, door } = await till();
    state.isOpen = false;
    expect(await door.connect()).toMatchObject({ problem: { kind: 'refused', sqlState: null } });
    state.isOpen = true;
    await cluster.sql(`ALTER ROLE "${user}" NOLOGIN`);
    expect(await door.connect()).toMatchObject({ problem: { kind: 'refused' } });
  });
});
