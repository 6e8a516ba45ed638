import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Cluster,
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../tests/support/postgres/index.ts';
import { type ChainAddress, type ChainConnection, connectToChain } from '../client/index.ts';
import { createLoginOfGroup, enrollTill, initChain, retireLogin, retireTill } from './index.ts';

/**
 * Tests every role against every function and table. The functions of a till and of the webhook
 * receiver are listed here by hand, because their logins are used in shops and behind the internet.
 */
const CALLABLE_FUNCTIONS = {
  till: [
    'bill_layouts_v1',
    'environment_v1',
    'hello_v1',
    'hello_v2',
    'is_password_due_v1',
    'join_v1',
    'joined_v1',
    'leave_v1',
    'me',
    'password_replaced_v1',
    'push_v1',
    'push_v2',
    'same_v1',
    'standing_v1',
    'version_v1',
  ],
  hook: ['add_hint_v1', 'version_v1'],
};

let cluster: Cluster;
let chain: TestChain;
const logins: Record<string, ChainAddress> = {};
const openConnections: ChainConnection[] = [];

beforeAll(async () => {
  cluster = await getSharedCluster();
  chain = await createChain(cluster);
  const groups = ['office', 'maker', 'hook', 'admin'] as const;
  for (const group of groups) logins[group] = await chain.createLogin(group);
  logins.till = await chain.enrollTill();
});
afterAll(async () => {
  for (const connection of openConnections) await connection.end();
  await chain.drop();
});

function getLogin(name: string): ChainAddress {
  const address = logins[name];
  if (address === undefined) throw new Error(name);
  return address;
}

async function connect(address: ChainAddress): Promise<ChainConnection> {
  const answer = await connectToChain(address);
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  openConnections.push(answer.value);
  return answer.value;
}

async function listCallable(role: string): Promise<Record<string, unknown>[]> {
  const text = `SELECT proname AS name, provolatile AS kind FROM pg_proc
    WHERE pronamespace = 'chain'::regnamespace AND has_function_privilege($1, oid, 'EXECUTE')
    ORDER BY 1`;
  return chain.database.sql(text, [role]);
}

/** Lists each table, view and sequence on which the role has any privilege, with the privileges. */
async function listTablePrivileges(role: string): Promise<Record<string, unknown>[]> {
  const text = `SELECT relname AS name, array_agg(right_to ORDER BY right_to) AS rights
    FROM pg_class, unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES',
      'TRIGGER']) AS right_to
    WHERE relnamespace = 'chain'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
      AND CASE WHEN relkind = 'S'
        THEN right_to IN ('SELECT', 'UPDATE') AND has_sequence_privilege($1, oid, right_to)
        ELSE has_table_privilege($1, oid, right_to) END
    GROUP BY 1`;
  return chain.database.sql(text, [role]);
}

