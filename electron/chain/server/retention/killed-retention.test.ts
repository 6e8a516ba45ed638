import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { subtractDays } from '../../../../shared/dates/index.ts';
import {
  type Cluster,
  getSharedCluster,
  type OwnCluster,
  startPostgres,
} from '../../../../tests/support/postgres/index.ts';
import { getSampleSize, IS_FULL_RUN } from '../../../../tests/support/sampling.ts';
import { silentLog, systemClock, toIsoTime } from '../../../platform/index.ts';
import { connectToChain } from '../../client/index.ts';
import { runChainCommand } from '../command/index.ts';
import { openChainServerDatabase } from '../database/index.ts';
import {
  createServerTestChain,
  type RetentionProcess,
  type ServerTestChain,
} from '../testing/index.ts';
import { startRetentionTask } from './index.ts';

const ROWS = getSampleSize('old payments');
/** As many pieces in the sample as in the whole. */
const ROWS_PER_BATCH = ROWS / 50;
const RECENT_ROWS = 100;
const WAIT_TIMEOUT_MS = IS_FULL_RUN ? 1_800_000 : 120_000;
const LIMITS = { accountDays: 100, dropDays: 400 };
const today = toIsoTime(Date.now()).slice(0, 10);
const old = subtractDays(today, 110);
const recent = subtractDays(today, 90);

const workingFolder = mkdtempSync(join(tmpdir(), 'mostrador-chain-'));
let ownCluster: OwnCluster | null = null;
let cluster: Cluster;
let testChain: ServerTestChain;
let fencingToken = 0;
let child: ChildProcess | null = null;
const sql: Cluster['sql'] = (...query) => testChain.chain.database.sql(...query);

beforeAll(async () => {
  if (process.platform === 'win32') return;
  // The whole test also kills the server.
  ownCluster = IS_FULL_RUN ? await startPostgres() : null;
  cluster = ownCluster ?? (await getSharedCluster());
  testChain = await createServerTestChain(cluster);
  await testChain.enrollTill('Centro', '01');
  const [lease] = await sql("SELECT chain.take_lease_v1('maker', 'us', 36000) AS fence");
  fencingToken = Number(lease?.fence);
  await sql(`SELECT chain.make_partitions_v1('${old}', 1)`);
  // The triggers of a push are not needed for these rows, and slow.
  await sql(`SET session_replication_role = replica;
    INSERT INTO chain.payments (intent_day, ledger_id, payment_id, till_id, epoch, number, state,
      state_epoch, told_state, kind, created_at, performed_second, biller_id, biller_name,
      account_number, account_shown, amount, currency, due, shop_currency, pos_number, external_id,
      authorization_id, cashier_id, cashier_name, service_version, is_drp, shift_id)
    SELECT day, md5('ledger' || n % 7)::uuid, md5('payment' || n)::uuid, t.till_id, 1, n, 'paid',
      1, 'paid', 'bill', day + interval '12 hours', extract(epoch FROM day)::bigint + 43200 + n % 80000,
      40, 'CFE', (501000000000 + n)::text, (501000000000 + n)::text, 549, 'MXN', 549, 'MXN', '01',
      md5('external' || n)::uuid, n::text, 'ana', 'Ana', 'v1.6', false, 'shift'
    FROM generate_series(1, ${ROWS + RECENT_ROWS}) n, chain.tills t,
      LATERAL (SELECT CASE WHEN n <= ${ROWS} THEN DATE '${old}' ELSE DATE '${recent}' END AS day) d;
    ANALYZE chain.payments`);
}, 1_800_000);
afterAll(async () => {
  if (process.platform === 'win32') return;
  child?.kill('SIGKILL');
  await testChain.drop();
  await ownCluster?.stop();
  rmSync(workingFolder, { recursive: true });
});

