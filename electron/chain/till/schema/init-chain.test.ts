import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../../tests/support/postgres/index.ts';
import { connectChain, SUPPORTED_SCHEMA_VERSION } from '../client/index.ts';
import { initChain, SCHEMA_VERSION } from './index.ts';
import { TOPICS } from './topics.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
});
afterAll(async () => chain.drop());

describe.skipIf(process.platform === 'win32')('a chain’s database', () => {
  it('is made once, and made again changes nothing', async () => {
    expect(SUPPORTED_SCHEMA_VERSION).toBe(SCHEMA_VERSION);
    expect(chain.initialized).toMatchObject({ from: 0, to: SCHEMA_VERSION, isDatabaseMade: true });
    expect(await initChain(chain.admin)).toMatchObject({
      ok: true,
      value: { from: SCHEMA_VERSION, to: SCHEMA_VERSION, isDatabaseMade: false },
    });
  });

  it('refuses one that a newer program has brought further', async () => {
    await chain.database.sql('INSERT INTO chain.versions (version) VALUES (99)');
    expect(await initChain(chain.admin)).toMatchObject({
      ok: false,
      problem: { kind: 'newer-schema', version: 99 },
    });
    await chain.database.sql('DELETE FROM chain.versions WHERE version = 99');
  });

  it('goes on where an earlier attempt ended before its commit, and is made by one of two at a time', async () => {
    const cluster = await getSharedCluster();
    const admin = cluster.getAddress(cluster.newName('chain'), await cluster.createAdmin());
    // The database was made, and then the line broke.
    const made = await connectChain({ ...admin, database: 'postgres' });
    if (!made.ok) throw new Error(made.problem.detail);
    expect(await made.value.query(`CREATE DATABASE ${admin.database}`)).toMatchObject({ ok: true });
    await made.value.end();
    expect(await initChain(admin)).toMatchObject({ ok: true, value: { from: 0 } });
    const both = await Promise.all([initChain(admin), initChain(admin)]);
    expect(both).toMatchObject([{ ok: true }, { ok: true }]);
    await cluster.database(admin.database).drop();
  });

  it('lets nobody log in as a group or as the owner, and makes partitions ahead', async () => {
    const { name } = chain.database;
    const roles = await chain.database.sql(
      'SELECT rolname AS name, rolcanlogin, rolsuper, rolbypassrls, rolreplication FROM pg_roles WHERE starts_with(rolname, $1)',
      [`${name}_`],
    );
    expect(roles.map((role) => role.name).toSorted()).toEqual(
      ['admin', 'hook', 'maker', 'office', 'owner', 'till'].map((group) => `${name}_${group}`),
    );
    for (const { name: _, ...rights } of roles) expect(Object.values(rights)).not.toContain(true);
    const months = await chain.database.sql(
      "SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = 'chain.payments'::regclass",
    );
    // The month before, this one, two ahead, and the default.
    expect(months).toEqual([{ n: 5 }]);
  });

  it('uses nothing that another engine of PostgreSQL’s protocol may not have', () => {
    const all = TOPICS.flatMap(({ steps, functions }) => [...Object.values(steps), functions]);
    expect(all.join('\n')).not.toMatch(/\b(LISTEN|NOTIFY|CREATE EXTENSION|pg_notify)\b|advisory/i);
  });
});
