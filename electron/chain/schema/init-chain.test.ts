import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../tests/support/postgres/index.ts';
import { connectToChain, SUPPORTED_CHAIN_SCHEMA_VERSION } from '../client/index.ts';
import { initChain, LATEST_CHAIN_SCHEMA_VERSION } from './index.ts';
import { ROLE_GROUPS } from './topic.ts';
import { SCHEMA_TOPICS } from './topics.ts';

let chain: TestChain;
beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
});
afterAll(async () => chain.drop());

describe.skipIf(process.platform === 'win32')('chain database initialization', () => {
  it('creates the database once, and changes nothing on a second run', async () => {
    expect(SUPPORTED_CHAIN_SCHEMA_VERSION).toBe(LATEST_CHAIN_SCHEMA_VERSION);
    expect(chain.initialized).toMatchObject({
      fromSchemaVersion: 0,
      toSchemaVersion: LATEST_CHAIN_SCHEMA_VERSION,
      isDatabaseCreated: true,
    });
    expect(await initChain(chain.admin)).toMatchObject({
      ok: true,
      value: {
        fromSchemaVersion: LATEST_CHAIN_SCHEMA_VERSION,
        toSchemaVersion: LATEST_CHAIN_SCHEMA_VERSION,
        isDatabaseCreated: false,
      },
    });
  });

  it('rejects a database with a newer schema version', async () => {
    await chain.database.sql('INSERT INTO chain.versions (version) VALUES (99)');
    expect(await initChain(chain.admin)).toMatchObject({
      ok: false,
      problem: { kind: 'newer-schema', version: 99 },
    });
    await chain.database.sql('DELETE FROM chain.versions WHERE version = 99');
  });

  it.each(['admin', 'till', 'owner'])(
    'refuses a login with the name of its role %s',
    async (group) => {
      const cluster = await getSharedCluster();
      const { user, password } = await cluster.createAdmin();
      const database = cluster.createName('chain');
      const login = `${database}_${group}`;
      await cluster.sql(`ALTER ROLE "${user}" RENAME TO ${login}`);
      expect(
        await initChain(cluster.getAddress(database, { user: login, password })),
      ).toMatchObject({
        ok: false,
        problem: {
          kind: 'unfit',
          detail: expect.stringContaining(`ALTER ROLE ${login} RENAME TO`),
        },
      });
      await cluster.getDatabase(database).drop();
    },
  );

  it('has a guide whose login has no name of its roles', () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/chain.md'), 'utf8');
    const [, login] = /PGUSER=(\S+)/.exec(guide) ?? [];
    const roles = [...ROLE_GROUPS, 'owner'].map((group) => `chain_${group}`);
    expect(login).toBeDefined();
    expect(roles).not.toContain(login);
  });

  it('continues after an interrupted creation, and handles two concurrent runs', async () => {
    const cluster = await getSharedCluster();
    const admin = cluster.getAddress(cluster.createName('chain'), await cluster.createAdmin());
    // The database was created, and then the connection broke.
    const connected = await connectToChain({ ...admin, database: 'postgres' });
    if (!connected.ok) throw new Error(connected.problem.detail);
    expect(await connected.value.query(`CREATE DATABASE ${admin.database}`)).toMatchObject({
      ok: true,
    });
    await connected.value.end();
    expect(await initChain(admin)).toMatchObject({ ok: true, value: { fromSchemaVersion: 0 } });
    const both = await Promise.all([initChain(admin), initChain(admin)]);
    expect(both).toMatchObject([{ ok: true }, { ok: true }]);
    await cluster.getDatabase(admin.database).drop();
  });

  it('replaces the views of the previous version', async () => {
    const { name, sql } = chain.database;
    const view = 'chain.view_lacking_v1(uuid)';
    await revertToVersion3();
    await sql('DELETE FROM chain.versions WHERE version > 2');
    await sql('DROP INDEX chain.payments_by_cancels, chain.payments_misdated');
    await sql(`CREATE FUNCTION ${view} RETURNS int LANGUAGE sql AS 'SELECT 1'`);
    await sql(`ALTER FUNCTION ${view} OWNER TO ${name}_owner`);
    expect(await initChain(chain.admin)).toMatchObject({
      ok: true,
      value: { fromSchemaVersion: 2, toSchemaVersion: LATEST_CHAIN_SCHEMA_VERSION },
    });
    expect(
      await sql(`SELECT to_regprocedure('${view}') AS older,
        to_regprocedure('chain.view_lacking_v2(uuid)') IS NOT NULL AS has_view,
        to_regclass('chain.payments_by_cancels') IS NOT NULL AS has_index,
        to_regclass('chain.payments_by_account_end') IS NOT NULL AS finds_accounts`),
    ).toEqual([{ older: null, has_view: true, has_index: true, finds_accounts: true }]);
  });

  /** Removes what the later versions added. */
  async function revertToVersion3(): Promise<void> {
    const { name, sql } = chain.database;
    await sql('DELETE FROM chain.versions WHERE version > 3');
    await sql('DROP TABLE chain.bill_layouts');
    await sql('DROP TABLE chain.payment_acts');
    await sql('DROP INDEX chain.tills_pos_number');
    await sql(`ALTER TABLE chain.service_list DROP COLUMN kept_since_second,
      DROP COLUMN deleted_before_second, DROP COLUMN needed_since_second`);
    await sql(`DROP INDEX chain.payments_by_account_beginning, chain.payments_by_account_end,
      chain.payments_by_epoch, chain.shifts_different`);
    await sql('ALTER TABLE chain.office_state DROP COLUMN notices_claimed_at');
    await sql('ALTER TABLE chain.hints ADD COLUMN till_id uuid, ADD COLUMN done_at timestamptz');
    await sql('DROP TABLE chain.hint_tills');
    await sql(`ALTER TABLE chain.tills DROP COLUMN barred_at, DROP COLUMN ended_at,
      DROP COLUMN ended_why, DROP COLUMN password_due_at`);
    await sql('ALTER TABLE chain.standing DROP COLUMN use_since, DROP COLUMN use_base');
    await sql(`CREATE FUNCTION chain.note_restart() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN RETURN NULL; END'`);
    await sql(`ALTER FUNCTION chain.note_restart() OWNER TO ${name}_owner`);
    await sql(`CREATE TRIGGER standing_restarts AFTER UPDATE ON chain.standing FOR EACH ROW
      EXECUTE FUNCTION chain.note_restart()`);
    for (const { till_id, role_name } of await sql('SELECT till_id, role_name FROM chain.tills')) {
      await sql(`DROP SEQUENCE chain."use_of_${till_id}"`);
      await sql(`REVOKE ${role_name} FROM ${name}_owner`);
    }
    await sql(`ALTER ROLE ${name}_owner NOCREATEROLE`);
  }

  it('creates groups and owner without login, and partitions in advance', async () => {
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
    // The previous month, the current one, two following, and the default.
    expect(months).toEqual([{ n: 5 }]);
  });

  it('upgrades a database of version 3: tills are watched, notices wait, old rows of the service are gone', async () => {
    const till = await chain.enrollTill();
    await revertToVersion3();
    await chain.database.sql(`INSERT INTO chain.hints (kind, key, till_id)
      SELECT 'transaction', 'T-1', till_id FROM chain.tills`);
    await chain.database.sql('UPDATE chain.service_list SET since_second = 1');
    expect(await initChain(chain.admin)).toMatchObject({
      ok: true,
      value: { fromSchemaVersion: 3, toSchemaVersion: LATEST_CHAIN_SCHEMA_VERSION },
    });
    const connected = await connectToChain(till);
    if (!connected.ok) throw new Error(connected.problem.detail);
    expect(await connected.value.query("SELECT * FROM chain.same_v1(40, '1', 60)")).toMatchObject({
      ok: true,
    });
    await connected.value.query('SELECT pg_advisory_lock(1)');
    const { sql } = chain.database;
    expect(
      await sql(`SELECT key FROM chain.hints h JOIN chain.hint_tills w ON w.hint_id = h.id
        WHERE done_at IS NULL`),
    ).toEqual([{ key: 'T-1' }]);
    expect(
      await sql(`SELECT deleted_before_second > extract(epoch FROM now() - interval '4 days')
        AS is_incomplete FROM chain.service_list`),
    ).toEqual([{ is_incomplete: true }]);
    expect(await sql('SELECT role_name AS user FROM chain.watch_sessions_v1()')).toEqual([
      { user: till.user },
    ]);
    expect(await connectToChain(till)).toMatchObject({ ok: false, problem: { kind: 'refused' } });
    await connected.value.end();
  });

  it('gives the owner tills only, also where the administrator is a member of their group', async () => {
    // As from PostgreSQL 16 on, where the creator of a role becomes its member.
    const { name, sql } = chain.database;
    await sql(`GRANT ${name}_till TO ${chain.admin.user}`);
    expect(await initChain(chain.admin)).toMatchObject({ ok: true });
    const members = await sql(
      `SELECT m.roleid::regrole::text AS name FROM pg_auth_members m
        WHERE m.member = '${name}_owner'::regrole`,
    );
    for (const member of members) expect(member.name).toMatch(new RegExp(`^${name}_till_`));
  });

  it('refuses to upgrade while two tills have the same POS number, and names both', async () => {
    const [first, second] = [
      await chain.enrollTill('Sur', '61'),
      await chain.enrollTill('Sur', '62'),
    ];
    await revertToVersion3();
    const { sql } = chain.database;
    await sql("UPDATE chain.tills SET pos_number = '61' WHERE pos_number = '62'");
    const refused = await initChain(chain.admin);
    expect(refused).toMatchObject({ ok: false, problem: { kind: 'failed', sqlState: 'MS005' } });
    expect(JSON.stringify(refused)).toContain('61 (');
    for (const { user } of [first, second]) expect(JSON.stringify(refused)).toContain(user);
    await sql('UPDATE chain.tills SET retired_at = now() WHERE role_name = $1', [second.user]);
    expect(await initChain(chain.admin)).toMatchObject({ ok: true });
  });

  it.each([
    [null, false],
    [5, false],
    [{}, false],
    [[], false],
    [[1, null, 'x', { currency: 'MXN' }], false],
    [[{ currency: 'MXN', amount: 'x' }], false],
    [[{ currency: 'MXN', amount: '1e9' }], false],
    [[{ currency: 'MXN', amount: '9'.repeat(200_000) }], false],
    [[{ currency: 'MXN', amount: '0.00' }], false],
    [
      [
        { currency: 'MXN', amount: '0.00' },
        { currency: 'USD', amount: '-0.01' },
      ],
      true,
    ],
  ])(
    'decides whether a shift has a difference, whatever its till stored (case %#)',
    async (value, expected) => {
      const rows = await chain.database.sql('SELECT chain.is_different($1::jsonb) AS different', [
        JSON.stringify(value),
      ]);
      expect(rows).toEqual([{ different: expected }]);
    },
  );

  it('uses no feature that other engines with the PostgreSQL protocol may lack', () => {
    const sqlTexts = SCHEMA_TOPICS.flatMap(({ steps, functions }) => [
      ...Object.values(steps),
      functions,
    ]);
    expect(sqlTexts.join('\n')).not.toMatch(
      /^\s*(LISTEN|NOTIFY)\b|\bCREATE EXTENSION\b|\bpg_notify\(|pg_\w*advisory/im,
    );
  });
});
