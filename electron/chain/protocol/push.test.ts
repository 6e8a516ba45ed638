import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createChain,
  getSharedCluster,
  type TestChain,
} from '../../../tests/support/postgres/index.ts';
import { type ChainConnection, type ChainResult, connectToChain } from '../client/index.ts';
import { retireTill } from '../schema/index.ts';
import {
  assertChainEnvironment,
  type ChainRow,
  pushChanges,
  readRemoteSyncPosition,
  startSession,
} from './index.ts';
import {
  createSamplePayment,
  createSampleRefund,
  createSampleShift,
  createSampleStatus,
  createSampleZReport,
} from './testing/index.ts';

let chain: TestChain;
let till: ChainConnection;
/** Each test has its own ledger. */
let ledger: string;
let epochKey: string;
const connections: ChainConnection[] = [];

beforeAll(async () => {
  chain = await createChain(await getSharedCluster());
  till = await openTill();
});
afterAll(async () => {
  for (const connection of connections) await connection.end();
  await chain.drop();
});
beforeEach(() => {
  ledger = randomUUID();
  epochKey = randomUUID();
});

async function openTill(address?: Parameters<typeof connectToChain>[0]): Promise<ChainConnection> {
  const connection = getValueOrThrow(await connectToChain(address ?? (await chain.enrollTill())));
  connections.push(connection);
  return connection;
}

function getValueOrThrow<T>(result: ChainResult<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}

async function startTillSession(
  overrides: {
    head?: number;
    marks?: Record<string, string>;
    key?: string;
    connection?: ChainConnection;
  } = {},
) {
  const { head = 0, marks = {}, key = epochKey, connection = till } = overrides;
  return getValueOrThrow(
    await startSession(connection, {
      ledgerId: ledger,
      epochKey: key,
      newestChangeNumber: head,
      changeTokens: marks,
    }),
  );
}

/** Pushes the rows as the changes after `from`, with the mark of the last number. */
async function push(session: number, from: number, rows: readonly ChainRow[], connection = till) {
  const numbered = rows.map((row, index) => ({ ...row, n: from + index + 1 }));
  const to = from + rows.length;
  const status = createSampleStatus();
  return pushChanges(connection, {
    sessionNumber: session,
    afterChangeNumber: from,
    lastChangeNumber: to,
    lastChangeToken: `mark-${to}`,
    rows: numbered,
    status,
  });
}

async function readPayments(): Promise<Record<string, unknown>[]> {
  const text = 'SELECT * FROM chain.payments WHERE ledger_id = $1 ORDER BY number';
  return chain.database.sql(text, [ledger]);
}

