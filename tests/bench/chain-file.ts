/**
 * The chain's daily file of 1,000,000 transactions, from the rows of a PostgreSQL on loopback to
 * bytes that were checked line by line and stored there with their digest, against PostgreSQL's own
 * client that copies the same lines into a file; and the comparison of as many rows with the
 * service's list, against the bare join of both tables. The database does not sync: neither side
 * waits for the disk.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareChain } from '../../electron/chain/server/comparison/index.ts';
import { createDayFile } from '../../electron/chain/server/daily-file/index.ts';
import {
  type ChainServerDatabase,
  openChainServerDatabase,
} from '../../electron/chain/server/database/index.ts';
import {
  createServerTestChain,
  type ServerTestChain,
} from '../../electron/chain/server/testing/index.ts';
import { newUuid } from '../../electron/platform/index.ts';
import { getProgramPath } from '../support/postgres/binaries.ts';
import { postgresUnavailableReason } from '../support/postgres/index.ts';
import { measurePeakMemory, measureTime } from './support/measure.ts';
import { createSamples, measureInTurns, reportProgress } from './support/measure-in-turns.ts';
import { type BenchResult, toBenchResult } from './support/result.ts';

const ROUNDS = { rounds: 3, warmUp: 1 };
const MAX_FILE_RATIO = 1.5;
const MAX_MEMORY_MB = 150;
const DAY_SECONDS = 86_400;
/** A recent day: a chain does not begin with a day that ended long ago. */
const DAY = new Date(Date.now() - 3 * DAY_SECONDS * 1000).toISOString().slice(0, 10);
const SINCE = Date.parse(`${DAY}T06:00:00Z`) / 1000;
const RANGE = { since: SINCE, until: SINCE + DAY_SECONDS };

export async function run({ lines }: { readonly lines: number }): Promise<BenchResult[]> {
  const unavailableReason = postgresUnavailableReason();
  if (unavailableReason !== null) throw new Error(unavailableReason);
  const testChain = await createServerTestChain();
  const database = openChainServerDatabase(() => testChain.connect({ deadlineMs: 10 * 60_000 }));
  const bareFile = join(tmpdir(), `mostrador-bench-${newUuid()}.txt`);
  const lineCountText = lines.toLocaleString('en');
  const fileSamples = createSamples();
  const memorySamples = createSamples();
  const comparisonSamples = createSamples();
  try {
    reportProgress(`chain-file: writing ${lineCountText} payments`);
    const fence = await insertPayments(testChain, database, lines);
    const make = () => createDayFile(database, DAY, fence);
    await measureInTurns('chain-file', ROUNDS, async (turn, isKept) => {
      const work = turn === 'ours' ? make : () => copyBare(testChain, bareFile);
      const durationMs = await measureTime(work);
      if (isKept) fileSamples[turn].push(durationMs);
    });
    memorySamples.ours.push(await measurePeakMemory(make));
    memorySamples.bare.push(MAX_MEMORY_MB);
    reportProgress(`chain-file: writing the service's list of ${lineCountText}`);
    await insertServiceRows(testChain);
    await measureInTurns('comparison', ROUNDS, async (turn, isKept) => {
      const work = turn === 'ours' ? () => compareAll(database, lines) : () => joinBare(testChain);
      const durationMs = await measureTime(work);
      if (isKept) comparisonSamples[turn].push(durationMs);
    });
  } finally {
    await database.end();
    await testChain.drop();
    rmSync(bareFile, { force: true });
  }
  const minSamples = ROUNDS.rounds;
  return [
    toBenchResult({
      name: `a chain's file of ${lineCountText} lines`,
      samples: fileSamples,
      minSamples,
      limit: { of: 'ratio', most: MAX_FILE_RATIO },
    }),
    toBenchResult({
      name: 'the memory that it takes, beside its limit',
      samples: memorySamples,
      minSamples: 1,
      limit: { of: 'ours', most: MAX_MEMORY_MB },
      unit: 'MB',
      plausibleRatio: [0, 10],
    }),
    toBenchResult({
      name: `a comparison of ${lineCountText} with ${lineCountText}`,
      samples: comparisonSamples,
      minSamples,
      limit: null,
    }),
  ];
}