describe.skipIf(process.platform === 'win32')('privileges of each role', () => {
  it('grants PUBLIC nothing, and rejects the connection of an unrelated role', async () => {
    expect(await listCallable('public')).toEqual([]);
    expect(await listTablePrivileges('public')).toEqual([]);
    const [row] = await chain.database.sql(
      `SELECT has_schema_privilege('public', 'chain', 'USAGE') AS usage,
        has_schema_privilege('public', 'public', 'USAGE') AS public,
        has_database_privilege('public', current_database(), 'CONNECT') AS connect,
        has_database_privilege('public', current_database(), 'TEMP') AS temp`,
    );
    expect(row).toEqual({ usage: false, public: false, connect: false, temp: false });
    const unrelatedRole = await cluster.createAdmin();
    expect(await connectToChain({ ...chain.admin, ...unrelatedRole })).toMatchObject({
      ok: false,
      problem: { kind: 'refused', sqlState: '42501' },
    });
  });

  it.each(['till', 'hook'] as const)('lets a %s call only its functions', async (group) => {
    const { user } = getLogin(group);
    expect((await listCallable(user)).map(({ name }) => name)).toEqual(CALLABLE_FUNCTIONS[group]);
    expect(await listTablePrivileges(user)).toEqual([]);
  });

  it('lets the office call only functions that read, and read no table itself', async () => {
    const { user } = getLogin('office');
    const calls = await listCallable(user);
    expect(calls.filter(({ kind }) => kind === 'v')).toEqual([]);
    expect(calls.map(({ name }) => name)).toContain('view_days_v1');
    expect(await listTablePrivileges(user)).toEqual([]);
  });

  it('lets the maker read, and call no function of tills, webhooks or administrators', async () => {
    const { user } = getLogin('maker');
    const names = (await listCallable(user)).map(({ name }) => String(name));
    expect(names).toContain('take_lease_v1');
    const otherFunctions = [
      'hello_v1',
      'push_v1',
      'push_v2',
      'same_v1',
      'add_hint_v1',
      'enroll_v1',
      'retire_v1',
    ];
    expect(names.filter((name) => otherFunctions.includes(name) || !/_v\d+$/.test(name))).toEqual(
      [],
    );
    const tables = await listTablePrivileges(user);
    expect(tables.length).toBeGreaterThan(8);
    for (const { rights } of tables) expect(rights).toEqual(['SELECT']);
  });

  it('ignores the search path of the caller in every function', async () => {
    const text = `SELECT proname AS name FROM pg_proc p
      WHERE pronamespace = 'chain'::regnamespace AND (
        (prosecdef AND NOT coalesce('search_path=pg_catalog, pg_temp' = ANY (proconfig), false))
        OR (NOT prosecdef AND proname ~ '_v[0-9]+$'))`;
    expect(await chain.database.sql(text)).toEqual([]);
  });

  it('denies a till every statement beyond its own functions', async () => {
    const till = await connect(getLogin('till'));
    const owner = `${chain.admin.database}_owner`;
    for (const attempt of [
      'SELECT * FROM chain.payments',
      'SELECT * FROM chain.tills',
      "UPDATE chain.tills SET shop = 'mine'",
      "SELECT chain.put_payments(NULL, '[]')",
      "SELECT chain.enroll_v1(gen_random_uuid(), 'x', 'x', 'x')",
      `SET ROLE ${owner}`,
      `SET SESSION AUTHORIZATION ${getLogin('admin').user}`,
      `ALTER ROLE ${getLogin('office').user} PASSWORD 'x'`,
      'CREATE TABLE chain.mine ()',
      'CREATE TABLE public.mine ()',
      'CREATE TEMPORARY TABLE mine ()',
      'CREATE SCHEMA mine',
      "COPY (SELECT 1) TO PROGRAM 'true'",
      "SELECT pg_read_file('/etc/passwd')",
      'SELECT pg_reload_conf()',
    ]) {
      expect([attempt, await till.query(attempt)]).toMatchObject([
        attempt,
        { ok: false, problem: { kind: 'refused', sqlState: '42501' } },
      ]);
    }
    // A function does not use the name that the session claims.
    await till.query("SET application_name = 'another till'; SET search_path = public");
    const ownId = await till.query('SELECT chain.me() AS id');
    expect(ownId).toMatchObject({ ok: true, value: [{ id: expect.stringMatching(/-/) }] });
  });

  it('lists the privileges that remain open to PUBLIC, and a superuser closes them with the listed statements', async () => {
    const unrevokedPrivileges = chain.initialized.unrevokedPrivileges;
    expect(unrevokedPrivileges.map(({ what }) => what)).toEqual([
      'languages',
      'large objects',
      'other databases',
    ]);
    const till = await connect(getLogin('till'));
    const attempts = ['DO $$ BEGIN PERFORM 1; END $$', 'SELECT lo_create(0)'];
    for (const attempt of attempts) expect(await till.query(attempt)).toMatchObject({ ok: true });
    for (const { what, sql } of unrevokedPrivileges) {
      if (what !== 'other databases') await chain.database.sql(sql);
    }
    for (const attempt of attempts) {
      expect(await till.query(attempt)).toMatchObject({
        ok: false,
        problem: { sqlState: '42501' },
      });
    }
    const again = await initChain(chain.admin);
    expect(again).toMatchObject({
      ok: true,
      value: { unrevokedPrivileges: [{ what: 'other databases' }] },
    });
  });
});

