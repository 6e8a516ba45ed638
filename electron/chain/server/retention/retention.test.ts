import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { subtractDays } from '../../../../shared/dates/index.ts';
import { silentLog, systemClock, toIsoTime } from '../../../platform/index.ts';
import { connectToChain } from '../../client/index.ts';
import {
  type ChainQuery,
  type ChainServerDatabase,
  openChainServerDatabase,
} from '../database/index.ts';
import {
  createServerTestChain,
  type ServerTestChain,
  type ServerTestTill,
} from '../testing/index.ts';
import { startNoticeClaimTask, startRetentionTask } from './index.ts';

describe.skipIf(process.platform === 'win32')('retention', () => {
  let testChain: ServerTestChain;
  let database: ChainServerDatabase;
  let till: ServerTestTill;
  let fencingToken = 0;
  const today = toIsoTime(Date.now()).slice(0, 10);
  const toNoon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
  const old = subtractDays(today, 110);
  const recent = subtractDays(today, 90);
  const ancient = subtractDays(today, 470);

  const start = (query: ChainQuery = database.query): ReturnType<typeof startRetentionTask> =>
    startRetentionTask(
      {
        database: { ...database, query },
        clock: systemClock,
        log: silentLog,
        limits: { accountDays: 100, dropDays: 400 },
      },
      fencingToken,
    );
  const runOnce = async (query?: ChainQuery): Promise<void> => {
    const running = start(query);
    await running.runNow();
    await running.stop();
  };
  const readAccounts = async (): Promise<unknown[]> =>
    (
      await testChain.chain.database.sql(
        'SELECT account_number, account_shown FROM chain.payments ORDER BY intent_day',
      )
    ).map((row) => [row.account_number, row.account_shown]);

  beforeAll(async () => {
    testChain = await createServerTestChain();
    database = openChainServerDatabase(() => testChain.connect({ deadlineMs: 60_000 }));
    const [row] = await database.query("SELECT chain.take_lease_v1('maker', 'us', 3600) AS fence");
    fencingToken = Number(row?.fence);
    testChain.setFirstDay(ancient, toNoon(ancient) / 1000);
    till = await testChain.enrollTill('Centro', '01');
    await till.push([ancient, old, recent].map((day) => ({ at: toNoon(day) })));
  });
  afterAll(async () => {
    await database.end();
    await testChain.drop();
  });

  it('shortens old account numbers to the last four and drops whole months once no file is missing', async () => {
    const { sql } = testChain.chain.database;
    await sql(`SELECT chain.make_partitions_v1('${ancient}', 1)`);
    await sql(`INSERT INTO chain.days (day, since_second, until_second, due_at, name, build)
      VALUES ('${ancient}', 0, 1, now(), 'x', gen_random_uuid()), ('${old}', 2, 3, now(), 'y', gen_random_uuid())`);
    await sql(`INSERT INTO chain.day_pieces (build, n, day, first_second, last_second, bytes)
      SELECT build, 0, day, 0, 1, '501000000007' FROM chain.days`);
    await sql(`INSERT INTO chain.late_rows (day, ledger_id, payment_id, difference)
      VALUES ('${old}', gen_random_uuid(), gen_random_uuid(), '{"accountNumber": "501000000007"}')`);
    await sql(`INSERT INTO chain.comparisons (day, at, comparison)
      VALUES ('${old}', now(), '{"differences": [{"accountNumber": "501000000007"}]}')`);
    for (let round = 0; round < 12; round += 1) await runOnce();
    expect(await readAccounts()).toEqual([
      ['0007', '0007'],
      ['0007', '0007'],
      ['501000000007', '501 000 000 007'],
    ]);
    const remaining = await sql(`SELECT
      (SELECT count(*)::int FROM chain.day_pieces) AS pieces,
      (SELECT difference ->> 'accountNumber' FROM chain.late_rows) AS late,
      (SELECT comparison #>> '{differences,0,accountNumber}' FROM chain.comparisons) AS compared`);
    expect(remaining).toEqual([{ pieces: 0, late: '0007', compared: '0007' }]);

    await sql('UPDATE chain.days SET uploaded_at = now()');
    await runOnce();
    expect(await readAccounts()).toHaveLength(2);
  });

  it('runs every step when one fails, and notes it', async () => {
    const { sql } = testChain.chain.database;
    await sql(`UPDATE chain.payments SET account_number = '501000000007'
      WHERE intent_day = '${old}'`);
    await sql('UPDATE chain.office_state SET shortened_until = NULL');
    await sql("DELETE FROM chain.office_notes WHERE name LIKE 'retention%'");
    await sql(
      `INSERT INTO chain.hints (kind, key, at) VALUES ('bill', '1', now() - interval '8 days')`,
    );
    await sql(`ALTER FUNCTION chain.shorten_accounts_v2(date, uuid, uuid, int)
      RENAME TO shorten_accounts_gone`);
    await runOnce();
    await sql(`ALTER FUNCTION chain.shorten_accounts_gone(date, uuid, uuid, int)
      RENAME TO shorten_accounts_v2`);
    expect(await sql('SELECT count(*)::int AS n FROM chain.hints')).toEqual([{ n: 0 }]);
    expect(await sql("SELECT name, note -> 'failed' AS failed FROM chain.office_notes")).toEqual([
      { name: 'retention-failed', failed: ['accounts'] },
    ]);
    await runOnce();
    expect((await readAccounts())[0]).toEqual(['0007', '0007']);
  });

  const TABLES = 'payments_default shifts z_reports refunds refused_rows sales restarts'.split(' ');
  const STEPS: readonly (readonly [step: string, call: string])[] = [
    ['partitions', 'make_partitions_v1'],
    ['accounts', 'next_to_shorten_v1'],
    ['serviceRows', 'forget_service_rows_v1'],
    ['months', 'drop_before_v1'],
    ...TABLES.map((table) => [table, `delete_before_v1 ${table}`] as const),
    ['days', 'forget_days_v1'],
    ['notices', 'forget_hints_v2'],
  ];

  it.each(STEPS)('runs every other step when %s fails', async (failing, failingCall) => {
    const { sql } = testChain.chain.database;
    const calls = new Set<string>();
    const query: ChainQuery = async (text, values = [], options) => {
      const call = [/chain\.(\w+)/.exec(text)?.[1], values[0]].join(' ');
      if (call.startsWith(failingCall)) throw new Error('as a timeout');
      const rows = await database.query(text, values, options);
      calls.add(call);
      return rows;
    };
    await sql("DELETE FROM chain.office_notes WHERE name LIKE 'retention%'");
    await runOnce(query);
    const missing = STEPS.filter(([, name]) => ![...calls].some((call) => call.startsWith(name)));
    expect(missing).toEqual([[failing, failingCall]]);
    expect(await sql("SELECT name, note -> 'failed' AS failed FROM chain.office_notes")).toEqual([
      { name: 'retention-failed', failed: [failing] },
    ]);
  });

  it('removes account numbers from refused rows, however they are stored, and keeps their ids', async () => {
    const { sql } = testChain.chain.database;
    const refused = { at: toNoon(recent), amount: '549.005' };
    const longFields = ['currency', 'shop_currency', 'cashier', 'version', 'code', 'shift'];
    const ids = await till.push([
      refused,
      // So long that its beginning is stored as text.
      {
        ...refused,
        account_shown: '\u0001'.repeat(400),
        cashier_name: '\u0001'.repeat(400),
        ...Object.fromEntries(longFields.map((field) => [field, '\u0001'.repeat(100)])),
      },
      // Its fields cannot be read.
      { ...refused, biller_name: 'a\u0000b' },
    ]);
    const unreadable = '2f9f8a52-2a44-4a3b-8d0c-6d3f9b6c1e11';
    await sql(
      `INSERT INTO chain.refused_rows (till_id, ledger_id, epoch, why, row)
        SELECT till_id, ledger_id, 1, 'x', $1 FROM chain.refused_rows LIMIT 1`,
      [JSON.stringify({ change: 'payment', n: 9, key: unreadable, wrong: 'account' })],
    );
    const readRows = async () =>
      (await sql('SELECT row::text FROM chain.refused_rows ORDER BY id')).map(({ row }) => row);
    expect((await readRows()).filter((row) => String(row).includes('501000000007'))).toHaveLength(
      3,
    );
    await sql('UPDATE chain.refused_rows SET at = $1', [`${old}T12:00:00Z`]);
    await sql('UPDATE chain.office_state SET shortened_until = NULL');
    await runOnce();
    const rows = await readRows();
    expect(rows.join()).not.toMatch(/account|501 ?000/);
    for (const [index, id] of [...ids, unreadable].entries()) expect(rows[index]).toContain(id);
  });

  it('shortens account numbers in a comparison of a day before the first payment', async () => {
    const { sql } = testChain.chain.database;
    await sql(
      `INSERT INTO chain.comparisons (day, at, comparison)
        VALUES ($1, now(), '{"differences": [{"accountNumber": "501000000007"}]}')`,
      [subtractDays(old, 5)],
    );
    await sql('UPDATE chain.office_state SET shortened_until = NULL');
    await runOnce();
    expect(
      await sql(`SELECT comparison #>> '{differences,0,accountNumber}' AS account
        FROM chain.comparisons ORDER BY day LIMIT 1`),
    ).toEqual([{ account: '0007' }]);
  });

  it('adds no late lines when old rows are shortened or sent again by a new ledger', async () => {
    const { sql } = testChain.chain.database;
    await sql(`UPDATE chain.days SET made_at = now(), offered_at = now(), since_second = 0,
      until_second = extract(epoch FROM now())`);
    await sql('UPDATE chain.office_state SET shortened_until = NULL');
    await sql(`UPDATE chain.payments SET account_number = '501000000007'`);
    const marks = 'SELECT count(*)::int AS n FROM chain.late_marks';
    await runOnce();
    expect(await sql(marks)).toEqual([{ n: 0 }]);
    await sql('UPDATE chain.payments SET epoch = epoch + 1, number = number + 100');
    expect(await sql(marks)).toEqual([{ n: 0 }]);
    await sql('UPDATE chain.payments SET performed_second = performed_second + 1');
    expect(await sql(marks)).toEqual([{ n: 2 }]);
  });

  it('keeps rows of the service for a comparison, for six weeks at most', async () => {
    const { sql } = testChain.chain.database;
    const toSecond = (daysAgo: number): number =>
      Math.floor(Date.now() / 1000) - daysAgo * 24 * 60 * 60;
    const listRows = async () =>
      (await sql('SELECT id FROM chain.service_rows ORDER BY id')).map((row) => row.id);
    for (const daysAgo of [3, 20, 50])
      await sql(`INSERT INTO chain.service_rows (id, second, class) VALUES ($1, $2, 'none')`, [
        `${daysAgo} days`,
        toSecond(daysAgo),
      ]);
    await sql('UPDATE chain.service_list SET needed_since_second = $1', [toSecond(30)]);
    await runOnce();
    expect(await listRows()).toEqual(['20 days', '3 days']);
    // As of a comparison that has failed ever since.
    await sql('UPDATE chain.service_list SET needed_since_second = $1', [toSecond(45)]);
    await runOnce();
    expect(await listRows()).toEqual(['3 days']);
  });

  const id = 'gen_random_uuid()';
  const insertions = {
    payments_default: `INSERT INTO chain.payments SELECT (jsonb_populate_record(p,
      jsonb_build_object('intent_day', $1::date, 'payment_id', ${id}))).*
      FROM chain.payments p LIMIT 1`,
    shifts: `INSERT INTO chain.shifts (ledger_id, shift_id, till_id, epoch, number, opened_at,
      opened_by, closed_at, float) VALUES (${id}, 's', ${id}, 1, 1, $1::date, 'Ana', $1::date, '[]')`,
    z_reports: `INSERT INTO chain.z_reports (ledger_id, z_number, till_id, epoch, number, shift_id,
      at, totals) VALUES (${id}, 1, ${id}, 1, 1, 's', $1::date, '[]')`,
    refunds: `INSERT INTO chain.refunds (ledger_id, payment_id, till_id, epoch, number, at, amount,
      currency, owed_to, settled_at)
      VALUES (${id}, ${id}, ${id}, 1, 1, $1::date, 1, 'MXN', 'customer', $1::date)`,
    refused_rows: `INSERT INTO chain.refused_rows (till_id, ledger_id, epoch, at, why, row)
      VALUES (${id}, ${id}, 1, $1::date, 'x', '{}')`,
    sales: `INSERT INTO chain.sales (hours, since, till_id, kind, currency, count, amount)
      VALUES (1, $1::date, ${id}, 'bill', 'MXN', 1, 1)`,
    restarts: `INSERT INTO chain.restarts (till_id, at, kind) VALUES (${id}, $1::date, 'taken')`,
  };
  const listDays = async (table: string, column: string): Promise<unknown[]> =>
    (
      await testChain.chain.database.sql(
        `SELECT DISTINCT ${column}::date::text AS day FROM chain.${table}`,
      )
    ).map(({ day }) => day);

  it.each([
    ['payments_default', 'intent_day'],
    ['shifts', 'opened_at'],
    ['z_reports', 'at'],
    ['refunds', 'at'],
    ['refused_rows', 'at'],
    ['sales', 'since'],
    ['restarts', 'at'],
  ] as const)('deletes rows of %s after 400 days, and keeps newer ones', async (table, column) => {
    const { sql } = testChain.chain.database;
    for (const day of [ancient, recent]) await sql(insertions[table], [day]);
    expect(await listDays(table, column)).toEqual(expect.arrayContaining([ancient, recent]));
    await runOnce();
    expect(await listDays(table, column)).toContain(recent);
    expect(await listDays(table, column)).not.toContain(ancient);
  });

  it('keeps open shifts and unsettled refunds, however old', async () => {
    const { sql } = testChain.chain.database;
    for (const table of ['shifts', 'refunds'] as const) await sql(insertions[table], [ancient]);
    await sql('UPDATE chain.shifts SET closed_at = NULL');
    await sql('UPDATE chain.refunds SET settled_at = NULL');
    await runOnce();
    expect(await listDays('shifts', 'opened_at')).toContain(ancient);
    expect(await listDays('refunds', 'at')).toContain(ancient);
  });

  it('drops a month, and lets tills push, while the deletion of old rows waits', async () => {
    const { sql } = testChain.chain.database;
    await sql(`SELECT chain.make_partitions_v1('${ancient}', 0)`);
    await sql(insertions.sales, [ancient]);
    const name = `chain.payments_${ancient.slice(0, 7).replace('-', '_')}`;
    const isThere = async () => {
      const [row] = await sql(`SELECT to_regclass('${name}') IS NOT NULL AS yes`);
      return row?.yes;
    };
    expect(await isThere()).toBe(true);
    const admin = openChainServerDatabase(() => connectToChain(testChain.chain.admin));
    const running = await admin.transaction('write', async (query) => {
      await query("SELECT FROM chain.sales WHERE since < now() - interval '400 days' FOR UPDATE");
      const task = start();
      const isWaiting = async () =>
        (
          await sql(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
            AND datname = current_database() AND query LIKE '%_before_v1%'`)
        ).length > 0;
      const deadline = Date.now() + 60_000;
      while (!(await isWaiting())) {
        if (Date.now() > deadline) throw new Error('it does not wait for the lock');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      expect(await isThere()).toBe(false);
      await till.push([{ at: toNoon(recent) }]);
      return task;
    });
    await running.stop();
    await admin.end();
  });

  it('claims a backlog of notices in pieces, and continues after one that fails', async () => {
    const { sql } = testChain.chain.database;
    const ids = [1, 2, 3, 4, 5].map((n) => `P-${n}`);
    await till.push(ids.map((auth) => ({ at: Date.now(), auth })));
    // As of a chain of an earlier version, which claimed none.
    await sql('UPDATE chain.office_state SET notices_claimed_at = NULL');
    await sql('DELETE FROM chain.hints');
    await sql(`INSERT INTO chain.hints (kind, key, at)
      SELECT 'transaction', 'P-' || n, now() - interval '6 hours' + n * interval '1 hour'
      FROM generate_series(1, 5) n`);
    const readClaims = async () => {
      const [row] = await sql(`SELECT
        (SELECT count(*)::int FROM chain.hint_tills w JOIN chain.hints h ON h.id = w.hint_id) AS n,
        (SELECT h.key FROM chain.hints h JOIN chain.office_state s ON s.notices_claimed_at = h.at)
          AS last, (SELECT notices_claimed_at > now() - interval '1 minute'
            FROM chain.office_state) AS is_complete`);
      return row;
    };
    const claim = async (query: ChainQuery): Promise<void> => {
      const task = startNoticeClaimTask({
        database: { ...database, query },
        clock: systemClock,
        log: silentLog,
        rowsPerBatch: 2,
      });
      await task.runNow();
      await task.stop();
    };
    let count = 0;
    await claim(async (...query) => {
      if (query[0].includes('claim_notices')) count += 1;
      if (count > 2) throw new Error('as a timeout');
      return await database.query(...query);
    });
    expect(await readClaims()).toEqual({ n: 4, last: 'P-4', is_complete: false });
    await claim(database.query);
    expect(await readClaims()).toEqual({ n: 5, last: null, is_complete: true });
  });
});
