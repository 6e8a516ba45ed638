import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChainAddress, type ChainResult, connectToChain } from '../../client/index.ts';
import { type PaymentChange, pushChanges, startSession } from '../../protocol/index.ts';
import { createSamplePayment, createSampleStatus } from '../../protocol/testing/index.ts';
import { retireTill } from '../../schema/index.ts';
import { createServerTestChain, type ServerTestChain } from '../testing/index.ts';
import { runChainCommand } from './run-chain.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const now = (): number => Math.floor(Date.now() / 1000);

describe.skipIf(process.platform === 'win32')('chain close command', () => {
  const workingFolder = mkdtempSync(join(tmpdir(), 'mostrador-close-'));
  let testChain: ServerTestChain;
  const sql = (text: string, values: readonly unknown[] = []) =>
    testChain.chain.database.sql(text, [...values]);

  beforeAll(async () => {
    testChain = await createServerTestChain();
    const { hosts, database, ca, user, password } = testChain.maker;
    const file = { hosts, database, ca, maker: { user, password } };
    writeFileSync(join(workingFolder, 'chain.json'), JSON.stringify(file), { mode: 0o600 });
  });
  afterAll(async () => {
    await testChain.drop();
    rmSync(workingFolder, { recursive: true });
  });

  const run = async (...args: string[]) => {
    let output = '';
    const note = (text: string): void => {
      output += text;
    };
    const code = await runChainCommand({
      args: [...args, '--config', 'chain.json'],
      workingFolder,
      env: {},
      version: '1.2.3',
      write: note,
      writeError: note,
      stopRequested: new Promise(() => {}),
    });
    return { code, output };
  };
  const close = (key: string) => run('close', key, '--reason', 'restored from Monday');
  const refuses = async (key: string, text: string): Promise<void> => {
    expect(await close(key)).toEqual({ code: 1, output: expect.stringContaining(text) });
  };
  const listOrphanedPayments = async (): Promise<{ externalId: string }[]> =>
    JSON.parse((await run('status', '--json')).output).orphanedPayments;

  /** A till whose ledger can be restored, or replaced: both begin another epoch. */
  interface LedgerOfTill {
    push(
      rows: readonly Partial<PaymentChange>[],
      status?: { readonly until?: number | null },
    ): Promise<void>;
  }
  const openLedger = async (
    address: ChainAddress,
    ledgerId: string,
    newestChangeNumber = 0,
  ): Promise<LedgerOfTill> => {
    const connection = getValueOrThrow(await connectToChain(address));
    const { session } = getValueOrThrow(
      await startSession(connection, {
        ledgerId,
        epochKey: randomUUID(),
        newestChangeNumber,
        changeTokens: {},
      }),
    );
    await connection.end();
    let from = 0;
    return {
      push: async (rows, status = {}) => {
        const pushing = getValueOrThrow(await connectToChain(address));
        const to = from + rows.length;
        getValueOrThrow(
          await pushChanges(pushing, {
            sessionNumber: session,
            afterChangeNumber: from,
            lastChangeNumber: to,
            lastChangeToken: String(to),
            rows: rows.map((row, index) =>
              createSamplePayment({
                state: 'unknown',
                performed: null,
                auth: null,
                ...row,
                n: from + index + 1,
              }),
            ),
            status: createSampleStatus({ until: null, ...status }),
          }),
        );
        from = to;
        await pushing.end();
      },
    };
  };

  let posNumber = 10;
  /** A till with one open payment that its restored ledger lacks. */
  const createOrphanedPayment = async (changes: Partial<PaymentChange> = {}) => {
    posNumber += 1;
    const address = await testChain.chain.enrollTill('Centro', String(posNumber));
    const ledgerId = randomUUID();
    const payment = createSamplePayment({
      state: 'unknown',
      performed: null,
      auth: null,
      ...changes,
    });
    await (await openLedger(address, ledgerId)).push([payment]);
    const restored = await openLedger(address, ledgerId);
    await restored.push([], { until: now() + 2 * HOUR });
    return { address, ledgerId, payment, externalId: payment.external };
  };

  const insertServiceRow = async (
    externalId: string | null,
    changes: {
      amount?: string | null;
      class?: string;
      second?: number | null;
      biller?: number;
      account?: string;
      currency?: string;
    } = {},
  ): Promise<string> => {
    const id = String(Math.floor(Math.random() * 1e12));
    const second = changes.second === undefined ? now() : changes.second;
    await sql(
      `INSERT INTO chain.service_rows (id, external_id, second, biller_id, account_number, amount,
        currency, status, class) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [
        id,
        externalId,
        second,
        changes.biller ?? 40,
        changes.account ?? '501 000 000 007',
        changes.amount === undefined ? '150' : changes.amount,
        changes.currency ?? 'MXN',
        changes.class ?? 'fulfilled',
      ],
    );
    return id;
  };
  const setServiceList = (since: number, until: number) =>
    sql('UPDATE chain.service_list SET since_second = $1, until_second = $2', [since, until]);
  const readState = async (externalId: string) =>
    (
      await sql(
        `SELECT state, authorization_id, performed_second::int AS second
        FROM chain.payments WHERE external_id = $1`,
        [externalId],
      )
    )[0];

  it("closes a payment that a restored ledger lacks as paid with the service's row, once", async () => {
    const { externalId, payment, address, ledgerId } = await createOrphanedPayment();
    const key = externalId.slice(0, 8);
    expect(await listOrphanedPayments()).toEqual([
      expect.objectContaining({ externalId, shop: 'Centro', amount: '150.00', currency: 'MXN' }),
    ]);
    expect((await run('status')).output).toContain(
      `payment ${key} of ${payment.created_at.slice(0, 10)} at till ${posNumber} (Centro), 150.00 MXN, has no outcome`,
    );
    await refuses(key, "the service's list was never read");
    expect(await readState(externalId)).toMatchObject({ state: 'unknown' });

    const second = now() - 60;
    const id = await insertServiceRow(externalId, { second });
    expect(await close(key)).toEqual({
      code: 0,
      output: expect.stringContaining(
        `closed as paid: the service performed it as transaction ${id}`,
      ),
    });
    expect(await readState(externalId)).toEqual({
      state: 'by-hand-paid',
      authorization_id: id,
      second,
    });
    const acts = await sql(
      'SELECT state_before, state, service_id, by, reason FROM chain.payment_acts WHERE payment_id = $1',
      [payment.id],
    );
    expect(acts).toEqual([
      {
        state_before: 'unknown',
        state: 'by-hand-paid',
        service_id: id,
        by: expect.stringMatching(/ \(.+\)$/),
        reason: 'restored from Monday',
      },
    ]);
    // Its day has no file yet: it becomes a line of it.
    const [page] = await sql(
      `SELECT lines FROM chain.add_page_v1('2026-11-20', $2, 1, 0, $2, $2, $1, $2, $2)`,
      [now() + DAY, '00000000-0000-0000-0000-000000000000'],
    );
    expect(page?.lines).toContain(`|${id}|501000000007|150.00|MXN|${posNumber}|${externalId}`);
    expect(await listOrphanedPayments()).toEqual([]);
    await refuses(key, 'no open payment');

    // The lost ledger is found again: it cannot reopen the payment, and may prove it better.
    const found = await openLedger(address, ledgerId);
    await found.push([payment]);
    expect(await readState(externalId)).toMatchObject({ state: 'by-hand-paid' });
    await found.push([{ ...payment, state: 'paid', performed: second, auth: id }]);
    expect(await readState(externalId)).toMatchObject({ state: 'paid', authorization_id: id });
  });

  it.each([
    [{ amount: '151' }, 'another biller, account or amount'],
    [{ amount: '1e2' }, 'another biller, account or amount'],
    [{ amount: null }, 'another biller, account or amount'],
    [{ biller: 41 }, 'another biller, account or amount'],
    [{ account: '501000000008' }, 'another biller, account or amount'],
    [{ currency: 'COP' }, 'another biller, account or amount'],
    [{ class: 'crashed', amount: '151' }, 'another biller, account or amount'],
    [{ class: 'timeout' }, 'has no final status'],
    [{ class: 'unknown' }, 'has no final status'],
    [{ second: null }, 'has no time'],
  ])('refuses a row of the service that proves nothing: %j', async (row, text) => {
    const { externalId } = await createOrphanedPayment();
    await insertServiceRow(externalId, row);
    await refuses(externalId, text);
    expect(await readState(externalId)).toMatchObject({ state: 'unknown' });
    await sql("UPDATE chain.payments SET state = 'rejected' WHERE external_id = $1", [externalId]);
  });

  it.each([
    ['bill', 'refunded', 'by-hand-paid'],
    ['cash-out', 'refunded', 'by-hand-not-paid'],
    ['bill', 'crashed', 'by-hand-not-paid'],
  ] as const)('closes a %s whose row is %s as %s', async (kind, rowClass, state) => {
    const { externalId } = await createOrphanedPayment({ kind });
    await insertServiceRow(externalId, { class: rowClass });
    expect(await close(externalId)).toMatchObject({ code: 0 });
    expect(await readState(externalId)).toMatchObject({ state });
  });

  it('makes a payment a late difference if the file of its day was made before', async () => {
    const second = now() - 60;
    const first = await createOrphanedPayment();
    await insertServiceRow(first.externalId, { second });
    const racing = await createOrphanedPayment();
    await insertServiceRow(racing.externalId, { second });
    expect(await close(racing.externalId)).toMatchObject({ code: 0 });
    await sql(
      `INSERT INTO chain.days (day, since_second, until_second, due_at, name, build, made_at)
      VALUES (now()::date, $1, $2, now(), 'x', gen_random_uuid(), now())`,
      [second - HOUR, second + HOUR],
    );
    expect(await close(first.externalId)).toMatchObject({ code: 0 });
    const listMarks = () =>
      sql(
        `SELECT p.external_id::text AS id FROM chain.late_marks m JOIN chain.payments p USING (payment_id)`,
      );
    expect(await listMarks()).toEqual([{ id: first.externalId }]);
    // Closed while the file was being made, with the till's rows of before: it is compared too.
    await sql(
      `INSERT INTO chain.day_tills SELECT now()::date, till_id, epoch, acked FROM chain.standing`,
    );
    const [lease] = await sql("SELECT chain.take_lease_v1('maker', 'us', 60) AS fence");
    await sql('SELECT chain.search_late_v1($1, now()::date)', [lease?.fence]);
    expect((await listMarks()).map(({ id }) => id)).toContain(racing.externalId);
    await sql('DELETE FROM chain.days');
  });

  it('closes a payment as not paid only if the service cannot list it any more', async () => {
    const { externalId } = await createOrphanedPayment();
    const setAge = (days: number) =>
      sql(
        `UPDATE chain.payments SET created_at = now() - make_interval(days => $2),
          first_at = now() - make_interval(days => $2), changed_at = now() - make_interval(days => $2)
        WHERE external_id = $1`,
        [externalId, days],
      );
    await sql('UPDATE chain.service_list SET kept_since_second = 0');
    await setServiceList(now() - 2 * DAY, now());
    await refuses(externalId, 'It proves something once chain start has read the list until');
    await setAge(2);
    await refuses(externalId, 'not stored without a gap');
    await setServiceList(now() - 10 * DAY, now());
    await sql('UPDATE chain.service_list SET kept_since_second = $1', [now() - DAY]);
    await refuses(externalId, 'not stored without a gap');
    await sql('UPDATE chain.service_list SET kept_since_second = 0');
    const id = await insertServiceRow(null, { second: now() - 2 * DAY });
    await refuses(externalId, 'without external_id');
    await sql('DELETE FROM chain.service_rows WHERE id = $1', [id]);
    // The chain heard of it so late that its row may have been deleted.
    await sql('UPDATE chain.payments SET changed_at = created_at + $2 WHERE external_id = $1', [
      externalId,
      '4 days',
    ]);
    await refuses(externalId, 'not stored without a gap');
    await setAge(2);
    // With the account numbers of its day, the rows of the service are gone.
    await sql('UPDATE chain.keeping SET account_days = 1');
    await sql('UPDATE chain.payments SET intent_day = now()::date - 1 WHERE external_id = $1', [
      externalId,
    ]);
    await refuses(externalId, 'not stored without a gap');
    await sql('UPDATE chain.keeping SET account_days = 40000');
    expect(await close(externalId)).toEqual({
      code: 0,
      output: expect.stringContaining('closed as not paid: the service does not list it'),
    });
    expect(await readState(externalId)).toEqual({
      state: 'by-hand-not-paid',
      authorization_id: null,
      second: null,
    });
  });

  it('closes nothing that the ledger of a till may still resolve', async () => {
    const { address, ledgerId, payment, externalId } = await createOrphanedPayment();
    await insertServiceRow(externalId);
    const IN_LEDGER = 'its till may still have it';
    // Restored once more, it has not reported everything yet: 1 change of 2.
    const again = await openLedger(address, ledgerId, 2);
    await again.push([{ state: 'rejected' }], { until: now() + 2 * HOUR });
    await refuses(externalId, IN_LEDGER);
    await again.push([{ state: 'rejected' }]);
    await sql('UPDATE chain.standing SET complete_until = 0');
    await refuses(externalId, IN_LEDGER);
    await again.push([], { until: now() + 60 });
    await refuses(externalId, IN_LEDGER);
    // It has the payment, but the database refused the row.
    await again.push([{ ...payment, currency: '' }], { until: now() + 2 * HOUR });
    await refuses(externalId, IN_LEDGER);
    await sql('DELETE FROM chain.refused_rows');
    expect(await listOrphanedPayments()).toHaveLength(1);
    await again.push([payment]);
    await refuses(externalId, IN_LEDGER);
    expect(await listOrphanedPayments()).toEqual([]);

    // Its till is retired; then another login continues the ledger, before it reports the payment.
    getValueOrThrow(await retireTill(testChain.chain.admin, address.user));
    expect(await listOrphanedPayments()).toHaveLength(1);
    const successor = await testChain.chain.enrollTill('Centro', '99');
    await openLedger(successor, ledgerId);
    await refuses(externalId, IN_LEDGER);
    // That till has another ledger now.
    await openLedger(successor, randomUUID());
    expect(await close(externalId)).toMatchObject({ code: 0 });
  });

  it('gives the database five minutes, because the rows of the service have no index', async () => {
    const { externalId, payment } = await createOrphanedPayment();
    await insertServiceRow(externalId);
    await sql(`ALTER TABLE chain.payment_acts ADD timeout text
      DEFAULT current_setting('statement_timeout')`);
    expect(await close(externalId)).toMatchObject({ code: 0 });
    const text = 'SELECT timeout FROM chain.payment_acts WHERE payment_id = $1';
    expect(await sql(text, [payment.id])).toEqual([{ timeout: '5min' }]);
    await sql('ALTER TABLE chain.payment_acts DROP timeout');
  });

  it('reads the status of each till at most twice to find the payments that no till has', async () => {
    const { externalId } = await createOrphanedPayment();
    const TILLS = 300;
    // Without a COMMIT, nothing of it stays.
    const [reads] = await sql(`BEGIN;
      SET LOCAL session_replication_role = replica;
      INSERT INTO chain.tills (till_id, role_name, shop, pos_number)
        SELECT gen_random_uuid(), 'many-' || n, 'Muchas', 'M' || n
        FROM generate_series(1, ${TILLS}) AS n;
      INSERT INTO chain.standing (till_id, ledger_id, epoch, epoch_since, complete_until)
        SELECT till_id, till_id, 2, now(), 1e10 FROM chain.tills WHERE shop = 'Muchas';
      INSERT INTO chain.payments
        SELECT copy.* FROM chain.payments p, chain.tills t, generate_series(1, 2),
          LATERAL jsonb_populate_record(p, jsonb_build_object('till_id', t.till_id,
            'ledger_id', t.till_id, 'payment_id', gen_random_uuid())) AS copy
        WHERE p.external_id = '${externalId}' AND t.shop = 'Muchas';
      CREATE TEMP TABLE found AS SELECT count FROM chain.orphaned_payments_v1(1);
      SELECT (SELECT count FROM found), seq_tup_read + idx_tup_fetch AS rows,
        (SELECT count(*)::int FROM chain.standing) AS tills
      FROM pg_stat_xact_user_tables WHERE schemaname = 'chain' AND relname = 'standing'`);
    expect(reads?.count).toBe(2 * TILLS + 1);
    expect(Number(reads?.rows)).toBeLessThanOrEqual(2 * Number(reads?.tills));
    await sql("UPDATE chain.payments SET state = 'rejected' WHERE external_id = $1", [externalId]);
  });

  it('refuses a key that names no payment, or several', async () => {
    await refuses('0d6c2a5', 'is no external_id');
    await refuses("0d6c2a5e'; --", 'is no external_id');
    await refuses('0d6c2a5e', 'no open payment');
    const ends = ['7b1f-4c39-8e22-000000000001', '7b1f-4c39-8e22-000000000002'];
    for (const end of ends) await createOrphanedPayment({ external: `0d6c2a5e-${end}` });
    await refuses('0d6c2a5e', 'several open payments');
    await insertServiceRow(`0d6c2a5e-${ends[0]}`);
    expect(await close(`0D6C2A5E-${ends[0]}`)).toMatchObject({ code: 0 });
    expect(await run('close', '0d6c2a5e')).toMatchObject({ code: 1 });
  });

  it('keeps the rows of the service that may prove the end of an open payment', async () => {
    await sql('DELETE FROM chain.service_rows');
    const { externalId } = await createOrphanedPayment();
    const second = now() - 9 * DAY;
    await sql('UPDATE chain.payments SET first_at = to_timestamp($2) WHERE external_id = $1', [
      externalId,
      second,
    ]);
    const kept = [
      await insertServiceRow(externalId, { second }),
      await insertServiceRow(null, { second }),
    ];
    await insertServiceRow(null, { second, amount: '150.01' });
    await insertServiceRow(null, { second: second - 2 * DAY });
    await insertServiceRow(randomUUID(), { second });
    await insertServiceRow('of another program', { second });
    const [lease] = await sql("SELECT chain.take_lease_v1('maker', 'us', 60) AS fence");
    const text = 'SELECT chain.forget_service_rows_v1($1, $2, 100)';
    await sql(text, [lease?.fence, now() - 4 * DAY]);
    const listIds = async () =>
      (await sql('SELECT id FROM chain.service_rows')).map(({ id }) => id).sort();
    expect(await listIds()).toEqual(kept.sort());
    await sql("UPDATE chain.payments SET state = 'rejected' WHERE state = 'unknown'");
    await sql(text, [lease?.fence, now() - 4 * DAY]);
    expect(await listIds()).toEqual([]);
  });
});

function getValueOrThrow<T>(
  result: ChainResult<T> | { readonly ok: false; readonly problem: unknown },
): T {
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.value;
}