describe.skipIf(process.platform === 'win32')('several administrators and chains', () => {
  it('lets a second administrator migrate, enroll, and retire tills of the first', async () => {
    const first = await chain.enrollTill();
    const second = getLogin('admin');
    expect(await initChain(second)).toMatchObject({
      ok: true,
      value: { isDatabaseCreated: false },
    });
    const ownTill = await enrollTill(second, { shop: 'Norte', pos: '71' });
    expect(ownTill).toMatchObject({ ok: true });
    expect(await retireTill(second, first.user)).toMatchObject({ ok: true });
    expect(await retireTill(chain.admin, '71')).toMatchObject({ ok: true });
    const third = await createLoginOfGroup(second, 'office');
    if (!third.ok) throw new Error(third.problem.detail);
    await connect({ ...second, ...third.value });
    expect(await retireLogin(chain.admin, third.value.user)).toMatchObject({ ok: true });
    expect(await connectToChain({ ...second, ...third.value })).toMatchObject({
      ok: false,
      problem: { kind: 'refused', sqlState: '28000' },
    });
  });

  it('rejects a second till with the same number, and retires only the named one', async () => {
    const till = await chain.enrollTill('Sur', '88');
    expect(await enrollTill(chain.admin, { shop: 'Norte', pos: '88' })).toEqual({
      ok: false,
      problem: { kind: 'pos-taken', user: till.user, shop: 'Sur' },
    });
    expect(await retireTill(chain.admin, 'nobody')).toEqual({
      ok: false,
      problem: { kind: 'unknown-till' },
    });
    expect(await retireLogin(chain.admin, till.user)).toMatchObject({ ok: false });
    expect(await retireTill(chain.admin, '88')).toMatchObject({ ok: true });
    expect(await chain.enrollTill('Norte', '88')).toMatchObject({ shop: 'Norte' });
  });

  it('gives a number once to administrators who enroll at the same moment', async () => {
    const enrolled = await Promise.all(
      ['Sur', 'Norte', 'Centro'].map((shop) => enrollTill(chain.admin, { shop, pos: '89' })),
    );
    expect(enrolled.filter(({ ok }) => ok)).toHaveLength(1);
    for (const result of enrolled.filter(({ ok }) => !ok)) {
      expect(result).toMatchObject({ problem: { kind: 'pos-taken' } });
    }
    expect(await retireTill(chain.admin, '89')).toMatchObject({ ok: true });
  });

  it('retires a till whose role is missing on the server', async () => {
    const till = await chain.enrollTill('Sur', '91');
    await cluster.sql(`DROP ROLE ${till.user}`);
    expect(await retireTill(chain.admin, '91')).toMatchObject({ ok: true });
    expect(await chain.enrollTill('Sur', '91')).toMatchObject({ shop: 'Sur' });
  });

  it('isolates two chains on one server', async () => {
    const otherChain = await createChain(cluster);
    const { user, password } = await otherChain.enrollTill();
    expect(await connectToChain({ ...chain.admin, user, password })).toMatchObject({
      ok: false,
      problem: { kind: 'refused', sqlState: '42501' },
    });
    expect(await retireTill(chain.admin, user)).toMatchObject({ ok: false });
    await otherChain.drop();
  });

  it('reports missing rights to create roles and databases', async () => {
    const plain = cluster.createName('plain');
    await cluster.sql(`CREATE ROLE ${plain} LOGIN CREATEDB PASSWORD 'x'`);
    const address = cluster.getAddress(cluster.createName('chain'), { user: plain, password: 'x' });
    const refused = await initChain(address);
    expect(refused).toMatchObject({ ok: false, problem: { kind: 'rights' } });
    await cluster.getDatabase(address.database).drop();
    await cluster.sql(`ALTER ROLE ${plain} NOCREATEDB CREATEROLE`);
    expect(await initChain(address)).toMatchObject({ ok: false, problem: { kind: 'rights' } });
    expect(await initChain({ ...address, database: 'No!' })).toMatchObject({
      ok: false,
      problem: { kind: 'name' },
    });
  });

  it('initializes a database of another owner if it may create objects in it', async () => {
    const admin = await cluster.createAdmin();
    const { name } = await cluster.createDatabase();
    await cluster.sql(
      `GRANT CREATE, CONNECT ON DATABASE ${name} TO ${admin.user} WITH GRANT OPTION`,
    );
    const result = await initChain(cluster.getAddress(name, admin));
    expect(result).toMatchObject({ ok: true, value: { isDatabaseCreated: false } });
    const unrevokedPrivileges = result.ok
      ? result.value.unrevokedPrivileges.map(({ what }) => what)
      : [];
    expect(unrevokedPrivileges).toContain('temporary tables');
    await cluster.getDatabase(name).drop();
  });
});
