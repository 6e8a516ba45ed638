import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../../tests/support/postgres/index.ts';
import { type ChainConnection, type ChainResult, connectChain } from '../client/index.ts';
import { retireTill } from '../schema/index.ts';
import {
  assertEnvironment,
  type ChainRow,
  pushChanges,
  readSyncPosition,
  startSession,
} from './index.ts';
import {
  samplePayment,
  sampleRefund,
  sampleShift,
  sampleStatus,
  sampleZReport,
} from './testing/index.ts';

let chain: TestChain;
let till: ChainConnection;
/** Each test has a ledger of its own. */
let ledger: string;
let epochKey: string;
const opened: ChainConnection[] = [];

beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
  till = await open();
});
afterAll(async () => {
  for (const one of opened) await one.end();
  await chain.drop();
});
beforeEach(() => {
  ledger = randomUUID();
  epochKey = randomUUID();
});

async function open(address?: Parameters<typeof connectChain>[0]): Promise<ChainConnection> {
  const connection = taken(await connectChain(address ?? (await chain.enroll())));
  opened.push(connection);
  return connection;
}

function taken<T>(result: ChainResult<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

async function greet(
  over: { head?: number; marks?: Record<string, string>; key?: string; of?: ChainConnection } = {},
) {
  const { head = 0, marks = {}, key = epochKey, of = till } = over;
  return taken(await startSession(of, { ledger, epochKey: key, head, marks }));
}

/** The rows as the changes after `from`, which end with the mark of their last number. */
async function tell(session: number, from: number, rows: readonly ChainRow[], of = till) {
  const numbered = rows.map((row, index) => ({ ...row, n: from + index + 1 }));
  const to = from + rows.length;
  const status = sampleStatus();
  return pushChanges(of, { session, from, to, mark: `mark-${to}`, rows: numbered, status });
}

async function payments(): Promise<Record<string, unknown>[]> {
  const text = 'SELECT * FROM chain.payments WHERE ledger_id = $1 ORDER BY number';
  return chain.database.sql(text, [ledger]);
}

describe.skipIf(process.platform === 'win32')('hello and push', () => {
  it('is of the environment of its first till, and refuses a till of another', async () => {
    const other = await open();
    const say = (by: ChainConnection, environment: string, decides: boolean) =>
      assertEnvironment(by, { environment, decides });
    // Who only asks decides nothing.
    expect(taken(await say(other, 'training', false))).toBeNull();
    expect(taken(await say(till, 'production', true))).toBeNull();
    for (const environment of ['training', 'sandbox']) {
      for (const decides of [true, false]) {
        expect(await say(other, environment, decides)).toMatchObject({
          ok: false,
          problem: { kind: 'other-environment', sqlState: 'MS004' },
        });
      }
    }
    expect(taken(await say(other, 'production', false))).toBeNull();
  });

  it('keeps each kind of change, and says where it stands', async () => {
    expect(taken(await readSyncPosition(await open()))).toBeNull();
    const { session, acked, rewound } = await greet();
    expect([acked, rewound]).toEqual([0, false]);
    const payment = samplePayment();
    const rows = [payment, sampleShift(), sampleZReport(), sampleRefund({ payment: payment.id })];
    expect(taken(await tell(session, 0, rows))).toEqual({ acked: 4, refused: 0, hints: [] });
    expect(taken(await readSyncPosition(till))).toEqual({ epoch_key: epochKey, acked: 4 });
    expect(await payments()).toMatchObject([
      { payment_id: payment.id, state: 'paid', amount: '150.00', account_number: payment.account },
    ]);
    for (const table of ['shifts', 'z_reports', 'refunds']) {
      const text = `SELECT * FROM chain.${table} WHERE ledger_id = $1`;
      expect(await chain.database.sql(text, [ledger])).toHaveLength(1);
    }
  });

  it('changes nothing at a push that was doubled, lost or reordered', async () => {
    const { session } = await greet();
    const first = samplePayment({ state: 'sent', performed: null, auth: null });
    taken(await tell(session, 0, [first]));
    const late = { ...first, state: 'rejected' as const };
    expect(taken(await tell(session, 0, [late]))).toMatchObject({ acked: 1 });
    expect(taken(await tell(session, 5, [late]))).toMatchObject({ acked: 1 });
    expect(await payments()).toMatchObject([{ state: 'sent', number: '1' }]);
    taken(await tell(session, 1, [{ ...first, state: 'paid' }]));
    expect(await payments()).toMatchObject([{ state: 'paid', number: '2' }]);
  });

  it('refuses the older session of a cloned profile', async () => {
    const one = await greet();
    const other = await greet();
    taken(await tell(other.session, 0, [samplePayment()]));
    expect(await tell(one.session, 1, [samplePayment()])).toMatchObject({
      ok: false,
      problem: { kind: 'session-taken', sqlState: 'MS001' },
    });
    expect(await payments()).toHaveLength(1);
  });

  it('notices a ledger that was set back, by its head, by its mark, or as another epoch', async () => {
    const { session } = await greet();
    const paid = samplePayment();
    const open = samplePayment({ state: 'sent', performed: null, auth: null });
    taken(await tell(session, 0, [paid, open]));
    // Earlier than the database; then as far as it, with other changes.
    const behind = await greet({ head: 1, marks: { 1: 'mark-1' } });
    expect(behind).toMatchObject({ rewound: true, acked: 2, session: 0 });
    expect(await greet({ head: 9, marks: { 2: 'another' } })).toMatchObject({ rewound: true });
    // Nothing is taken from it before it has said that it is another one.
    expect(await tell(behind.session, 2, [samplePayment()])).toMatchObject({ ok: false });

    const again = await greet({ key: randomUUID(), head: 1 });
    expect(again).toMatchObject({ rewound: false, acked: 0 });
    // It knows the first payment as open only, and nothing of the second.
    const known = { ...paid, state: 'unknown' as const, performed: null, auth: null };
    taken(await tell(again.session, 0, [known]));
    expect(await payments()).toMatchObject([
      { payment_id: paid.id, state: 'paid', told_state: 'unknown', authorization_id: '48586' },
      { payment_id: open.id, state: 'sent', epoch: again.epoch - 1 },
    ]);
    // It asks the service, which says the same; then it says something else, which is not believed.
    taken(await tell(again.session, 1, [{ ...paid, state: 'not-performed', auth: null }]));
    expect((await payments()).find((row) => row.payment_id === paid.id)).toMatchObject({
      state: 'paid',
      told_state: 'not-performed',
      authorization_id: '48586',
    });
  });

  it('goes on with the ledger of a till that was retired and enrolled again', async () => {
    const retired = await chain.enroll('Sur', '31');
    const before = await open(retired);
    const first = samplePayment({ state: 'unknown', performed: null, auth: null });
    const shift = sampleShift();
    taken(await tell((await greet({ of: before })).session, 0, [first, shift], before));
    const copy = await open();
    // A copy of its ledger under another login says more of it: nobody believes it.
    const paid = { ...first, state: 'paid' as const, auth: 'A-1' };
    const own = samplePayment();
    const copied = await greet({ of: copy, key: randomUUID() });
    taken(await tell(copied.session, 0, [paid, own], copy));
    expect(await payments()).toMatchObject([
      { payment_id: first.id, state: 'unknown' },
      { payment_id: own.id, state: 'paid' },
    ]);
    await retireTill(chain.admin, '31');
    const again = await open(await chain.enroll('Sur', '31'));
    const greeted = await greet({ of: again });
    expect(greeted.epoch).toBeGreaterThan(copied.epoch);
    const closed = { ...shift, closed_at: new Date().toISOString(), closed_by: 'Ana' };
    taken(await tell(greeted.session, 0, [paid, closed], again));
    expect(await payments()).toContainEqual(
      expect.objectContaining({ payment_id: first.id, state: 'paid', authorization_id: 'A-1' }),
    );
    const text = 'SELECT closed_by FROM chain.shifts WHERE ledger_id = $1';
    expect(await chain.database.sql(text, [ledger])).toEqual([{ closed_by: 'Ana' }]);
  });

  it('believes the last word on how far a till is complete', async () => {
    const { session } = await greet();
    const say = async (until: number | null) => {
      const status = sampleStatus({ until });
      const input = { session, from: 0, to: 0, mark: null, rows: [], status };
      taken(await pushChanges(till, input));
      const text = 'SELECT complete_until AS t FROM chain.standing WHERE ledger_id = $1';
      return Number((await chain.database.sql(text, [ledger]))[0]?.t);
    };
    expect(await say(9_000_000_000)).toBe(9_000_000_000);
    expect(await say(1_800_000_000)).toBe(1_800_000_000);
    expect(await say(null)).toBe(1_800_000_000);
  });

  it('sends the rest again to a database that was set back', async () => {
    const { session } = await greet();
    taken(await tell(session, 0, [samplePayment(), samplePayment()]));
    await chain.database.sql(
      "UPDATE chain.standing SET acked = 1, acked_mark = 'mark-1' WHERE ledger_id = $1",
      [ledger],
    );
    await chain.database.sql('DELETE FROM chain.payments WHERE ledger_id = $1 AND number = 2', [
      ledger,
    ]);
    const marks = { 1: 'mark-1', 2: 'mark-2' };
    const next = await greet({ head: 2, marks });
    expect(next).toMatchObject({ acked: 1, rewound: false });
    taken(await tell(next.session, 1, [samplePayment()]));
    expect(await payments()).toHaveLength(2);
  });

  it('puts aside a row that it cannot take, with its reason, and takes the rest', async () => {
    const { session } = await greet();
    const good = samplePayment();
    const rows = [
      good,
      // Three decimals: an amount is never rounded.
      samplePayment({ amount: '10.005' }),
      samplePayment({ biller_name: 'a\u0000b' }),
      samplePayment({ account: '\ud800' }),
      // What the shapes of the till refuse goes by its name alone.
      { ...samplePayment(), created_at: 'yesterday' },
      // Twice in one push: the later one counts.
      { ...good, state: 'by-hand-paid' as const },
    ];
    expect(taken(await tell(session, 0, rows))).toMatchObject({ acked: 6, refused: 4 });
    expect(await payments()).toMatchObject([{ payment_id: good.id, state: 'by-hand-paid' }]);
    const text = 'SELECT why, row::text FROM chain.refused_rows WHERE ledger_id = $1 ORDER BY id';
    const refused = await chain.database.sql(text, [ledger]);
    expect(refused).toHaveLength(4);
    expect(String(refused[0]?.why)).toContain('amount');
    expect(String(refused[3]?.why)).toContain('created_at');
    expect(String(refused[3]?.row)).toContain(rows[4]?.change);
  });

  it('takes what an older till leaves out and a newer one adds', async () => {
    const { session } = await greet();
    const status = { version: '9.9.9', pos: '07', weather: 'fine' };
    const { code: _, is_drp: __, ...older } = samplePayment({ n: 1 });
    const row = { ...older, is_drp: false, colour: 'blue' };
    const values = [session, 0, 1, 'm', JSON.stringify([row]), JSON.stringify(status)];
    const text = 'SELECT * FROM chain.push_v1($1, $2, $3, $4, $5, $6)';
    expect(taken(await till.query(text, values))).toMatchObject([{ acked: 1, refused: 0 }]);
    expect(await payments()).toHaveLength(1);
    expect(await till.query('SELECT * FROM chain.push_v99($1)', ['x'])).toMatchObject({
      ok: false,
      problem: { kind: 'newer', sqlState: '42883' },
    });
  });

  it('keeps nothing of a secret that comes along, in no column of any table', async () => {
    const { session } = await greet();
    const canary = `CANARY-${randomUUID()}`;
    const secrets = {
      ticket_text: canary,
      raw: { answer: canary },
      gift_card_code: canary,
      secret_key: canary,
      pin: canary,
      name_on_account: canary,
      cash: [{ pin: canary }],
    };
    const money = { currency: 'MXN', amount: '1.00', ...secrets };
    const rows = [
      { ...samplePayment(), ...secrets },
      { ...sampleShift({ float: [money] }), ...secrets },
      { ...sampleZReport({ totals: [{ name: 'payments', count: 1, ...money }] }), ...secrets },
      { ...sampleRefund(), ...secrets },
      // One that is put aside, which keeps what came.
      { ...samplePayment({ amount: 'many' }), ...secrets },
    ];
    const status = { ...sampleStatus(), ...secrets };
    const numbered = rows.map((row, index) => ({ ...row, n: index + 1 }));
    const input = { session, from: 0, to: 5, mark: 'm', rows: numbered, status };
    expect(taken(await pushChanges(till, input))).toMatchObject({ acked: 5, refused: 1 });
    const tables = await chain.database.sql(
      "SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind IN ('r', 'p')",
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const text = `SELECT count(*)::int AS n FROM ${name} t WHERE t::text LIKE $1`;
      expect([name, await chain.database.sql(text, [`%${canary}%`])]).toEqual([name, [{ n: 0 }]]);
    }
    // The search finds what is there.
    const text = 'SELECT count(*)::int AS n FROM chain.payments t WHERE t::text LIKE $1';
    expect(await chain.database.sql(text, ['%CFE%'])).not.toEqual([{ n: 0 }]);
  });
});