describe.skipIf(process.platform === 'win32')('the daily file in the answer to a push', () => {
  const HOUR = 3_600;
  const DAY = 24 * HOUR;
  const sql = (text: string, values?: unknown[]) => chain.database.sql(text, values);
  const now = Date.now();
  const getDay = (daysAgo: number): string =>
    new Date(now - daysAgo * DAY * 1000).toISOString().slice(0, 10);
  let session: number;

  beforeEach(async () => {
    session = (await startTillSession()).session;
    await sql(
      `INSERT INTO chain.first_day (day, second, said_by)
       SELECT $1, extract(epoch FROM now())::bigint - $2, till_id FROM chain.tills LIMIT 1`,
      [getDay(9), 9 * DAY],
    );
  });
  afterEach(async () => {
    await sql('DELETE FROM chain.days; DELETE FROM chain.first_day; DELETE FROM chain.leases');
  });

  const insertDay = (day: string, dueSecondsAgo: number, column: string | null = null) =>
    sql(
      `INSERT INTO chain.days (day, since_second, until_second, due_at, name
         ${column === null ? '' : `, ${column}`})
       VALUES ($1, 0, 0, now() - make_interval(secs => $2), 'x.txt' ${column === null ? '' : ', now()'})`,
      [day, dueSecondsAgo],
    );
  const setProcessRunning = (isRunning: boolean) =>
    sql(
      `INSERT INTO chain.leases (name, until) VALUES ('maker', now() + make_interval(secs => $1))
       ON CONFLICT (name) DO UPDATE SET until = excluded.until`,
      [isRunning ? HOUR : -1],
    );
  const readOverdue = async () => {
    const answer = getValueOrThrow(await push(session, 0, []));
    return [answer.overdue_day, answer.overdue_seconds];
  };
  /** The database counts whole seconds while the test runs. */
  const isAbout = (seconds: number): unknown => expect.closeTo(seconds, -3);

  it('names the oldest file that is an hour late and neither sent nor handed in', async () => {
    await setProcessRunning(true);
    await insertDay(getDay(5), 4 * DAY, 'uploaded_at');
    await insertDay(getDay(4), 3 * DAY, 'handed_in_at');
    await insertDay(getDay(2), HOUR - 600);
    expect(await readOverdue()).toEqual([null, null]);
    await sql("UPDATE chain.days SET due_at = due_at - interval '20 min' WHERE day = $1", [
      getDay(2),
    ]);
    expect(await readOverdue()).toEqual([getDay(2), isAbout(HOUR + 600)]);
    // It may have arrived, or not.
    await insertDay(getDay(3), 2 * DAY, 'in_doubt_at');
    expect(await readOverdue()).toEqual([getDay(3), isAbout(2 * DAY)]);
    await sql('UPDATE chain.days SET uploaded_at = now()');
    expect(await readOverdue()).toEqual([null, null]);
  });

  it('names the day that a process which no longer runs did not record', async () => {
    await insertDay(getDay(2), DAY + HOUR - 600, 'uploaded_at');
    await setProcessRunning(false);
    expect(await readOverdue()).toEqual([null, null]);
    await sql("UPDATE chain.days SET due_at = due_at - interval '20 min'");
    expect(await readOverdue()).toEqual([getDay(1), isAbout(HOUR + 600)]);
    await setProcessRunning(true);
    expect(await readOverdue()).toEqual([null, null]);
  });

  it('names the first day of a chain whose process never ran', async () => {
    const setFirstDay = (secondsAgo: number) =>
      sql('UPDATE chain.first_day SET second = extract(epoch FROM now())::bigint - $1', [
        secondsAgo,
      ]);
    await setFirstDay(37 * HOUR - 600);
    expect(await readOverdue()).toEqual([null, null]);
    await setFirstDay(37 * HOUR + 600);
    expect(await readOverdue()).toEqual([getDay(9), isAbout(HOUR + 600)]);
    await setProcessRunning(true);
    expect(await readOverdue()).toEqual([null, null]);
  });

  it('answers a till of an older version as before', async () => {
    const text = 'SELECT * FROM chain.push_v1($1, 0, 0, NULL, $2, $3)';
    const status = JSON.stringify(createSampleStatus());
    expect(await till.query(text, [session, '[]', status])).toEqual({
      ok: true,
      value: [{ acked: 0, refused: 0, hints: [] }],
    });
  });
});

