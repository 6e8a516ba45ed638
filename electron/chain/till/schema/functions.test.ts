import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../../tests/support/postgres/index.ts';
import { type ChainConnection, type ChainResult, connectChain } from '../client/index.ts';
import {
  type ChainStatus,
  findOtherTillPayments,
  type PaymentRow,
  pushChanges,
  releaseLease,
  startSession,
  takeLease,
} from '../protocol/index.ts';
import { samplePayment, sampleStatus } from '../protocol/testing/index.ts';
import { retireTill } from './logins.ts';
import { migrate, SCHEMA_VERSION } from './migrate.ts';
import type { SchemaTopic } from './topic.ts';
import { TOPICS } from './topics.ts';

const DAY_MS = 86_400_000;

let chain: TestChain;
let maker: ChainConnection;
const open: ChainConnection[] = [];

beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
  maker = await connected(await chain.login('maker'));
});
afterAll(async () => {
  for (const one of open) await one.end();
  await chain.drop();
});

async function connected(address: Parameters<typeof connectChain>[0]): Promise<ChainConnection> {
  const connection = taken(await connectChain(address));
  open.push(connection);
  return connection;
}

function taken<T>(result: ChainResult<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

interface Teller {
  readonly user: string;
  readonly connection: ChainConnection;
  readonly ledger: string;
  tell(
    rows: readonly PaymentRow[],
    status?: Partial<ChainStatus>,
  ): Promise<{ id: number; kind: string; key: string }[]>;
}

/** A till that has said hello, and tells on one session. */
async function teller(shop: string, ledger: string = randomUUID()): Promise<Teller> {
  const { user, ...rest } = await chain.enroll(shop);
  const connection = await connected({ ...rest, user });
  const input = { ledger, epochKey: randomUUID(), head: 0, marks: {} };
  const { session } = taken(await startSession(connection, input));
  let from = 0;
  return {
    user,
    connection,
    ledger,
    tell: async (rows, over = {}) => {
      const numbered = rows.map((row, index) => ({ ...row, n: from + index + 1 }));
      const to = from + rows.length;
      const status = sampleStatus(over);
      const answer = taken(
        await pushChanges(connection, {
          session,
          from,
          to,
          mark: String(to),
          rows: numbered,
          status,
        }),
      );
      from = to;
      return answer.hints;
    },
  };
}

describe.skipIf(process.platform === 'win32')('the same account elsewhere', () => {
  it('returns performed payments to exactly this account with their shop', async () => {
    const [here, there] = [await teller('Centro'), await teller('Norte')];
    const account = '700000001';
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    await there.tell([
      samplePayment({ account, created_at: at(30) }),
      samplePayment({ account, created_at: at(20), state: 'unknown', performed: null, auth: null }),
      samplePayment({
        account,
        created_at: at(10),
        state: 'rejected',
        performed: null,
        auth: null,
      }),
      samplePayment({ account, created_at: at(300) }),
      samplePayment({ account: '700000002' }),
    ]);
    await here.tell([samplePayment({ account, created_at: at(5), amount: '10.00' })]);
    const found = taken(
      await findOtherTillPayments(here.connection, { biller: 40, account, minutes: 60 }),
    );
    expect(found).toMatchObject([
      { shop: 'Centro', is_mine: true, amount: '10.00', currency: 'MXN' },
      { shop: 'Norte', is_mine: false, state: 'unknown' },
      { shop: 'Norte', is_mine: false, state: 'paid' },
    ]);
    const other = await findOtherTillPayments(here.connection, {
      biller: 41,
      account,
      minutes: 60,
    });
    expect(other).toEqual({ ok: true, value: [] });
  });
});

describe.skipIf(process.platform === 'win32')('how the tills stand with a day', () => {
  const standings = async (since: number, until: number) =>
    taken(await maker.query('SELECT * FROM chain.day_tills_v1($1, $2)', [since, until]));

  it('tells who is in, in with open ones, not in, and never heard', async () => {
    const until = Math.floor(Date.now() / 1000) + 3_600;
    const pos = ['in', 'open', 'late', 'shut', 'new'] as const;
    const tills = await Promise.all(pos.slice(0, 4).map(async (name) => teller(name)));
    const silent = await chain.enroll('new');
    const [all, some, late, shut] = tills;
    await all?.tell([], { pos: 'in', until: until + 1 });
    await some?.tell([], { pos: 'open', until: until + 1, open_since: until - 60, unresolved: 1 });
    await late?.tell([], { pos: 'late', until: until - 1 });
    await shut?.tell([], { pos: 'shut', until: until - 1, closed: true });
    const told = Object.fromEntries(
      (await standings(until - DAY_MS / 1000, until))
        .filter(({ shop }) => pos.some((one) => one === shop))
        .map(({ shop, standing }) => [shop, standing]),
    );
    expect(told).toEqual({
      in: 'in',
      open: 'in-but-open',
      late: 'not-in',
      shut: 'in',
      new: 'never',
    });
    // Yesterday it was not there, and is not missing.
    const before = await standings(until - 2 * (DAY_MS / 1000), until - DAY_MS / 1000);
    expect(before.map(({ shop }) => shop)).not.toContain(silent.shop);
  });

  it('misses one that was retired on that day or later, in the file and for the owner alike', async () => {
    const [since, until] = [1_000_000_000, 1_000_000_000 + 23 * 3_600];
    const { user } = await chain.enroll('Retirada');
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
    const misses = async (retiredAt: number) => {
      await sql('UPDATE chain.tills SET retired_at = to_timestamp($1) WHERE role_name = $2', [
        retiredAt,
        user,
      ]);
      const inFile = (await standings(since, until)).map(({ shop }) => shop);
      const [seen] = await sql("SELECT not_in FROM chain.view_days_v1('2001-09-10', 1)");
      const named = await sql("SELECT shop FROM chain.view_day_tills_v1('2001-09-09')");
      return [inFile.length, seen?.not_in, named.length];
    };
    expect(await misses(since - 1)).toEqual([0, 0, 0]);
    for (const at of [since, until - 1, until + 1]) expect(await misses(at)).toEqual([1, 1, 1]);
  });
});

describe.skipIf(process.platform === 'win32')('a lease', () => {
  it('is one holder’s until it ends, and its fence is higher with each new holder', async () => {
    const take = async (holder: string, seconds = 30) =>
      taken(await takeLease(maker, { name: 'file', holder, seconds }));
    const first = await take('a');
    expect(first).toBe(1);
    expect(await take('a')).toBe(1);
    expect(await take('b')).toBeNull();
    taken(await releaseLease(maker, { name: 'file', holder: 'b' }));
    expect(await take('b')).toBeNull();
    taken(await releaseLease(maker, { name: 'file', holder: 'a' }));
    expect(await take('b', 0)).toBe(2);
    expect(await take('a')).toBe(3);
  });

  it('is one’s alone where many ask at once', async () => {
    const address = await chain.login('maker');
    const many = await Promise.all(Array.from({ length: 6 }, async () => connected(address)));
    const asked = many.map(async (one, index) =>
      takeLease(one, { name: 'race', holder: `holder ${index}`, seconds: 30 }),
    );
    const fences = (await Promise.all(asked)).map(taken).filter((fence) => fence !== null);
    expect(fences).toEqual([1]);
  });
});

describe.skipIf(process.platform === 'win32')('hints', () => {
  it('come to the till that has the payment, again until it has done them, and to no other', async () => {
    const hook = await connected(await chain.login('hook'));
    const add = async (kind: string, key: string) =>
      taken(await hook.query('SELECT chain.add_hint_v1($1, $2)', [kind, key]));
    const [one, other] = [await teller('Uno'), await teller('Otro')];
    const payment = samplePayment({ auth: 'T-1' });
    await one.tell([payment]);
    const later = samplePayment({ auth: 'T-2' });
    await add('transaction', 'T-1');
    await add('external-id', later.external);
    await add('external-id', 'no uuid at all');
    expect(await other.tell([])).toEqual([]);
    const first = await one.tell([]);
    expect(first).toMatchObject([{ kind: 'transaction', key: 'T-1' }]);
    // Told of before the till had pushed it.
    const both = await one.tell([later]);
    expect(both.map(({ key }) => key)).toEqual(['T-1', later.external]);
    expect(await one.tell([], { hints: both.map(({ id }) => id) })).toEqual([]);
    // The same transaction changes once more.
    await add('transaction', 'T-1');
    expect(await one.tell([])).toMatchObject([{ key: 'T-1' }]);
    expect(await hook.query("SELECT chain.add_hint_v1('weather', 'x')")).toMatchObject({
      ok: false,
      problem: { sqlState: '23514' },
    });
  });

  it('of a till that was retired come to the one that tells its ledger afterwards', async () => {
    const hook = await connected(await chain.login('hook'));
    const add = async (key: string) =>
      taken(await hook.query("SELECT chain.add_hint_v1('transaction', $1)", [key]));
    const [gone, bystander] = [await teller('Uno'), await teller('Otro')];
    const payments = ['T-11', 'T-12', 'T-13'].map((auth) => samplePayment({ auth }));
    await gone.tell(payments);
    await add('T-11');
    await add('T-12');
    const [first] = await gone.tell([]);
    await gone.tell([], { hints: [first?.id ?? 0] });
    // As long as it is not retired, nobody takes them from it.
    await bystander.tell([samplePayment({ auth: 'T-12' })]);
    expect(await bystander.tell([])).toEqual([]);
    await retireTill(chain.admin, gone.user);
    await add('T-13');
    const heir = await teller('Uno', gone.ledger);
    expect((await heir.tell(payments)).map(({ key }) => key)).toEqual(['T-12', 'T-13']);
    // What changes from now on is the new login's at once.
    await add('T-11');
    expect((await heir.tell([])).map(({ key }) => key)).toContain('T-11');
    expect(await bystander.tell([])).toEqual([]);
  });

  it('at bills come to every till, each until it has done them', async () => {
    const hook = await connected(await chain.login('hook'));
    taken(await hook.query("SELECT chain.add_hint_v1('bill', '8390')"));
    const [one, other] = [await teller('Uno'), await teller('Otro')];
    const [hint] = await one.tell([]);
    expect(hint).toMatchObject({ kind: 'bill', key: '8390' });
    expect(await one.tell([], { hints: [hint?.id ?? 0] })).toEqual([]);
    expect(await other.tell([])).toMatchObject([{ key: '8390' }]);
    const forgotten = "UPDATE chain.hints SET at = now() - interval '8 days'";
    await chain.database.sql(forgotten);
    expect(await other.tell([])).toEqual([]);
    const [row] = taken(await maker.query('SELECT chain.forget_hints_v1() AS n'));
    expect(Number(row?.n)).toBeGreaterThan(0);
  });
});

describe.skipIf(process.platform === 'win32')('what is kept', () => {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

  it('lies in the month of its day, also where the month had no partition when it came', async () => {
    const { tell, ledger } = await teller('Centro');
    const ahead = `${new Date().getUTCFullYear() + 2}-03`;
    await tell([
      samplePayment(),
      samplePayment({ created_at: `${ahead}-01T00:00:00Z` }),
      samplePayment({ created_at: `${ahead}-31T23:59:59.999Z` }),
    ]);
    const places = async () =>
      chain.database.sql(
        `SELECT tableoid::regclass::text AS place, count(*)::int AS n FROM chain.payments
        WHERE ledger_id = $1 GROUP BY 1 ORDER BY 1`,
        [ledger],
      );
    expect(await places()).toEqual([
      { place: `chain.payments_${new Date().toISOString().slice(0, 7).replace('-', '_')}`, n: 1 },
      { place: 'chain.payments_default', n: 2 },
    ]);
    const made = await maker.query('SELECT * FROM chain.make_partitions_v1($1, 0)', [
      `${ahead}-15`,
    ]);
    expect(made).toMatchObject({
      ok: true,
      value: [{ make_partitions_v1: `payments_${ahead.replace('-', '_')}` }],
    });
    expect(await places()).toContainEqual({
      place: `chain.payments_${ahead.replace('-', '_')}`,
      n: 2,
    });
    const again = await maker.query('SELECT * FROM chain.make_partitions_v1($1, 0)', [
      `${ahead}-15`,
    ]);
    expect(again).toEqual({ ok: true, value: [] });
  });

  it('loses its account numbers after 100 days and goes after 400, also where it comes again', async () => {
    const { tell, ledger } = await teller('Centro');
    const old = samplePayment({ created_at: new Date(Date.now() - 120 * DAY_MS).toISOString() });
    const recent = samplePayment({ created_at: new Date(Date.now() - 99 * DAY_MS).toISOString() });
    const ancient = samplePayment({
      created_at: new Date(Date.now() - 401 * DAY_MS).toISOString(),
    });
    await tell([old, recent, ancient]);
    const kept = async () =>
      chain.database.sql(
        'SELECT account_number AS a, account_shown AS s FROM chain.payments WHERE ledger_id = $1 ORDER BY created_at',
        [ledger],
      );
    const full = { a: recent.account, s: recent.account_shown };
    expect(await kept()).toEqual([{ a: '0007', s: '0007' }, full]);

    const shorten = 'SELECT chain.shorten_accounts_v1($1) AS n';
    expect(await maker.query(shorten, [dayOf(Date.now() - 99 * DAY_MS)])).toMatchObject({
      ok: false,
    });
    await chain.database.sql('UPDATE chain.keeping SET account_days = 90');
    expect(await maker.query(shorten, [dayOf(Date.now() - 99 * DAY_MS)])).toEqual({
      ok: true,
      value: [{ n: 1 }],
    });
    expect(await kept()).toEqual([
      { a: '0007', s: '0007' },
      { a: '0007', s: '0007' },
    ]);

    const drop = 'SELECT * FROM chain.drop_before_v1($1)';
    expect(await maker.query(drop, [dayOf(Date.now() - 99 * DAY_MS)])).toMatchObject({ ok: false });
    const month = dayOf(Date.now() - 400 * DAY_MS);
    taken(await maker.query('SELECT * FROM chain.make_partitions_v1($1, 0)', [month]));
    const dropped = taken(await maker.query(drop, [dayOf(Date.now() - 101 * DAY_MS)]));
    expect(dropped).toContainEqual({
      drop_before_v1: `payments_${month.slice(0, 7).replace('-', '_')}`,
    });
    expect(await kept()).toHaveLength(1);
  });
});

describe.skipIf(process.platform === 'win32')('a newer version of the schema', () => {
  it('adds to what is there, keeps the older functions, and is recognised by the older program', async () => {
    const teller1 = await teller('Centro');
    const extra: SchemaTopic = {
      steps: { [SCHEMA_VERSION + 1]: 'ALTER TABLE chain.tills ADD COLUMN colour text' },
      functions: `CREATE OR REPLACE FUNCTION chain.standing_v2() RETURNS text LANGUAGE sql STABLE
        SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$ SELECT 'two' $$;`,
      calls: { till: ['chain.standing_v2()'] },
    };
    const admin = await connected(chain.admin);
    const { database } = chain.admin;
    taken(
      await admin.transaction(async (ask) => {
        await ask(`SET LOCAL ROLE ${database}_owner`);
        await migrate(ask, database, [...TOPICS, extra]);
      }),
    );
    // A till that was there before goes on in its session, with its functions.
    await teller1.tell([samplePayment()]);
    const { connection } = teller1;
    expect(await connection.query('SELECT chain.standing_v2() AS two')).toEqual({
      ok: true,
      value: [{ two: 'two' }],
    });
    expect(await connection.query('SELECT chain.version_v1() AS version')).toEqual({
      ok: true,
      value: [{ version: SCHEMA_VERSION + 1 }],
    });
  });
});
