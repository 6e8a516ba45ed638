/**
 * The owner's views of a chain of 5,200 tills with the sales of a day: the day by shop, the tills
 * with problems, and the state of the tills for the day's file; each against the plain SQL for the
 * same question. Uses an open connection: connecting costs the same for each.
 */

import { type ChainConnection, connectToChain } from '../../electron/chain/client/index.ts';
import { createChain, getSharedCluster, type TestChain } from '../support/postgres/index.ts';
import { createSamples, measureInTurns, reportProgress } from './support/measure-in-turns.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';

const TILLS = 5_200;
const SHOPS = 200;
/** Payments of each till, over ten hours: as many rows of sums as with five hundred payments. */
const PAYMENTS_PER_TILL = 40;
const MAX_MS = 100;
const ROUNDS = { rounds: 15, warmUp: 3 };
/** A stored sum is much faster than a computed one, and a list with reasons is slower. */
const PLAUSIBLE_RATIO = [0.001, 200] as const;

interface View {
  readonly name: string;
  /** The login that may ask: the owner's views, or what the daily file is made from. */
  readonly login: 'office' | 'maker';
  readonly ours: readonly [text: string, ...values: unknown[]];
  readonly bare: readonly [text: string, ...values: unknown[]];
  readonly rows: number;
}

export async function run(): Promise<BenchResult[]> {
  const chain = await createChain(await getSharedCluster());
  const connections = {
    office: await connectAs(chain, 'office'),
    maker: await connectAs(chain, 'maker'),
  };
  try {
    reportProgress(`chain-day: ${TILLS} tills with ${PAYMENTS_PER_TILL} payments each`);
    for (const sql of INSERT_STATEMENTS) await chain.database.sql(sql);
    await chain.database.sql('VACUUM ANALYZE');
    const results: BenchResult[] = [];
    for (const view of VIEWS) results.push(await measureView(connections[view.login], view));
    return results;
  } finally {
    await connections.office.end();
    await connections.maker.end();
    await chain.drop();
  }
}

async function connectAs(chain: TestChain, login: View['login']): Promise<ChainConnection> {
  const result = await connectToChain(await chain.createLogin(login), { deadlineMs: 60_000 });
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

async function measureView(connection: ChainConnection, view: View): Promise<BenchResult> {
  const samples = createSamples();
  await measureInTurns(view.name, ROUNDS, async (turn, isKept) => {
    const [text, ...values] = view[turn];
    const startedAt = performance.now();
    const answer = await connection.query(text, values);
    const durationMs = performance.now() - startedAt;
    if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
    if (turn === 'ours' && answer.value.length !== view.rows) {
      throw new Error(`${view.name}: ${answer.value.length} rows instead of ${view.rows}`);
    }
    if (isKept) samples[turn].push(durationMs);
  });
  const limit = { of: 'ours', most: MAX_MS, orBare: true } as const;
  return toBenchResult({
    name: view.name,
    samples,
    minSamples: ROUNDS.rounds,
    limit,
    plausibleRatio: PLAUSIBLE_RATIO,
  });
}

const TODAY = `'2026-03-14T06:00:00Z'::timestamptz`;

const INSERT_STATEMENTS: readonly string[] = [
  `INSERT INTO chain.tills (till_id, role_name, shop, pos_number, enrolled_at)
   SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'till_' || n,
     'Tienda ' || n % ${SHOPS}, lpad(n::text, 4, '0'), ${TODAY} - interval '1 year'
   FROM generate_series(1, ${TILLS}) n`,
  `INSERT INTO chain.standing (till_id, ledger_id, epoch, epoch_key, acked, session, complete_until,
     version, pos_number, backup_at, clock_offset, service, printer, seen_at)
   SELECT till_id, gen_random_uuid(), 1, gen_random_uuid(), 40, 1,
     extract(epoch FROM now())::bigint, '0.1.0', pos_number, now(), 0, 'green', 'green', now()
   FROM chain.tills`,
  `SELECT count(*) FROM chain.make_partitions_v1('2026-03-01', 1)`,
  `INSERT INTO chain.payments (intent_day, ledger_id, payment_id, till_id, epoch, number, state,
     state_epoch, told_state, kind, created_at, performed_second, biller_id, biller_name,
     account_number, account_shown, amount, currency, due, shop_currency, pos_number, external_id,
     authorization_id, cashier_id, cashier_name, service_version, is_drp, shift_id)
   SELECT (at AT TIME ZONE 'UTC')::date, ledger_id, gen_random_uuid(), till_id, 1, n,
     CASE WHEN n = 1 AND seq % 100 = 0 THEN 'unknown' ELSE 'paid' END, 1, 'paid',
     CASE n % 3 WHEN 0 THEN 'top-up' ELSE 'bill' END, at, extract(epoch FROM at)::bigint, 40, 'CFE',
     '501000000007', '501000000007', (n * 13.5)::numeric(20, 2), 'MXN', 150, 'MXN', '07',
     gen_random_uuid(), '48586', 'ana', 'Ana', 'v3.mx', false, 'shift-1'
   FROM (SELECT till_id, ledger_id, row_number() OVER () AS seq FROM chain.standing) s,
     generate_series(1, ${PAYMENTS_PER_TILL}) n,
     LATERAL (SELECT ${TODAY} + interval '8 hours' + n * interval '15 minutes' AS at) t`,
];

const VIEWS: readonly View[] = [
  {
    name: `the day of ${TILLS} tills by shop`,
    login: 'office',
    ours: [
      'SELECT * FROM chain.view_sales_v1($1, $2, NULL)',
      '2026-03-14T06:00:00Z',
      '2026-03-15T06:00:00Z',
    ],
    bare: [
      `SELECT t.shop, p.kind, p.currency, count(*), sum(p.amount)
       FROM chain.payments p JOIN chain.tills t USING (till_id)
       WHERE p.intent_day BETWEEN '2026-03-14' AND '2026-03-15' AND p.created_at >= $1
         AND p.created_at < $2 AND p.state IN ('paid', 'by-hand-paid') GROUP BY 1, 2, 3`,
      '2026-03-14T06:00:00Z',
      '2026-03-15T06:00:00Z',
    ],
    rows: SHOPS,
  },
  {
    name: `${TILLS} tills with what is amiss, the first page`,
    login: 'office',
    ours: ['SELECT * FROM chain.view_tills_v1(NULL, false, 0, 50)'],
    bare: [
      `SELECT * FROM chain.tills t LEFT JOIN chain.standing s USING (till_id)
       WHERE t.retired_at IS NULL ORDER BY t.shop, t.pos_number LIMIT 50`,
    ],
    rows: 50,
  },
  {
    name: `how ${TILLS} tills stand with a day`,
    login: 'maker',
    ours: [
      'SELECT standing, count(*) FROM chain.day_tills_v1($1 - 86400, $1) GROUP BY 1',
      1_773_550_800,
    ],
    bare: [
      `SELECT s.complete_until >= $1, count(*)
       FROM chain.tills t LEFT JOIN chain.standing s USING (till_id) GROUP BY 1`,
      1_773_550_800,
    ],
    rows: 1,
  },
];
