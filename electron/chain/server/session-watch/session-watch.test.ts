import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type OwnCluster, startPostgres } from '../../../../tests/support/postgres/index.ts';
import { silentLog, systemClock } from '../../../platform/index.ts';
import { type ChainAddress, connectToChain } from '../../client/index.ts';
import { startSession } from '../../protocol/index.ts';
import type { RunningService } from '../config/index.ts';
import { createDailyFileOfDay } from '../daily-file/index.ts';
import { openChainServerDatabase } from '../database/index.ts';
import { createServerTestChain, type ServerTestChain } from '../testing/index.ts';
import { createSessionWatch } from './index.ts';

/**
 * What a stolen till's login may do to the chain, each with a real PostgreSQL of its own: while it
 * goes on, another till joins and pushes, and the file of the day is made.
 */
describe.skipIf(process.platform === 'win32')('the login of a stolen till', () => {
  const DAY = '2026-11-10';
  const SINCE = Date.parse(`${DAY}T06:00:00Z`) / 1000;
  let cluster: OwnCluster;
  let testChain: ServerTestChain;
  let thief: ChainAddress;
  let watch: RunningService | null = null;
  const thiefSessions: Client[] = [];

  beforeAll(async () => {
    cluster = await startPostgres({
      config: ['max_connections = 40', 'max_locks_per_transaction = 40'],
    });
  });
  afterAll(() => cluster.stop());
  beforeEach(async () => {
    testChain = await createServerTestChain(cluster);
    thief = await testChain.chain.enrollTill('Robada', '66');
  });
  afterEach(async () => {
    await watch?.stop();
    watch = null;
    for (const session of thiefSessions.splice(0)) await session.end().catch(() => {});
    await testChain.drop();
  });

  function startWatch(): RunningService {
    const watching = createSessionWatch({
      connect: () => testChain.connect(),
      clock: systemClock,
      log: silentLog,
    });
    watch = watching.start() as RunningService;
    return watch;
  }

  /** A client of the thief's own: no time limits, and no end when the server ends it. */
  async function openThiefSession(): Promise<Client> {
    const [host = '', port] = (thief.hosts[0] ?? '').split(':');
    const { user, password, database, ca } = thief;
    const client = new Client({ host, port: Number(port), user, password, database, ssl: { ca } });
    client.on('error', () => {});
    await client.connect();
    thiefSessions.push(client);
    await client.query(
      'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET idle_session_timeout = 0',
    );
    return client;
  }

  const JOIN = `SELECT day::text FROM chain.joined_v1(now()::date + 1,
    extract(epoch FROM (now()::date + 1)::timestamptz)::bigint, true)`;

  async function expectChainWorks(): Promise<void> {
    const joined = await connectToChain(await testChain.chain.enrollTill('Nueva'));
    if (!joined.ok) throw new Error(joined.problem.detail);
    expect(await joined.value.query(JOIN)).toMatchObject({ ok: true, value: [{}] });
    await joined.value.end();
    testChain.setFirstDay(DAY, SINCE);
    const till = await testChain.enrollTill('Sur', randomUUID().slice(0, 8));
    await till.push([{ at: (SINCE + 60) * 1000 }], { until: SINCE + 90_000 });
    const database = openChainServerDatabase(() => testChain.connect({ deadlineMs: 10_000 }));
    const [lease] = await database.query("SELECT chain.take_lease_v1('maker', 'a', 60) AS fence");
    const fence = Number(lease?.fence);
    await database.query('SELECT chain.add_day_v1($1, $2, $3, $4, now(), $5)', [
      fence,
      DAY,
      SINCE,
      SINCE + 86_400,
      'lupita.txt',
    ]);
    await createDailyFileOfDay(database, DAY, fence);
    const [file] = await database.query('SELECT lines FROM chain.days WHERE day = $1', [DAY]);
    expect(file).toEqual({ lines: 1 });
    await database.end();
  }

  async function expectBarred(reason: RegExp): Promise<void> {
    const { sql } = testChain.chain.database;
    await vi.waitUntil(
      async () => {
        // Without memory for locks, this query fails too.
        const [row] = await sql(
          `SELECT rolcanlogin FROM pg_roles WHERE rolname = $1 AND NOT EXISTS (
            SELECT FROM pg_stat_activity WHERE usename = $1)`,
          [thief.user],
        ).catch(() => []);
        return row?.rolcanlogin === false;
      },
      { timeout: 60_000, interval: 100 },
    );
    expect(await connectToChain(thief)).toMatchObject({ ok: false, problem: { kind: 'refused' } });
    const [till] = await sql('SELECT ended_why, barred_at FROM chain.tills WHERE role_name = $1', [
      thief.user,
    ]);
    expect(till?.barred_at).not.toBeNull();
    expect(String(till?.ended_why)).toMatch(reason);
    await vi.waitUntil(() => watch?.getStatus?.().level === 'red', { timeout: 60_000 });
    expect(watch?.getStatus?.().text).toContain(`${thief.user} (barred)`);
  }

  it('bars a login that leaves a transaction on the first day open, while other tills join', async () => {
    const session = await openThiefSession();
    // The first day exists, and the thief moves it: only that needs a lock.
    const first = await connectToChain(await testChain.chain.enrollTill('Primera'));
    if (!first.ok) throw new Error(first.problem.detail);
    await first.value.query(JOIN.replaceAll('+ 1', '+ 0'));
    await first.value.end();
    await session.query('BEGIN');
    await session.query(JOIN.replaceAll('+ 1', '+ 2'));
    const waiting = await connectToChain(await testChain.chain.enrollTill('Otra'));
    if (!waiting.ok) throw new Error(waiting.problem.detail);
    // Without any watch: it is told the day as it is, and asks again later.
    expect(await waiting.value.query(JOIN)).toMatchObject({ ok: true, value: [{}] });
    await waiting.value.end();
    startWatch();
    await expectBarred(/a transaction left open for \d+ s/);
    await expectChainWorks();
  });

  it('bars a login that takes advisory locks until the server has no memory for others', async () => {
    startWatch();
    // Once all locks are taken, nobody can connect any more.
    await vi.waitUntil(() => watch?.getStatus?.().level === 'green', { timeout: 60_000 });
    const session = await openThiefSession();
    const flood = session.query(
      'SELECT count(pg_advisory_lock(n)) FROM generate_series(1, 999999) n',
    );
    await expect(flood).rejects.toThrow(/out of shared memory|terminating connection/);
    await session
      .query('SELECT pg_advisory_lock(n) FROM generate_series(1, 1500) n')
      .catch(() => {});
    await expectBarred(/\d+ advisory locks/);
    await expectChainWorks();
  });

  it('bars a login that fills the queue of notifications', async () => {
    startWatch();
    const listener = await openThiefSession();
    const sender = await openThiefSession();
    await listener.query('BEGIN; LISTEN everything; COMMIT; BEGIN; SELECT 1');
    // A session that listens, in a transaction, keeps all of it in the queue.
    await sender
      .query(
        "SELECT pg_notify('everything', n || repeat('x', 7000)) FROM generate_series(1, 20000) n",
      )
      .catch(() => {});
    await expectBarred(/notifications/);
    await expectChainWorks();
  });

  it('resets the timeouts that a login switches off for itself', async () => {
    startWatch();
    const session = await openThiefSession();
    await session.query('ALTER ROLE CURRENT_USER SET statement_timeout = 0');
    // The watcher may be changing the same role at this moment, which PostgreSQL refuses.
    const reset = () => session.query('ALTER ROLE CURRENT_USER RESET idle_session_timeout');
    await vi.waitFor(reset, { timeout: 10_000 });
    const { sql } = testChain.chain.database;
    await vi.waitUntil(
      async () => {
        const [row] = await sql(
          'SELECT setconfig @> chain.till_settings() AS is_reset FROM pg_db_role_setting WHERE setrole = $1::regrole',
          [thief.user],
        );
        return row?.is_reset === true && watch?.getStatus?.().level === 'red';
      },
      { timeout: 60_000, interval: 100 },
    );
    await expectChainWorks();
  });

  it('lets other tills work while a login has another password', async () => {
    const session = await openThiefSession();
    await session.query("ALTER ROLE CURRENT_USER PASSWORD 'mine'");
    expect(await connectToChain(thief)).toMatchObject({ ok: false, problem: { kind: 'refused' } });
    await expectChainWorks();
  });

  describe('with pushes and look-ups', () => {
    let connection: Client;
    let session: number;
    beforeEach(async () => {
      const connected = await connectToChain(thief);
      if (!connected.ok) throw new Error(connected.problem.detail);
      const input = {
        ledgerId: randomUUID(),
        epochKey: randomUUID(),
        newestChangeNumber: 0,
        changeTokens: {},
      };
      const started = await startSession(connected.value, input);
      if (!started.ok) throw new Error(started.problem.detail);
      session = started.value.session;
      await connected.value.end();
      connection = await openThiefSession();
    });

    async function push(from: number, rows: readonly unknown[], mark = 'm'): Promise<unknown> {
      return connection.query('SELECT * FROM chain.push_v1($1, $2, $3, $4, $5, $6)', [
        session,
        from,
        from + rows.length,
        mark,
        JSON.stringify(rows),
        JSON.stringify({ pos: '66' }),
      ]);
    }

    it('stores at most 1,000 refused rows of a till within a day', async () => {
      const row = { change: 'weather', filler: 'x'.repeat(15_000) };
      let pushes = 0;
      const pushForEver = async (): Promise<void> => {
        for (; pushes < 100; pushes += 1)
          await push(
            pushes * 200,
            Array.from({ length: 200 }, () => row),
          );
      };
      await expect(pushForEver()).rejects.toThrow('too many rows of this till were refused today');
      expect(pushes).toBe(5);
      const [size] = await testChain.chain.database.sql(
        "SELECT pg_total_relation_size('chain.refused_rows')::int AS bytes",
      );
      expect(Number(size?.bytes)).toBeLessThan(5_000_000);
      await expectChainWorks();
    });

    it('rejects too many rows, large rows and large marks in a push', async () => {
      await expect(
        push(
          0,
          Array.from({ length: 201 }, () => ({})),
        ),
      ).rejects.toThrow('too many rows');
      await expect(push(0, ['x'.repeat(5_000_000)])).rejects.toThrow('too many rows');
      await expect(push(0, [], 'x'.repeat(50_000))).rejects.toThrow('a mark or a status');
      await expectChainWorks();
    });

    it('rejects look-ups beyond the limit, also of a till that rolls them back', async () => {
      const ask = "SELECT * FROM chain.same_v1(40, '501000000007', 1500)";
      let asked = 0;
      const askForEver = async (): Promise<void> => {
        for (; asked < 20_000; asked += 100) {
          await connection.query(`BEGIN; ${`${ask};`.repeat(100)} ROLLBACK`);
        }
      };
      await expect(askForEver()).rejects.toThrow('sent and asked more than a till does');
      expect(asked).toBeGreaterThan(9_000);
      expect(asked).toBeLessThan(11_000);
      await connection.query('ROLLBACK');
      await connection.query('SET default_transaction_read_only = on');
      await expect(connection.query(ask)).rejects.toThrow();
      startWatch();
      await vi.waitUntil(() => watch?.getStatus?.().level === 'red', { timeout: 60_000 });
      await expectChainWorks();
    });
  });
});