describe.skipIf(process.platform === 'win32')('hello and push', () => {
  it('takes the environment of its first till, and rejects a till of another environment', async () => {
    const otherTill = await openTill();
    const assertTillEnvironment = (by: ChainConnection, environment: string, decides: boolean) =>
      assertChainEnvironment(by, { environment, claimsUnclaimedChain: decides });
    // A till that cannot decide does not set the environment.
    expect(getValueOrThrow(await assertTillEnvironment(otherTill, 'training', false))).toBeNull();
    expect(getValueOrThrow(await assertTillEnvironment(till, 'production', true))).toBeNull();
    for (const environment of ['training', 'sandbox']) {
      for (const decides of [true, false]) {
        expect(await assertTillEnvironment(otherTill, environment, decides)).toMatchObject({
          ok: false,
          problem: { kind: 'other-environment', sqlState: 'MS004' },
        });
      }
    }
    expect(getValueOrThrow(await assertTillEnvironment(otherTill, 'production', false))).toBeNull();
  });

  it('stores each kind of change, and returns its position', async () => {
    expect(getValueOrThrow(await readRemoteSyncPosition(await openTill()))).toBeNull();
    const { session, acked, rewound } = await startTillSession();
    expect([acked, rewound]).toEqual([0, false]);
    const payment = createSamplePayment();
    const rows = [
      payment,
      createSampleShift(),
      createSampleZReport(),
      createSampleRefund({ payment: payment.id }),
    ];
    expect(getValueOrThrow(await push(session, 0, rows))).toMatchObject({
      acked: 4,
      refused: 0,
      hints: [],
    });
    expect(getValueOrThrow(await readRemoteSyncPosition(till))).toEqual({
      epoch_key: epochKey,
      acked: 4,
    });
    expect(await readPayments()).toMatchObject([
      { payment_id: payment.id, state: 'paid', amount: '150.00', account_number: payment.account },
    ]);
    for (const table of ['shifts', 'z_reports', 'refunds']) {
      const text = `SELECT * FROM chain.${table} WHERE ledger_id = $1`;
      expect(await chain.database.sql(text, [ledger])).toHaveLength(1);
    }
  });

  it('ignores a push that is doubled, lost or out of order', async () => {
    const { session } = await startTillSession();
    const first = createSamplePayment({ state: 'sent', performed: null, auth: null });
    getValueOrThrow(await push(session, 0, [first]));
    const changedRow = { ...first, state: 'rejected' as const };
    expect(getValueOrThrow(await push(session, 0, [changedRow]))).toMatchObject({ acked: 1 });
    expect(getValueOrThrow(await push(session, 5, [changedRow]))).toMatchObject({ acked: 1 });
    expect(await readPayments()).toMatchObject([{ state: 'sent', number: '1' }]);
    getValueOrThrow(await push(session, 1, [{ ...first, state: 'paid' }]));
    expect(await readPayments()).toMatchObject([{ state: 'paid', number: '2' }]);
  });

  it('rejects the older session of a cloned profile', async () => {
    const older = await startTillSession();
    const newer = await startTillSession();
    getValueOrThrow(await push(newer.session, 0, [createSamplePayment()]));
    expect(await push(older.session, 1, [createSamplePayment()])).toMatchObject({
      ok: false,
      problem: { kind: 'session-taken', sqlState: 'MS001' },
    });
    expect(await readPayments()).toHaveLength(1);
  });

  it('detects a restored ledger by its head, by its mark, or as another epoch', async () => {
    const { session } = await startTillSession();
    const paid = createSamplePayment();
    const openPayment = createSamplePayment({ state: 'sent', performed: null, auth: null });
    getValueOrThrow(await push(session, 0, [paid, openPayment]));
    // A ledger behind the database; then one at the same number with another mark.
    const behind = await startTillSession({ head: 1, marks: { 1: 'mark-1' } });
    expect(behind).toMatchObject({ rewound: true, acked: 2, session: 0 });
    expect(await startTillSession({ head: 9, marks: { 2: 'another' } })).toMatchObject({
      rewound: true,
    });
    // The database accepts nothing from it before it starts another epoch.
    expect(await push(behind.session, 2, [createSamplePayment()])).toMatchObject({ ok: false });

    const newEpoch = await startTillSession({ key: randomUUID(), head: 1 });
    expect(newEpoch).toMatchObject({ rewound: false, acked: 0 });
    // The restored ledger has the first payment only as open, and does not have the second.
    const olderState = { ...paid, state: 'unknown' as const, performed: null, auth: null };
    getValueOrThrow(await push(newEpoch.session, 0, [olderState]));
    expect(await readPayments()).toMatchObject([
      { payment_id: paid.id, state: 'paid', told_state: 'unknown', authorization_id: '48586' },
      { payment_id: openPayment.id, state: 'sent', epoch: newEpoch.epoch - 1 },
    ]);
    // A look-up finds it paid; a later contradicting state is not accepted.
    getValueOrThrow(
      await push(newEpoch.session, 1, [{ ...paid, state: 'not-performed', auth: null }]),
    );
    expect((await readPayments()).find((row) => row.payment_id === paid.id)).toMatchObject({
      state: 'paid',
      told_state: 'not-performed',
      authorization_id: '48586',
    });
  });

  it('continues the ledger of a till that was retired and enrolled again', async () => {
    const retired = await chain.enrollTill('Sur', '31');
    const firstLogin = await openTill(retired);
    const first = createSamplePayment({ state: 'unknown', performed: null, auth: null });
    const shift = createSampleShift();
    getValueOrThrow(
      await push(
        (await startTillSession({ connection: firstLogin })).session,
        0,
        [first, shift],
        firstLogin,
      ),
    );
    const copy = await openTill();
    // A copy of its ledger under another login has a more advanced state, which is not accepted.
    const paid = { ...first, state: 'paid' as const, auth: 'A-1' };
    const own = createSamplePayment();
    const copiedSession = await startTillSession({ connection: copy, key: randomUUID() });
    getValueOrThrow(await push(copiedSession.session, 0, [paid, own], copy));
    expect(await readPayments()).toMatchObject([
      { payment_id: first.id, state: 'unknown' },
      { payment_id: own.id, state: 'paid' },
    ]);
    await retireTill(chain.admin, '31');
    const secondLogin = await openTill(await chain.enrollTill('Sur', '31'));
    const secondSession = await startTillSession({ connection: secondLogin });
    expect(secondSession.epoch).toBeGreaterThan(copiedSession.epoch);
    const closed = { ...shift, closed_at: new Date().toISOString(), closed_by: 'Ana' };
    getValueOrThrow(await push(secondSession.session, 0, [paid, closed], secondLogin));
    expect(await readPayments()).toContainEqual(
      expect.objectContaining({ payment_id: first.id, state: 'paid', authorization_id: 'A-1' }),
    );
    const text = 'SELECT closed_by FROM chain.shifts WHERE ledger_id = $1';
    expect(await chain.database.sql(text, [ledger])).toEqual([{ closed_by: 'Ana' }]);
  });

  it('stores the latest time until which a till is complete', async () => {
    const { session } = await startTillSession();
    const pushUntil = async (until: number | null) => {
      const status = createSampleStatus({ until });
      const input = {
        sessionNumber: session,
        afterChangeNumber: 0,
        lastChangeNumber: 0,
        lastChangeToken: null,
        rows: [],
        status,
      };
      getValueOrThrow(await pushChanges(till, input));
      const text = 'SELECT complete_until AS t FROM chain.standing WHERE ledger_id = $1';
      return Number((await chain.database.sql(text, [ledger]))[0]?.t);
    };
    expect(await pushUntil(9_000_000_000)).toBe(9_000_000_000);
    expect(await pushUntil(1_800_000_000)).toBe(1_800_000_000);
    expect(await pushUntil(null)).toBe(1_800_000_000);
  });

  it('accepts the rest again after the database was restored', async () => {
    const { session } = await startTillSession();
    getValueOrThrow(await push(session, 0, [createSamplePayment(), createSamplePayment()]));
    await chain.database.sql(
      "UPDATE chain.standing SET acked = 1, acked_mark = 'mark-1' WHERE ledger_id = $1",
      [ledger],
    );
    await chain.database.sql('DELETE FROM chain.payments WHERE ledger_id = $1 AND number = 2', [
      ledger,
    ]);
    const marks = { 1: 'mark-1', 2: 'mark-2' };
    const next = await startTillSession({ head: 2, marks });
    expect(next).toMatchObject({ acked: 1, rewound: false });
    getValueOrThrow(await push(next.session, 1, [createSamplePayment()]));
    expect(await readPayments()).toHaveLength(2);
  });

  it('sets aside a row that it cannot store, with its reason, and stores the others', async () => {
    const { session } = await startTillSession();
    const good = createSamplePayment();
    const rows = [
      good,
      // Three decimals: an amount is never rounded.
      createSamplePayment({ amount: '10.005' }),
      createSamplePayment({ biller_name: 'a\u0000b' }),
      createSamplePayment({ account: '\ud800' }),
      // A row that the till's schema rejects is sent as its key only.
      { ...createSamplePayment(), created_at: 'yesterday' },
      // The same row twice in one push: the later one counts.
      { ...good, state: 'by-hand-paid' as const },
    ];
    expect(getValueOrThrow(await push(session, 0, rows))).toMatchObject({ acked: 6, refused: 4 });
    expect(await readPayments()).toMatchObject([{ payment_id: good.id, state: 'by-hand-paid' }]);
    const text = 'SELECT why, row::text FROM chain.refused_rows WHERE ledger_id = $1 ORDER BY id';
    const refused = await chain.database.sql(text, [ledger]);
    expect(refused).toHaveLength(4);
    expect(String(refused[0]?.why)).toContain('amount');
    expect(String(refused[3]?.why)).toContain('created_at');
    expect(String(refused[3]?.row)).toContain(rows[4]?.change);
  });

  it('stores a new number of an enrolled till for new payments, and the former for earlier ones', async () => {
    const first = await openTill(await chain.enrollTill('Sur', '41'));
    const before = createSamplePayment({ pos: '41' });
    getValueOrThrow(
      await push((await startTillSession({ connection: first })).session, 0, [before], first),
    );
    await retireTill(chain.admin, '41');
    const second = await openTill(await chain.enrollTill('Sur', '42'));
    const rows = [
      { ...before, state: 'by-hand-paid' as const },
      createSamplePayment({ pos: '42' }),
    ];
    getValueOrThrow(
      await push((await startTillSession({ connection: second })).session, 0, rows, second),
    );
    expect((await readPayments()).map(({ pos_number }) => pos_number)).toEqual(['41', '42']);
  });

  it('refuses a control character in any text of a shift, a report or a refund', async () => {
    const { session } = await startTillSession();
    const rows = [
      createSampleShift({ opened_by: 'Ana\nBeto' }),
      createSampleZReport({
        totals: [{ name: 'pay\u0007ments', count: 1, currency: 'MXN', amount: '1.00' }],
      }),
      createSampleRefund({ currency: 'MX\u2028N' }),
      createSampleShift(),
    ];
    expect(getValueOrThrow(await push(session, 0, rows))).toMatchObject({ acked: 4, refused: 3 });
  });

  it('accepts rows with missing fields of an older till and added fields of a newer one', async () => {
    const { session } = await startTillSession();
    const status = { version: '9.9.9', pos: '07', weather: 'fine' };
    const { code: _, is_drp: __, ...older } = createSamplePayment({ n: 1 });
    const row = { ...older, is_drp: false, colour: 'blue' };
    const values = [session, 0, 1, 'm', JSON.stringify([row]), JSON.stringify(status)];
    const text = 'SELECT * FROM chain.push_v1($1, $2, $3, $4, $5, $6)';
    expect(getValueOrThrow(await till.query(text, values))).toMatchObject([
      { acked: 1, refused: 0 },
    ]);
    expect(await readPayments()).toHaveLength(1);
    expect(await till.query('SELECT * FROM chain.push_v99($1)', ['x'])).toMatchObject({
      ok: false,
      problem: { kind: 'newer', sqlState: '42883' },
    });
  });

  it('stores no secret that a row contains, in any column of any table', async () => {
    const { session } = await startTillSession();
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
      { ...createSamplePayment(), ...secrets },
      { ...createSampleShift({ float: [money] }), ...secrets },
      {
        ...createSampleZReport({ totals: [{ name: 'payments', count: 1, ...money }] }),
        ...secrets,
      },
      { ...createSampleRefund(), ...secrets },
      // A row that is set aside is stored as it was sent.
      { ...createSamplePayment({ amount: 'many' }), ...secrets },
    ];
    const status = { ...createSampleStatus(), ...secrets };
    const numbered = rows.map((row, index) => ({ ...row, n: index + 1 }));
    const input = {
      sessionNumber: session,
      afterChangeNumber: 0,
      lastChangeNumber: 5,
      lastChangeToken: 'm',
      rows: numbered,
      status,
    };
    expect(getValueOrThrow(await pushChanges(till, input))).toMatchObject({ acked: 5, refused: 1 });
    const tables = await chain.database.sql(
      "SELECT oid::regclass::text AS name FROM pg_class WHERE relnamespace = 'chain'::regnamespace AND relkind IN ('r', 'p')",
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name } of tables) {
      const text = `SELECT count(*)::int AS n FROM ${name} t WHERE t::text LIKE $1`;
      expect([name, await chain.database.sql(text, [`%${canary}%`])]).toEqual([name, [{ n: 0 }]]);
    }
    // The search itself works: it finds a value that is stored.
    const text = 'SELECT count(*)::int AS n FROM chain.payments t WHERE t::text LIKE $1';
    expect(await chain.database.sql(text, ['%CFE%'])).not.toEqual([{ n: 0 }]);
  });
});
