import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import { toDay } from '../../../shared/dates/index.ts';
import {
  type Cluster,
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../tests/support/postgres/index.ts';
import { silentLog } from '../../platform/index.ts';
import { searchPayments } from './payment-search.ts';
import {
  type ExplainingSession,
  openExplainingSession,
  type QueryCost,
} from './query-plans.fixture.ts';
import { type ChainCursor, formatChainCursor } from './view-rows.ts';
import * as views from './views.ts';

/**
 * What a question reads does not depend on the number of payments: a question that reads more rows
 * than this reads a whole month of the planted ones, and would read millions of a large chain.
 */
const MAX_ROWS = 400;
const MONTHS = 6;
const ROWS = 6_000;
/** Of the last day, which the look-ups of tills are about. */
const ROWS_OF_LAST_DAY = 1_000;
/** Of each till. */
const SHIFTS = 3_000;
/** The numbers of payments that have the same time. */
const SAME_TIME = { from: 3_000, until: 3_249 };
const LIMIT = 50;

const NO_FILTER = {
  ...{ from: null, to: null, shop: null, kind: null, state: null, amount: null, text: null },
} as const;
const PAYMENT = '00000000-0000-4000-8000-000000000500';

let cluster: Cluster;
let chain: TestChain;
let session: ExplainingSession;
/** The login of a till. */
let till: string;
/** Of the payment that the questions are about. */
let paymentDay: string;

beforeAll(async () => {
  cluster = await getSharedCluster();
  chain = await createChain(cluster);
  till = (await chain.enrollTill('Centro')).user;
  await chain.enrollTill('Norte');
  await plantPayments();
  const [payment] = await chain.database.sql(
    'SELECT intent_day::text AS day FROM chain.payments WHERE payment_id = $1',
    [PAYMENT],
  );
  paymentDay = String(payment?.day);
  session = await openExplainingSession(chain.admin, cluster.superuser);
});
afterAll(async () => {
  await session.end();
  await chain.drop();
});

/** As their tills would have reported them, without the triggers, which are not asked here. */
async function plantPayments(): Promise<void> {
  await chain.database.sql(`SET session_replication_role = replica;
    SELECT chain.make_partitions_v1((now() - interval '${MONTHS} months')::date, ${MONTHS + 1});
    INSERT INTO chain.payments (intent_day, ledger_id, payment_id, till_id, epoch, number, state,
      state_epoch, told_state, kind, created_at, performed_second, biller_id, biller_name,
      account_number, account_shown, amount, currency, fee, due, shop_currency, pos_number,
      external_id, authorization_id, cashier_id, cashier_name, service_version, code, is_drp,
      cancels, shift_id)
    SELECT (x.at AT TIME ZONE 'UTC')::date, t.till_id, x.id, t.till_id, 2, n,
      CASE WHEN n % 500 = 3 THEN 'unknown' WHEN n % 1000 = 7 THEN 'rejected' ELSE 'paid' END,
      1, 'paid', CASE WHEN n % 1000 = 9 THEN 'cancel' ELSE 'bill' END, x.at,
      extract(epoch FROM x.at)::bigint, n % 40, 'CFE', (501000000000 + n * 7919 % 1000003)::text,
      (501000000000 + n * 7919 % 1000003)::text, n % 30 + 1, 'MXN', NULL, n % 30 + 1, 'MXN', '01',
      x.id, (48586 + n)::text, 'ana', 'Ana', 'v3.mx', NULL, false,
      CASE WHEN n % 1000 = 9 THEN x.id END, 'shift-1'
    FROM generate_series(1, ${ROWS}) AS n,
      LATERAL (SELECT date_trunc('milliseconds', now() - CASE WHEN n <= ${ROWS_OF_LAST_DAY}
          THEN n * interval '1 day' / ${ROWS_OF_LAST_DAY}
          WHEN n <= ${SAME_TIME.until} AND n >= ${SAME_TIME.from}
          THEN ${SAME_TIME.from} * interval '${MONTHS} months' / ${ROWS}
          ELSE n * interval '${MONTHS} months' / ${ROWS} END) AS at,
        ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid AS id) AS x,
      LATERAL (SELECT till_id FROM chain.tills ORDER BY pos_number OFFSET n % 2 LIMIT 1) AS t;
    UPDATE chain.payments SET epoch = 1 WHERE number % 1000 = 11;
    INSERT INTO chain.shifts (ledger_id, shift_id, till_id, epoch, number, opened_at, opened_by,
      closed_at, float, difference)
    SELECT till_id, 'shift-' || n, till_id, 1, n, at, 'Ana', at, '[]', jsonb_build_array(
      jsonb_build_object('currency', 'MXN', 'amount', CASE WHEN n = 3 THEN '-20.00' ELSE '0' END))
    FROM chain.tills, generate_series(1, ${SHIFTS}) AS n,
      LATERAL (SELECT now() - n * interval '${MONTHS} months' / ${SHIFTS} AS at) AS x;
    INSERT INTO chain.standing (till_id, ledger_id, epoch, epoch_since, complete_until)
    SELECT till_id, till_id, 2, now() - interval '1 day', 1e10 FROM chain.tills;
    INSERT INTO chain.restarts (till_id, kind) SELECT till_id, 'rewound' FROM chain.tills;
    INSERT INTO chain.days (day, since_second, until_second, due_at, name)
    SELECT d::date, extract(epoch FROM d)::bigint, extract(epoch FROM d)::bigint + 86400, d, 'file'
    FROM generate_series(now()::date - 40, now()::date, interval '1 day') AS d;
    ANALYZE`);
}

const context: views.ChainViewContext = {
  ...{
    now: Date.now(),
    timeZone: 'UTC',
    language: 'es-MX',
    log: silentLog,
    clock: { uptime: () => 0 },
  },
};
const PIECE_PAYMENTS = 100;
/** A piece is as small as these tables: in a large chain, it has 50,000 payments of millions. */
const query = async (text: string, values: readonly unknown[] = []) =>
  ok(
    await session.query(
      text,
      text.includes('view_search_since') ? values.with(2, PIECE_PAYMENTS) : values,
    ),
  );
const page = { cursor: null, limit: LIMIT };
const day = toDay(context.now - 50 * 86_400_000, 'UTC');
const search = async (filter: object, after: ChainCursor | null = null, limit = LIMIT) => {
  const input = { filter: { ...NO_FILTER, ...filter }, limit };
  const cursor = after === null ? null : formatChainCursor(after);
  const found = await searchPayments(query, context, { ...input, cursor });
  return found.ok && found.value.payments.length === 0 ? fail({ kind: 'nothing-found' }) : found;
};
const listShifts = (input: Partial<Parameters<typeof views.listShifts>[2]>) =>
  views.listShifts(query, context, { ...page, from: null, to: null, isDifferent: false, ...input });
/** An account, an external_id and an authorization of the planted payments. */
const [ACCOUNT, EXTERNAL_ID, AUTHORIZATION] = ['501000959491', PAYMENT, '49086'];
const toPeriod = (days: number) => ({
  from: toDay(context.now - days * 86_400_000, 'UTC'),
  to: toDay(context.now, 'UTC'),
});
const EARLIER = { at: new Date(context.now - 100 * 86_400_000).toISOString(), id: PAYMENT };

type View = () => Promise<Result<unknown, unknown>>;

/** Every question of the owner's views; each function of `views.ts` by its name. */
const QUESTIONS: Readonly<Record<string, View>> = {
  readChainOverview: () => views.readChainOverview(query, context),
  readTodaysTotals: () => views.readTodaysTotals(query, context, { day, shop: null }),
  listTills: () => views.listTills(query, context, { ...page, text: null, hasProblems: false }),
  readTillDetail: async () => {
    const [row] = await session.query("SELECT till_id FROM chain.tills WHERE shop = 'Centro'");
    return views.readTillDetail(query, context, { tillId: String(row?.till_id) });
  },
  listUnresolvedPayments: () => views.listUnresolvedPayments(query, context, page),
  listDailyFileDays: () => views.listDailyFileDays(query, context, { before: null }),
  readDailyFileDay: () =>
    views.readDailyFileDay(query, context, { day: toDay(context.now, 'UTC') }),
  listPaymentDifferences: () =>
    views.listPaymentDifferences(query, context, { ...page, kind: 'all' }),
  listShifts: () => listShifts({ isDifferent: true }),
  'the shifts of a later page': () => listShifts({ cursor: formatChainCursor(EARLIER) }),
  'the shifts of a period': () => listShifts({ from: '2020-01-01', to: EARLIER.at.slice(0, 10) }),
  'a later page of the shifts with a difference': () =>
    listShifts({ isDifferent: true, cursor: formatChainCursor(EARLIER) }),
  'the newest payments': () => search({}),
  'the payments of a later page': () => search({}, EARLIER),
  'the payments of a period': () => search({ from: '2020-01-01', to: day }),
  'the open payments': () => search({ state: 'open' }),
  'the payments of a shop': () => search({ shop: 'norte' }),
  'the end of an account': () => search({ text: ACCOUNT.slice(-5) }),
  'the last four digits of an account': () => search({ text: ACCOUNT.slice(-4) }),
  'the beginning of an account': () => search({ text: ACCOUNT.slice(0, 9) }),
  'an authorization': () => search({ text: AUTHORIZATION }),
  'an external_id': () => search({ text: EXTERNAL_ID }),
  // A full page does not read the day for other matches.
  'an authorization within a day': () =>
    search({ text: AUTHORIZATION, from: paymentDay, to: paymentDay }, null, 1),
  'an authorization within a week': () => search({ text: AUTHORIZATION, ...toPeriod(7) }),
  'an authorization within half a year': () => search({ text: AUTHORIZATION, ...toPeriod(182) }),
  'the end of an account within a week': () => search({ text: ACCOUNT.slice(-5), ...toPeriod(7) }),
  'a part of a name within a day': () => search({ text: 'cfe', from: day, to: day }),
  'an amount within a day': () => search({ amount: '12.00', from: day, to: day }),
};

/** The questions of tills and of the receiver of webhooks. */
const LOOKUPS: Readonly<Record<string, View>> = {
  'payments of other tills to an account': async () => {
    await query(`SET SESSION AUTHORIZATION ${till}`);
    const rows = await query('SELECT * FROM chain.same_v1(20, $1, 1440)', [ACCOUNT]);
    await query('RESET SESSION AUTHORIZATION');
    return rows;
  },
  'the tills of a transaction': () =>
    query("SELECT chain.add_hint_v1('transaction', $1)", [AUTHORIZATION]),
  'the tills of an external_id': () =>
    query("SELECT chain.add_hint_v1('external-id', $1)", [EXTERNAL_ID]),
};

const ALL_QUESTIONS = { ...QUESTIONS, ...LOOKUPS };

async function readCost(question: string): Promise<QueryCost> {
  session.takeCost();
  expect(await ALL_QUESTIONS[question]?.()).toMatchObject({ ok: true });
  return session.takeCost();
}

/** Runs `work` after a change to the database, which is undone afterwards. */
async function withChange(change: string, work: () => Promise<void>): Promise<void> {
  await query(`BEGIN; ${change}`);
  try {
    await work();
  } finally {
    await query('ROLLBACK');
  }
}

describe.skipIf(process.platform === 'win32')('queries of payments and shifts', () => {
  it('has a question for each view', () => {
    const names = Object.keys(views).filter((name) => /^(read|list)/.test(name));
    expect(Object.keys(QUESTIONS)).toEqual(expect.arrayContaining(names));
  });

  it.each(Object.keys(ALL_QUESTIONS))('reads few rows for %s', async (question) => {
    const { rows, sequentialScans } = await readCost(question);
    expect(rows).toBeLessThan(MAX_ROWS);
    expect(sequentialScans).toEqual([]);
  });

  it.each([
    ['payments_by_time', 'the newest payments'],
    ['payments_by_cancels', 'the newest payments'],
    ['payments_open', 'listUnresolvedPayments'],
    ['payments_by_epoch', 'readTillDetail'],
    ['payments_misdated', 'listDailyFileDays'],
    ['shifts_different', 'listShifts'],
    ['shifts_by_time', 'the shifts of a later page'],
    ['payments_by_account_end', 'the end of an account'],
    ['payments_by_account_beginning', 'the beginning of an account'],
    ['payments_by_account_beginning', 'payments of other tills to an account'],
    ['payments_by_authorization', 'an authorization within a week'],
    ['payments_by_authorization', 'an authorization within half a year'],
    ['payments_by_authorization', 'the tills of a transaction'],
    ['payments_by_external_id', 'the tills of an external_id'],
  ])('needs the index %s for %s', async (index, question) => {
    await withChange(`DROP INDEX chain.${index}`, async () => {
      expect((await readCost(question)).rows).toBeGreaterThan(MAX_ROWS);
    });
  });

  it('has no index of shifts that no question needs', async () => {
    const indexes = await session.query(`SELECT indexrelid::regclass::text AS name FROM pg_index
      WHERE indrelid = 'chain.shifts'::regclass AND NOT indisprimary ORDER BY 1`);
    expect(indexes.map(({ name }) => name)).toEqual([
      'chain.shifts_by_time',
      'chain.shifts_different',
    ]);
  });

  it('reads no more payments than it can show of an end that too many accounts have', async () => {
    const change =
      "UPDATE chain.payments SET account_number = number || '4321' WHERE number % 2 = 0";
    await withChange(change, async () => {
      session.takeCost();
      await expect(search({ text: '4321' })).rejects.toMatchObject({ code: 'MS006' });
      const { rows, sequentialScans } = session.takeCost();
      expect(rows).toBeGreaterThan(0);
      expect(rows).toBeLessThan(ROWS / 2);
      expect(sequentialScans).toEqual([]);
    });
  });

  it('counts only the payments of the period among those with the same end', async () => {
    await withChange("UPDATE chain.payments SET account_number = number || '4321'", async () => {
      const found = await search({ text: '4321', ...toPeriod(60) });
      expect(found).toMatchObject({ ok: true, value: { payments: { length: LIMIT } } });
      await expect(search({ text: '4321', ...toPeriod(182) })).rejects.toMatchObject({
        code: 'MS006',
      });
    });
  });

  it.each([
    'an authorization',
    'an authorization within a day',
    'an authorization within a week',
    'an authorization within half a year',
    'the tills of a transaction',
    'the tills of an external_id',
  ])(
    'reads few payments for %s where the statistics say that half of them match',
    async (question) => {
      const partitions = await session.query(
        "SELECT inhrelid::regclass AS name FROM pg_inherits WHERE inhparent = 'chain.payments'::regclass",
      );
      const changes = partitions.map(
        ({ name }) => `ALTER TABLE ${name} ALTER authorization_id SET (n_distinct = 2),
        ALTER external_id SET (n_distinct = 2); ANALYZE ${name}`,
      );
      await withChange(changes.join(';'), async () => {
        expect((await readCost(question)).rows).toBeLessThan(MAX_ROWS);
      });
    },
  );

  it.each([
    'an authorization within a day',
    'an authorization within a week',
    'an authorization within half a year',
    'the end of an account within a week',
  ])('reads few payments for %s where there are no statistics yet', async (question) => {
    const partitions =
      "SELECT inhrelid FROM pg_inherits WHERE inhparent = 'chain.payments'::regclass";
    const change = `DELETE FROM pg_statistic WHERE starelid IN (${partitions}) OR starelid IN
        (SELECT indexrelid FROM pg_index WHERE indrelid IN (${partitions}))`;
    await withChange(change, async () => {
      expect((await readCost(question)).rows).toBeLessThan(MAX_ROWS);
    });
  });
});

describe.skipIf(process.platform === 'win32')(
  'pages of payments that are searched in pieces',
  () => {
    // Of the 100 payments of a piece, the shop has 50.
    it.each([
      ['a page ends within its piece', 40],
      ['a page ends with its piece', 60],
    ])('shows each payment once, in order, where %s', async (_name, limit) => {
      const filter = { ...NO_FILTER, shop: 'norte' };
      let uptime = 0;
      // Each page ends after one piece.
      const clock = { uptime: () => (uptime += 1_000) };
      const ids: string[] = [];
      for (let cursor: string | null = null; ; ) {
        const found = await searchPayments(query, { ...context, clock }, { filter, cursor, limit });
        if (!found.ok) throw new Error(JSON.stringify(found.problem));
        ids.push(...found.value.payments.map(({ id }) => id));
        cursor = found.value.next;
        if (cursor === null) break;
      }
      const expected = await session.query(`SELECT payment_id::text AS id
      FROM chain.payments JOIN chain.tills USING (till_id) WHERE shop = 'Norte'
      ORDER BY created_at DESC, payment_id DESC`);
      expect(ids).toEqual(expected.map(({ id }) => id));
    });
  },
);

describe.skipIf(process.platform === 'win32')('the comparison of a day', () => {
  const COMPARISON_FUNCTIONS = ['unequal_pairs', 'count_compared'];
  /** Every row of the service has a payment, which only the authorization names. */
  const LIST = `INSERT INTO chain.service_rows (id, second, biller_id, account_number, amount,
      currency, class)
    SELECT authorization_id, performed_second, biller_id, account_number, amount::text, currency,
      'none' FROM chain.payments WHERE number <= ${ROWS_OF_LAST_DAY}`;

  /** The statistics say that the list has no rows. */
  const countUnmatchedPairs = async (change = ''): Promise<number> => {
    let unmatchedPairs = 0;
    await withChange(`${LIST}; ${change}`, async () => {
      session.takeCost();
      const until = Math.ceil(context.now / 1000) + 1;
      await query('SELECT count(*) FROM chain.compare_v1($1, $2)', [until - 86_400, until]);
      ({ unmatchedPairs } = session.takeCost());
    });
    return unmatchedPairs;
  };

  it('tries few pairs of a payment and a row of the service that do not match', async () => {
    expect(await countUnmatchedPairs()).toBeLessThan(MAX_ROWS);
  });

  it('would try nearly every pair if its functions allowed nested loops', async () => {
    const changes = COMPARISON_FUNCTIONS.map(
      (name) => `ALTER FUNCTION chain.${name}(bigint, bigint) RESET enable_nestloop`,
    );
    expect(await countUnmatchedPairs(changes.join(';'))).toBeGreaterThan(ROWS_OF_LAST_DAY ** 2 / 4);
  });
});