async function insertPayments(
  testChain: ServerTestChain,
  database: ChainServerDatabase,
  lines: number,
): Promise<number> {
  const { sql } = testChain.chain.database;
  testChain.setFirstDay(DAY, RANGE.since);
  await testChain.enrollTill('Centro', '01');
  await sql(`
    INSERT INTO chain.payments (intent_day, ledger_id, payment_id, till_id, epoch, number, state,
      state_epoch, told_state, kind, created_at, performed_second, biller_id, biller_name,
      account_number, account_shown, amount, currency, due, shop_currency, pos_number, external_id,
      authorization_id, cashier_id, cashier_name, service_version, is_drp, shift_id)
    SELECT (to_timestamp(s) AT TIME ZONE 'UTC')::date, t.till_id, md5('p' || n)::uuid, t.till_id, 1,
      n, 'paid', 1, 'paid', 'bill', to_timestamp(s), s, 40 + n % 600, 'CFE',
      lpad((n * 7919)::text, 12, '0'), lpad((n * 7919)::text, 12, '0'),
      ((20 + n % 900) + (n % 100) / 100.0)::numeric(20, 2), 'MXN', 100, 'MXN', '07',
      md5('e' || n)::uuid, (48586 + n)::text, 'ana', 'Ana', 'v3.mx', false, 's'
    FROM chain.tills t, (SELECT n, ${RANGE.since} + n * 86400 / ${lines} AS s
      FROM generate_series(0::bigint, ${lines - 1}) AS n) AS drawn`);
  await sql('ANALYZE chain.payments');
  const [row] = await database.query(
    "SELECT chain.take_lease_v1('maker', 'bench', 36000) AS fence",
  );
  const fence = Number(row?.fence);
  await database.query("SELECT chain.add_day_v1($1, $2, $3, $4, now(), 'bench_20261121.txt')", [
    fence,
    DAY,
    RANGE.since,
    RANGE.until,
  ]);
  return fence;
}

async function insertServiceRows(testChain: ServerTestChain): Promise<void> {
  await testChain.chain.database.sql(`
    INSERT INTO chain.service_rows (id, external_id, second, biller_id, account_number, amount,
      currency, status, class)
    SELECT authorization_id, external_id::text, performed_second, biller_id, account_number,
      amount::text, currency, 'fulfilled', 'fulfilled' FROM chain.payments`);
  await testChain.chain.database.sql('ANALYZE chain.service_rows');
}

/**
 * Copies the lines into a file with PostgreSQL's own client: no pages, no check, no digest, nothing
 * stored.
 */
async function copyBare(testChain: ServerTestChain, file: string): Promise<void> {
  const { hosts, database, user, password, ca } = testChain.maker;
  const [host = '', port = ''] = hosts[0]?.split(':') ?? [];
  const caFile = `${file}.pem`;
  writeFileSync(caFile, ca);
  const copy = `\\copy (SELECT 'REGISTER|' || to_char(to_timestamp(p.performed_second) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') || '|' || p.biller_id || '|' || p.authorization_id || '|' || p.account_number || '|' || p.amount || '|' || p.currency || '|' || p.pos_number || '|' || p.external_id FROM chain.payments p WHERE p.state IN ('paid', 'by-hand-paid') AND p.kind <> 'cancel' AND p.performed_second >= ${RANGE.since} AND p.performed_second < ${RANGE.until} ORDER BY p.performed_second, p.ledger_id, p.payment_id) TO '${file}'`;
  const child = spawn(getProgramPath('psql'), ['-q', '-X', '-c', copy], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PGHOST: host,
      PGPORT: port,
      PGDATABASE: database,
      PGUSER: user,
      PGPASSWORD: typeof password === 'string' ? password : await password(),
      PGSSLMODE: 'verify-full',
      PGSSLROOTCERT: caFile,
    },
  });
  const [code] = await once(child, 'exit');
  rmSync(caFile);
  if (code !== 0) throw new Error(`psql ended with ${code}`);
}

async function compareAll(database: ChainServerDatabase, lines: number): Promise<void> {
  const result = await compareChain(database, RANGE, { problem: null, isWhole: true });
  if (result.ours !== lines || result.differences.length > 0) throw new Error('not compared');
}

async function joinBare(testChain: ServerTestChain): Promise<void> {
  await testChain.chain.database.sql(`
    SELECT count(*) FROM chain.payments p FULL JOIN chain.service_rows s
      ON s.external_id = p.external_id::text
    WHERE s.id IS DISTINCT FROM p.authorization_id OR s.amount::numeric IS DISTINCT FROM p.amount`);
}