const countShortened = async (): Promise<number> => {
  const [row] = await sql(`SELECT count(*)::int AS n FROM chain.payments
    WHERE length(account_number) = 4 AND length(account_shown) = 4`);
  return Number(row?.n);
};
/** A digest of everything that shortening must keep: every column, and the last four. */
const readDigest = async (): Promise<unknown> => {
  const [row] = await sql(`SELECT count(*)::int AS n, sum(hashtextextended(
      (to_jsonb(p) - 'account_number' - 'account_shown')::text || right(account_number, 4), 0))
      ::text AS digest
    FROM chain.payments p`);
  return row;
};
const isRetentionLate = async (): Promise<boolean> => {
  const { hosts, database, ca, user, password } = testChain.maker;
  const config = join(workingFolder, 'chain.json');
  writeFileSync(config, JSON.stringify({ hosts, database, ca, maker: { user, password } }), {
    mode: 0o600,
  });
  let output = '';
  await runChainCommand({
    args: ['status', '--json', '--config', config],
    workingFolder,
    env: {},
    version: '1.2.3',
    write: (text) => {
      output += text;
    },
    writeError: (text) => {
      output += text;
    },
    stopRequested: new Promise(() => {}),
  });
  const { lights }: { lights: { code: string; light: string }[] } = JSON.parse(output);
  return lights.some(({ code, light }) => code === 'retention-late' && light === 'red');
};

it.skipIf(process.platform === 'win32')(
  'shortens every old account number although the process is killed in the middle',
  { timeout: 3_600_000 },
  async () => {
    const before = await readDigest();
    const locked = await connectToChain(
      cluster.getAddress(testChain.chain.database.name, cluster.superuser),
      { deadlineMs: WAIT_TIMEOUT_MS },
    );
    if (!locked.ok) throw new Error(locked.problem.detail);
    const lock = locked.value;
    // The process waits at this row, which is in the middle.
    await lock.query('SET idle_in_transaction_session_timeout = 0');
    await lock.query('BEGIN');
    const lockedRow = await lock.query(`SELECT FROM chain.payments WHERE intent_day = '${old}'
      AND (ledger_id, payment_id) = (SELECT p.ledger_id, p.payment_id FROM chain.payments p
        WHERE p.intent_day = '${old}' ORDER BY 1, 2 OFFSET ${ROWS / 2} LIMIT 1) FOR UPDATE`);
    if (!lockedRow.ok) throw new Error(lockedRow.problem.detail);
    const { maker: address } = testChain;
    const retention: RetentionProcess = {
      address,
      fencingToken,
      limits: LIMITS,
      rowsPerBatch: ROWS_PER_BATCH,
    };
    const file = join(import.meta.dirname, '../testing/retention-process.ts');
    child = spawn(process.execPath, [file, JSON.stringify(retention)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const deadline = Date.now() + WAIT_TIMEOUT_MS;
    const isWaiting = async () => {
      const rows = await cluster.sql(`SELECT 1 FROM pg_stat_activity
        WHERE usename = '${address.user}' AND wait_event_type = 'Lock'`);
      return rows.length > 0;
    };
    while (!(await isWaiting())) {
      if (Date.now() > deadline) throw new Error('it does not wait for the lock');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    // Whole pieces, each committed.
    expect(await countShortened()).toBe(ROWS / 2);
    if (ownCluster === null) await lock.query('ROLLBACK');
    else {
      await ownCluster.kill();
      await ownCluster.start();
    }
    await lock.end();
    expect(await isRetentionLate()).toBe(true);
    const database = openChainServerDatabase(() => testChain.connect({ deadlineMs: 120_000 }));
    const task = startRetentionTask(
      {
        database,
        clock: systemClock,
        log: silentLog,
        limits: LIMITS,
        rowsPerBatch: ROWS_PER_BATCH,
      },
      fencingToken,
    );
    await task.runNow();
    await task.stop();
    await database.end();
    expect(await countShortened()).toBe(ROWS);
    expect(await readDigest()).toEqual(before);
    const [unshortened] = await sql(`SELECT count(*)::int AS n FROM chain.payments
      WHERE length(account_number) = 12 AND account_shown = account_number AND intent_day = '${recent}'`);
    expect(unshortened).toEqual({ n: RECENT_ROWS });
  },
);

it.skipIf(process.platform === 'win32')(
  'reports in red that two days passed without a complete run',
  async () => {
    expect(await isRetentionLate()).toBe(false);
    const setAge = (hours: number) =>
      sql(`UPDATE chain.office_notes SET at = now() - interval '${hours} h'
        WHERE name = 'retention'`);
    await setAge(47);
    expect(await isRetentionLate()).toBe(false);
    await setAge(49);
    expect(await isRetentionLate()).toBe(true);
  },
);
