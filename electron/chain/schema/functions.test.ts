import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../tests/support/postgres/index.ts';
import { type ChainConnection, type ChainResult, connectToChain } from '../client/index.ts';
import {
  listOtherTillPayments,
  type PaymentChange,
  type PushedTillStatus,
  pushChanges,
  releaseLease,
  startSession,
  takeOrRenewLease,
} from '../protocol/index.ts';
import { createSamplePayment, createSampleStatus } from '../protocol/testing/index.ts';
import { retireTill } from './logins.ts';
import { LATEST_CHAIN_SCHEMA_VERSION, migrateChainSchema } from './migrate.ts';
import type { SchemaTopic } from './topic.ts';
import { SCHEMA_TOPICS } from './topics.ts';

const DAY_MS = 86_400_000;

let chain: TestChain;
let maker: ChainConnection;
const openConnections: ChainConnection[] = [];

beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
  maker = await connect(await chain.createLogin('maker'));
});
afterAll(async () => {
  for (const connection of openConnections) await connection.end();
  await chain.drop();
});

async function connect(address: Parameters<typeof connectToChain>[0]): Promise<ChainConnection> {
  const connection = getValueOrThrow(await connectToChain(address));
  openConnections.push(connection);
  return connection;
}

function getValueOrThrow<T>(result: ChainResult<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

/** As the process does, but in one piece. */
async function claimNotices(): Promise<void> {
  const text = 'SELECT * FROM chain.claim_notices_v2(now(), NULL, NULL, 1000)';
  expect(getValueOrThrow(await maker.query(text))).toEqual([]);
}

interface PushingTill {
  readonly user: string;
  readonly connection: ChainConnection;
  readonly ledger: string;
  push(
    rows: readonly PaymentChange[],
    status?: Partial<PushedTillStatus>,
  ): Promise<{ id: number; kind: string; key: string }[]>;
}

/** Enrolls a till that has said hello and pushes in one session. */
async function enrollPushingTill(
  shop: string,
  ledger: string = randomUUID(),
): Promise<PushingTill> {
  const { user, ...rest } = await chain.enrollTill(shop);
  const connection = await connect({ ...rest, user });
  const input = {
    ledgerId: ledger,
    epochKey: randomUUID(),
    newestChangeNumber: 0,
    changeTokens: {},
  };
  const { session } = getValueOrThrow(await startSession(connection, input));
  let from = 0;
  return {
    user,
    connection,
    ledger,
    push: async (rows, statusOverrides = {}) => {
      const numbered = rows.map((row, index) => ({ ...row, n: from + index + 1 }));
      const to = from + rows.length;
      const status = createSampleStatus(statusOverrides);
      const answer = getValueOrThrow(
        await pushChanges(connection, {
          sessionNumber: session,
          afterChangeNumber: from,
          lastChangeNumber: to,
          lastChangeToken: String(to),
          rows: numbered,
          status,
        }),
      );
      from = to;
      return answer.hints;
    },
  };
}

describe.skipIf(process.platform === 'win32')('payments of other tills to the same account', () => {
  it('returns performed payments to exactly this account with their shop', async () => {
    const [tillHere, tillThere] = [
      await enrollPushingTill('Centro'),
      await enrollPushingTill('Norte'),
    ];
    const account = '700000001';
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    await tillThere.push([
      createSamplePayment({ account, created_at: at(30) }),
      createSamplePayment({
        account,
        created_at: at(20),
        state: 'unknown',
        performed: null,
        auth: null,
      }),
      createSamplePayment({
        account,
        created_at: at(10),
        state: 'rejected',
        performed: null,
        auth: null,
      }),
      createSamplePayment({ account, created_at: at(300) }),
      createSamplePayment({ account: '700000002' }),
    ]);
    await tillHere.push([createSamplePayment({ account, created_at: at(5), amount: '10.00' })]);
    const payments = getValueOrThrow(
      await listOtherTillPayments(tillHere.connection, {
        billerId: 40,
        accountNumber: account,
        minutes: 60,
      }),
    );
    expect(payments).toMatchObject([
      { shop: 'Centro', is_mine: true, amount: '10.00', currency: 'MXN' },
      { shop: 'Norte', is_mine: false, state: 'unknown' },
      { shop: 'Norte', is_mine: false, state: 'paid' },
    ]);
    // However many payments the till itself made since.
    await tillHere.push([1, 2, 3].map((m) => createSamplePayment({ account, created_at: at(m) })));
    const later = getValueOrThrow(
      await listOtherTillPayments(tillHere.connection, {
        billerId: 40,
        accountNumber: account,
        minutes: 60,
      }),
    );
    expect(later.map(({ is_mine }) => is_mine)).toEqual([true, true, true, false, false]);
    const other = await listOtherTillPayments(tillHere.connection, {
      billerId: 41,
      accountNumber: account,
      minutes: 60,
    });
    expect(other).toEqual({ ok: true, value: [] });
  });
});

describe.skipIf(process.platform === 'win32')('status of the tills for a day', () => {
  const readStandings = async (since: number, until: number) =>
    getValueOrThrow(await maker.query('SELECT * FROM chain.day_tills_v1($1, $2)', [since, until]));

  it('reports tills as complete, complete with open payments, incomplete, or never seen', async () => {
    const until = Math.floor(Date.now() / 1000) + 3_600;
    const pos = ['in', 'open', 'late', 'shut', 'new'] as const;
    const tills = await Promise.all(pos.slice(0, 4).map(async (name) => enrollPushingTill(name)));
    const silent = await chain.enrollTill('new');
    const [completeTill, openTill, lateTill, closedTill] = tills;
    await completeTill?.push([], { pos: 'in', until: until + 1 });
    await openTill?.push([], {
      pos: 'open',
      until: until + 1,
      open_since: until - 60,
      unresolved: 1,
    });
    await lateTill?.push([], { pos: 'late', until: until - 1 });
    await closedTill?.push([], { pos: 'shut', until: until - 1, closed: true });
    const standingByShop = Object.fromEntries(
      (await readStandings(until - DAY_MS / 1000, until))
        .filter(({ shop }) => pos.some((name) => name === shop))
        .map(({ shop, standing }) => [shop, standing]),
    );
    expect(standingByShop).toEqual({
      in: 'in',
      open: 'in-but-open',
      late: 'not-in',
      shut: 'in',
      new: 'never',
    });
    // The day before, the till was not enrolled, so it is not missing.
    const before = await readStandings(until - 2 * (DAY_MS / 1000), until - DAY_MS / 1000);
    expect(before.map(({ shop }) => shop)).not.toContain(silent.shop);
  });

  it("counts a till retired on that day or later as missing, in the file and in the owner's view", async () => {
    const [since, until] = [1_000_000_000, 1_000_000_000 + 23 * 3_600];
    const { user } = await chain.enrollTill('Retirada');
    const { sql } = chain.database;
    await sql('UPDATE chain.tills SET enrolled_at = to_timestamp($1) WHERE role_name = $2', [
      since - 10,
      user,
    ]);
    await sql(
      `INSERT INTO chain.days (day, since_second, until_second, due_at, name)
       VALUES ('2001-09-09', $1, $2, now(), 'x.txt')`,
      [since, until],
    );
    const countMissing = async (retiredAt: number) => {
      await sql('UPDATE chain.tills SET retired_at = to_timestamp($1) WHERE role_name = $2', [
        retiredAt,
        user,
      ]);
      const inFile = (await readStandings(since, until)).map(({ shop }) => shop);
      const [dayRow] = await sql("SELECT not_in FROM chain.view_days_v1('2001-09-10', 1)");
      const tillRows = await sql("SELECT shop FROM chain.view_day_tills_v1('2001-09-09')");
      return [inFile.length, dayRow?.not_in, tillRows.length];
    };
    expect(await countMissing(since - 1)).toEqual([0, 0, 0]);
    for (const at of [since, until - 1, until + 1])
      expect(await countMissing(at)).toEqual([1, 1, 1]);
  });
});

describe.skipIf(process.platform === 'win32')('leases', () => {
  it('gives a lease to one holder until it ends, with a higher fence for each new holder', async () => {
    const take = async (holder: string, seconds = 30) =>
      getValueOrThrow(
        await takeOrRenewLease(maker, { leaseName: 'file', holder, ttlSeconds: seconds }),
      );
    const firstFence = await take('a');
    expect(firstFence).toBe(1);
    expect(await take('a')).toBe(1);
    expect(await take('b')).toBeNull();
    getValueOrThrow(await releaseLease(maker, { leaseName: 'file', holder: 'b' }));
    expect(await take('b')).toBeNull();
    getValueOrThrow(await releaseLease(maker, { leaseName: 'file', holder: 'a' }));
    expect(await take('b', 0)).toBe(2);
    expect(await take('a')).toBe(3);
  });

  it('gives a lease to exactly one of several concurrent requests', async () => {
    const address = await chain.createLogin('maker');
    const connections = await Promise.all(Array.from({ length: 6 }, async () => connect(address)));
    const requests = connections.map(async (connection, index) =>
      takeOrRenewLease(connection, {
        leaseName: 'race',
        holder: `holder ${index}`,
        ttlSeconds: 30,
      }),
    );
    const fences = (await Promise.all(requests))
      .map(getValueOrThrow)
      .filter((fence) => fence !== null);
    expect(fences).toEqual([1]);
  });
});

describe.skipIf(process.platform === 'win32')('webhook notices', () => {
  it('sends a notice only to the till with the payment, until the till reports it done', async () => {
    const hook = await connect(await chain.createLogin('hook'));
    const addNotice = async (kind: string, key: string) =>
      getValueOrThrow(await hook.query('SELECT chain.add_hint_v1($1, $2)', [kind, key]));
    const [till, other] = [await enrollPushingTill('Uno'), await enrollPushingTill('Otro')];
    const payment = createSamplePayment({ auth: 'T-1' });
    await till.push([payment]);
    const later = createSamplePayment({ auth: 'T-2' });
    await addNotice('transaction', 'T-1');
    await addNotice('external-id', later.external);
    await addNotice('external-id', 'no uuid at all');
    expect(await other.push([])).toEqual([]);
    const firstNotice = await till.push([]);
    expect(firstNotice).toMatchObject([{ kind: 'transaction', key: 'T-1' }]);
    // The notice arrived before the till had pushed the payment.
    const both = await till.push([later]);
    expect(both.map(({ key }) => key)).toEqual(['T-1', later.external]);
    expect(await till.push([], { hints: both.map(({ id }) => id) })).toEqual([]);
    // The same transaction changes once more.
    await addNotice('transaction', 'T-1');
    expect(await till.push([])).toMatchObject([{ key: 'T-1' }]);
    expect(await hook.query("SELECT chain.add_hint_v1('weather', 'x')")).toMatchObject({
      ok: false,
      problem: { sqlState: '23514' },
    });
  });

  it('sends the notices of a retired till to the till that reports its ledger afterwards', async () => {
    const hook = await connect(await chain.createLogin('hook'));
    const addNotice = async (key: string) =>
      getValueOrThrow(await hook.query("SELECT chain.add_hint_v1('transaction', $1)", [key]));
    const [retiredTill, otherTill] = [
      await enrollPushingTill('Uno'),
      await enrollPushingTill('Otro'),
    ];
    const payments = ['T-11', 'T-12', 'T-13'].map((auth) => createSamplePayment({ auth }));
    await retiredTill.push(payments);
    await addNotice('T-11');
    await addNotice('T-12');
    const [firstNotice] = await retiredTill.push([]);
    await retiredTill.push([], { hints: [firstNotice?.id ?? 0] });
    await retireTill(chain.admin, retiredTill.user);
    await addNotice('T-13');
    const newTill = await enrollPushingTill('Uno', retiredTill.ledger);
    expect((await newTill.push(payments)).map(({ key }) => key)).toEqual(['T-11', 'T-12', 'T-13']);
    // Notices from now on go to the new login.
    await addNotice('T-11');
    expect((await newTill.push([])).map(({ key }) => key)).toContain('T-11');
    expect(await otherTill.push([])).toEqual([]);
  });

  it('takes no notice from a till by a payment of another till with the same id', async () => {
    const hook = await connect(await chain.createLogin('hook'));
    const addNotice = async (key: string) =>
      getValueOrThrow(await hook.query("SELECT chain.add_hint_v1('transaction', $1)", [key]));
    const [thief, till] = [await enrollPushingTill('Robada'), await enrollPushingTill('Uno')];
    // Guessed before and after the notices came, and before and after the till reported the ids.
    await thief.push([createSamplePayment({ auth: 'T-21' })]);
    await addNotice('T-21');
    await addNotice('T-22');
    await thief.push([createSamplePayment({ auth: 'T-22' })]);
    const stolen = await thief.push([]);
    expect(stolen.map(({ key }) => key)).toEqual(['T-21', 'T-22']);
    await thief.push([], { hints: stolen.map(({ id }) => id) });
    const own = ['T-21', 'T-22'].map((auth) => createSamplePayment({ auth }));
    expect((await till.push(own)).map(({ key }) => key)).toEqual(['T-21', 'T-22']);
    await addNotice('T-21');
    await thief.push([], { hints: (await thief.push([])).map(({ id }) => id) });
    expect((await till.push([])).map(({ key }) => key)).toContain('T-21');
  });

  it('keeps no till and no webhook waiting while a till leaves its push of a guessed id open', async () => {
    const hook = await connect(await chain.createLogin('hook'));
    const addNotice = async () =>
      getValueOrThrow(await hook.query("SELECT chain.add_hint_v1('transaction', 'T-31')"));
    const [thief, till] = [await enrollPushingTill('Robada'), await enrollPushingTill('Uno')];
    await addNotice();
    await thief.connection.query('BEGIN');
    await thief.push([createSamplePayment({ auth: 'T-31' })]);
    await addNotice();
    expect(await till.push([createSamplePayment({ auth: 'T-31' })])).toMatchObject([
      { key: 'T-31' },
    ]);
    await thief.connection.query('ROLLBACK');
  });

  it('sends a notice that arrived while its payment was being pushed', async () => {
    const hook = await connect(await chain.createLogin('hook'));
    const till = await enrollPushingTill('Uno');
    await till.connection.query('BEGIN');
    await till.push([createSamplePayment({ auth: 'T-41' })]);
    getValueOrThrow(await hook.query("SELECT chain.add_hint_v1('transaction', 'T-41')"));
    await till.connection.query('COMMIT');
    expect(await till.push([])).toEqual([]);
    await claimNotices();
    const notices = await till.push([]);
    expect(notices).toMatchObject([{ key: 'T-41' }]);
    await till.push([], { hints: notices.map(({ id }) => id) });
    await claimNotices();
    expect(await till.push([])).toEqual([]);
  });

  it('sends a notice that arrived while its payment was being pushed, after claims that take long', async () => {
    const hook = await connect(await chain.createLogin('hook'));
    const till = await enrollPushingTill('Uno');
    await till.connection.query('BEGIN');
    await till.push([createSamplePayment({ auth: 'T-42' })]);
    getValueOrThrow(await hook.query("SELECT chain.add_hint_v1('transaction', 'T-42')"));
    await chain.database.sql(
      "UPDATE chain.hints SET at = now() - interval '20 minutes' WHERE key = 'T-42'",
    );
    // The first claims began when the notice came, and end now.
    const text =
      "SELECT * FROM chain.claim_notices_v2(now() - interval '20 minutes', NULL, NULL, $1)";
    getValueOrThrow(await maker.query(text, [1]));
    getValueOrThrow(await maker.query(text, [1000]));
    await till.connection.query('COMMIT');
    await claimNotices();
    expect(await till.push([])).toMatchObject([{ key: 'T-42' }]);
  });

  it('sends every notice that arrived under load while its payment was being pushed', async () => {
    const tills = await Promise.all(
      Array.from({ length: 6 }, async () => ({
        ...(await enrollPushingTill('Carga')),
        hook: await connect(await chain.createLogin('hook')),
      })),
    );
    const countUnclaimed = async () => {
      const [row] = await chain.database.sql(
        `SELECT count(*)::int AS n FROM chain.hints h WHERE h.key ~ '^L-' AND NOT EXISTS (
          SELECT FROM chain.hint_tills w WHERE w.hint_id = h.id)`,
      );
      return row?.n;
    };
    for (let round = 0; round < 4; round += 1) {
      const work = tills.map(async ({ hook, connection, push }, index) => {
        const keys = Array.from({ length: 10 }, (_, n) => `L-${index}-${round}-${n}`);
        await connection.query('BEGIN');
        await push(keys.map((auth) => createSamplePayment({ auth })));
        // Half of them before the commit, in any order with the pushes of the others.
        const addNotices = `SELECT chain.add_hint_v1('transaction', key) FROM unnest($1::text[]) key`;
        getValueOrThrow(await hook.query(addNotices, [keys.slice(5)]));
        await connection.query('COMMIT');
        getValueOrThrow(await hook.query(addNotices, [keys.slice(0, 5)]));
      });
      // As the process does, without waiting for tills or webhooks.
      await Promise.all(round % 2 === 0 ? work : [...work, claimNotices()]);
    }
    expect(await countUnclaimed()).toBeGreaterThan(0);
    await claimNotices();
    expect(await countUnclaimed()).toBe(0);
    const waiting = await Promise.all(tills.map(async (till) => (await till.push([])).length));
    expect(waiting).toEqual(tills.map(() => 40));
  });

  it('reads few notices in each push, however many wait for other tills', async () => {
    const till = await enrollPushingTill('Uno');
    const NOTICES = 5_000;
    await chain.database.sql(`
      INSERT INTO chain.hints (kind, key) SELECT 'transaction', 'P-' || n
        FROM generate_series(1, ${NOTICES}) AS n;
      INSERT INTO chain.hint_tills (till_id, hint_id)
        SELECT t.till_id, h.id FROM chain.hints h,
          (SELECT till_id FROM chain.tills WHERE role_name <> '${till.user}' LIMIT 1) AS t
        WHERE h.key ~ '^P-';
      ANALYZE chain.hints, chain.hint_tills`);
    // From the sixth push on, the plans of the session are those for any till.
    for (let push = 1; push <= 8; push += 1) {
      await till.connection.query('BEGIN');
      const notices = await till.push([createSamplePayment({ auth: `P-${push}` })]);
      expect(notices).toMatchObject([{ key: `P-${push}` }]);
      await till.push([], { hints: notices.map(({ id }) => id) });
      const tables = getValueOrThrow(
        await till.connection.query(`SELECT relname AS name, seq_tup_read AS scanned,
            idx_tup_fetch AS found FROM pg_stat_xact_user_tables
          WHERE schemaname = 'chain' AND relname IN ('hints', 'hint_tills')`),
      );
      await till.connection.query('COMMIT');
      expect(tables).toHaveLength(2);
      for (const { name, scanned, found } of tables) {
        expect([name, scanned]).toEqual([name, 0]);
        expect(found).toBeLessThan(100);
      }
    }
    await chain.database.sql(
      `DELETE FROM chain.hints WHERE key ~ '^P-'; TRUNCATE chain.hint_tills`,
    );
  });

  it('sends a notice of a bill to every till, until each reports it done', async () => {
    const hook = await connect(await chain.createLogin('hook'));
    getValueOrThrow(await hook.query("SELECT chain.add_hint_v1('bill', '8390')"));
    const [till, other] = [await enrollPushingTill('Uno'), await enrollPushingTill('Otro')];
    const [hint] = await till.push([]);
    expect(hint).toMatchObject({ kind: 'bill', key: '8390' });
    expect(await till.push([], { hints: [hint?.id ?? 0] })).toEqual([]);
    expect(await other.push([])).toMatchObject([{ key: '8390' }]);
    const expireSql = "UPDATE chain.hints SET at = now() - interval '8 days'";
    await chain.database.sql(expireSql);
    expect(await other.push([])).toEqual([]);
    const [row] = getValueOrThrow(await maker.query('SELECT chain.forget_hints_v1() AS n'));
    expect(Number(row?.n)).toBeGreaterThan(0);
  });

  it('deletes old notices in pieces, and those that no till reported after two days', async () => {
    const till = await enrollPushingTill('Uno');
    await till.push([createSamplePayment({ auth: 'T-51' })]);
    await chain.database.sql(`DELETE FROM chain.hint_tills; DELETE FROM chain.hints;
      INSERT INTO chain.hints (kind, key, at) SELECT kind, key, now() - age FROM (VALUES
        ('transaction', 'T-50', interval '8 days'), ('bill', '50', interval '7 days 1 hour'),
        ('transaction', 'T-51', interval '3 days'), ('transaction', 'T-52', interval '3 days'),
        ('bill', '51', interval '3 days'), ('transaction', 'T-53', interval '1 day'))
        AS h(kind, key, age);
      INSERT INTO chain.hint_tills (till_id, hint_id) SELECT t.till_id, h.id
      FROM chain.hints h, (SELECT till_id FROM chain.tills LIMIT 1) t WHERE key IN ('T-50', 'T-51')`);
    let last: Record<string, unknown> | undefined = {};
    let count = 0;
    for (; last !== undefined; count += 1) {
      const text = 'SELECT * FROM chain.forget_hints_v2($1, $2, 1)';
      [last] = getValueOrThrow(await maker.query(text, [last.at ?? null, last.id ?? null]));
    }
    expect(count).toBe(6);
    const keys = await chain.database.sql('SELECT key FROM chain.hints ORDER BY key');
    expect(keys.map(({ key }) => key)).toEqual(['51', 'T-51', 'T-53']);
    const forgetTills = async () =>
      getValueOrThrow(await maker.query('SELECT chain.forget_hint_tills_v1(1) AS n'));
    expect([await forgetTills(), await forgetTills()]).toEqual([[{ n: 1 }], [{ n: 0 }]]);
    const tills = await chain.database.sql(`SELECT h.key FROM chain.hint_tills w
      LEFT JOIN chain.hints h ON h.id = w.hint_id`);
    expect(tills).toEqual([{ key: 'T-51' }]);
  });
});

describe.skipIf(process.platform === 'win32')('retention of payments', () => {
  const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

  it('stores a payment in the partition of its month, even if the partition is created later', async () => {
    const { push, ledger } = await enrollPushingTill('Centro');
    const ahead = `${new Date().getUTCFullYear() + 2}-03`;
    await push([
      createSamplePayment(),
      createSamplePayment({ created_at: `${ahead}-01T00:00:00Z` }),
      createSamplePayment({ created_at: `${ahead}-31T23:59:59.999Z` }),
    ]);
    const readPartitions = async () =>
      chain.database.sql(
        `SELECT tableoid::regclass::text AS place, count(*)::int AS n FROM chain.payments
        WHERE ledger_id = $1 GROUP BY 1 ORDER BY 1`,
        [ledger],
      );
    expect(await readPartitions()).toEqual([
      { place: `chain.payments_${new Date().toISOString().slice(0, 7).replace('-', '_')}`, n: 1 },
      { place: 'chain.payments_default', n: 2 },
    ]);
    const creation = await maker.query('SELECT * FROM chain.make_partitions_v1($1, 0)', [
      `${ahead}-15`,
    ]);
    expect(creation).toMatchObject({
      ok: true,
      value: [{ make_partitions_v1: `payments_${ahead.replace('-', '_')}` }],
    });
    expect(await readPartitions()).toContainEqual({
      place: `chain.payments_${ahead.replace('-', '_')}`,
      n: 2,
    });
    const again = await maker.query('SELECT * FROM chain.make_partitions_v1($1, 0)', [
      `${ahead}-15`,
    ]);
    expect(again).toEqual({ ok: true, value: [] });
  });

  it('creates the partition of a month whose payment is being pushed', async () => {
    const { push, connection } = await enrollPushingTill('Centro');
    const month = `${new Date().getUTCFullYear() + 3}-03`;
    await connection.query('BEGIN');
    await push([createSamplePayment({ created_at: `${month}-01T00:00:00Z` })]);
    const creation = maker.query('SELECT * FROM chain.make_partitions_v1($1, 0)', [`${month}-15`]);
    await expect
      .poll(async () =>
        chain.database.sql(`SELECT FROM pg_locks WHERE NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`),
      )
      .not.toEqual([]);
    await connection.query('COMMIT');
    const name = `payments_${month.replace('-', '_')}`;
    expect(await creation).toEqual({ ok: true, value: [{ make_partitions_v1: name }] });
    expect(await chain.database.sql(`SELECT count(*)::int AS n FROM chain.${name}`)).toEqual([
      { n: 1 },
    ]);
  });

  it('leaves a month in the default partition whose rows would take long to move', async () => {
    const { push, ledger } = await enrollPushingTill('Centro');
    const year = new Date().getUTCFullYear() + 4;
    await push([createSamplePayment({ created_at: `${year}-03-01T00:00:00Z` })]);
    await chain.database.sql(`SET session_replication_role = replica;
      INSERT INTO chain.payments SELECT added.*
      FROM chain.payments p, generate_series(1, 100000) n,
        jsonb_populate_record(p, jsonb_build_object('payment_id', md5(n::text)::uuid)) added
      WHERE p.ledger_id = '${ledger}'`);
    const creation = await maker.query('SELECT * FROM chain.make_partitions_v1($1, 1)', [
      `${year}-03-15`,
    ]);
    expect(creation).toEqual({ ok: true, value: [{ make_partitions_v1: `payments_${year}_04` }] });
    await chain.database.sql(`DELETE FROM chain.payments WHERE ledger_id = '${ledger}'`);
  });

  it('shortens account numbers after 100 days and drops payments after 400, also for rows that arrive again', async () => {
    const { push, ledger } = await enrollPushingTill('Centro');
    const old = createSamplePayment({
      created_at: new Date(Date.now() - 120 * DAY_MS).toISOString(),
    });
    const recent = createSamplePayment({
      created_at: new Date(Date.now() - 99 * DAY_MS).toISOString(),
    });
    const ancient = createSamplePayment({
      created_at: new Date(Date.now() - 401 * DAY_MS).toISOString(),
    });
    await push([old, recent, ancient]);
    const readAccounts = async () =>
      chain.database.sql(
        'SELECT account_number AS a, account_shown AS s FROM chain.payments WHERE ledger_id = $1 ORDER BY created_at',
        [ledger],
      );
    const full = { a: recent.account, s: recent.account_shown };
    expect(await readAccounts()).toEqual([{ a: '0007', s: '0007' }, full]);

    const shorten = 'SELECT chain.shorten_accounts_v1($1) AS n';
    expect(await maker.query(shorten, [toDay(Date.now() - 99 * DAY_MS)])).toMatchObject({
      ok: false,
    });
    await chain.database.sql('UPDATE chain.keeping SET account_days = 90');
    expect(await maker.query(shorten, [toDay(Date.now() - 99 * DAY_MS)])).toEqual({
      ok: true,
      value: [{ n: 1 }],
    });
    expect(await readAccounts()).toEqual([
      { a: '0007', s: '0007' },
      { a: '0007', s: '0007' },
    ]);

    const drop = 'SELECT * FROM chain.drop_before_v1($1)';
    expect(await maker.query(drop, [toDay(Date.now() - 99 * DAY_MS)])).toMatchObject({ ok: false });
    const month = toDay(Date.now() - 400 * DAY_MS);
    getValueOrThrow(await maker.query('SELECT * FROM chain.make_partitions_v1($1, 0)', [month]));
    const dropped = getValueOrThrow(await maker.query(drop, [toDay(Date.now() - 101 * DAY_MS)]));
    expect(dropped).toContainEqual({
      drop_before_v1: `payments_${month.slice(0, 7).replace('-', '_')}`,
    });
    expect(await readAccounts()).toHaveLength(2);
    const deleteRows = async (table: string, daysAgo: number) =>
      maker.query('SELECT chain.delete_before_v1($1, $2, 1) AS n', [
        table,
        toDay(Date.now() - daysAgo * DAY_MS),
      ]);
    expect(await deleteRows('payments_default', 99)).toMatchObject({ ok: false });
    expect(await deleteRows('tills', 101)).toMatchObject({ ok: false });
    let pieceCount = 0;
    while (getValueOrThrow(await deleteRows('payments_default', 101))[0]?.n === 1) pieceCount += 1;
    expect(pieceCount).toBeGreaterThan(0);
    expect(await readAccounts()).toEqual([{ a: '0007', s: '0007' }]);
  });
});

describe.skipIf(process.platform === 'win32')('a newer schema version', () => {
  it('migrates tables, keeps the older functions, and reports its version to older programs', async () => {
    const olderTill = await enrollPushingTill('Centro');
    const nextTopic: SchemaTopic = {
      steps: {
        [LATEST_CHAIN_SCHEMA_VERSION + 1]: 'ALTER TABLE chain.tills ADD COLUMN colour text',
      },
      functions: `CREATE OR REPLACE FUNCTION chain.standing_v2() RETURNS text LANGUAGE sql STABLE
        SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ SELECT 'two' $$;`,
      calls: { till: ['chain.standing_v2()'] },
    };
    const admin = await connect(chain.admin);
    const { database } = chain.admin;
    getValueOrThrow(
      await admin.transaction(async (query) => {
        await query(`SET LOCAL ROLE ${database}_owner`);
        await migrateChainSchema(query, database, [...SCHEMA_TOPICS, nextTopic]);
      }),
    );
    // A till of before the migration continues its session with its functions.
    await olderTill.push([createSamplePayment()]);
    const { connection } = olderTill;
    expect(await connection.query('SELECT chain.standing_v2() AS two')).toEqual({
      ok: true,
      value: [{ two: 'two' }],
    });
    expect(await connection.query('SELECT chain.version_v1() AS version')).toEqual({
      ok: true,
      value: [{ version: LATEST_CHAIN_SCHEMA_VERSION + 1 }],
    });
  });
});
