/**
 * The daily file of a chain against `COPY` of the same lines into a file, its comparison with the
 * service's list against `COPY` of both sides, and the memory of the built process that does both.
 * The database holds four days with 100,000 payments each; with --all a million, which stay for later
 * runs of the next 24 hours. The file's time is measured by the clock and as processor time of the
 * process and the database together, that of the comparison as processor time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectToChain } from '../../electron/chain/client/index.ts';
import { compareChainWithServiceList } from '../../electron/chain/server/comparison/index.ts';
import { createDailyFileOfDay } from '../../electron/chain/server/daily-file/index.ts';
import {
  type ChainServerDatabase,
  openChainServerDatabase,
} from '../../electron/chain/server/database/index.ts';
import type { TestChain } from '../support/postgres/index.ts';
import { measureChainProcessMegabytes } from './support/chain-process.ts';
import { copyRows } from './support/copy-rows.ts';
import { insertPlainPayments } from './support/insert-payments.ts';
import { insertServiceList } from './support/insert-service-list.ts';
import { openLoadedChain } from './support/loaded-chain.ts';
import { createSamples, measureInTurns, reportProgress } from './support/measure-in-turns.ts';
import { getProcessorTimeUnavailableReason, readProcessorMs } from './support/processor-time.ts';
import { type BenchResult, toBenchResult, type UnavailablePart } from './support/result.ts';

const ROWS_PER_DAY = { short: 100_000, all: 1_000_000 };
/** Payments with the same external_id are searched in four days. */
const DAYS = 4;
/** Later, the process would delete rows of the service's list that the comparison reads. */
const MAX_AGE_DAYS = 1;
const DAY_SECONDS = 86_400;
const ROUNDS = { rounds: 5, warmUp: 1 };
const MAX_FILE_RATIO = 1.5;
const MAX_COMPARISON_RATIO = 3;
const MAX_MEGABYTES = 150;
const QUERY_TIMEOUT_MS = 3_600_000;

/** The bounds of the day of the file, in seconds since the epoch. */
interface FileDay {
  readonly day: string;
  readonly since: number;
  readonly until: number;
}

export async function run({
  isAll,
}: {
  readonly isAll: boolean;
}): Promise<BenchResult[] | UnavailablePart> {
  const unavailableReason = getProcessorTimeUnavailableReason();
  if (unavailableReason !== null) return { unavailableReason };
  const rows = isAll ? ROWS_PER_DAY.all : ROWS_PER_DAY.short;
  const size = { rows: rows * DAYS, days: DAYS };
  const loaded = await openLoadedChain({
    size,
    folderName: isAll ? 'mostrador-bench-chain-file' : null,
    maxAgeDays: MAX_AGE_DAYS,
    // Of a usual server, other than for tests; a vacuum would be measured with what runs beside it.
    config: ['shared_buffers = 512MB', 'max_wal_size = 4GB', 'jit = on', 'autovacuum = off'],
    load: async (loading) => {
      await insertPlainPayments(loading, size);
      await insertServiceList(loading);
    },
  });
  if ('unavailableReason' in loaded) return loaded;
  const { postgres, chain } = loaded;
  try {
    const day = await prepareDay(chain);
    const maker = await chain.createLogin('maker');
    const database = openChainServerDatabase(() =>
      connectToChain(maker, { deadlineMs: QUERY_TIMEOUT_MS }),
    );
    const context = { chain, database, day, rows, readMs: () => readProcessorMs(postgres) };
    const files = await measureFile(context);
    const comparison = await measureComparison(context);
    await database.end();
    reportProgress('chain-file: the memory of the process');
    const megabytes = await measureChainProcessMegabytes({ chain, maker, day: day.day });
    const memory = toBenchResult({
      name: `memory of the process, ${rows.toLocaleString('en')} payments`,
      samples: { ours: [megabytes], bare: null },
      minSamples: 1,
      limit: { of: 'ours', most: MAX_MEGABYTES },
      unit: 'MB',
    });
    return [...files, comparison, memory];
  } finally {
    await postgres.stop();
  }
}

/** Inserts the last whole day of the payments in UTC, as if no run had made its file. */
async function prepareDay({ database: { sql } }: TestChain): Promise<FileDay> {
  const [newest] = await sql('SELECT max(performed_second)::int AS second FROM chain.payments');
  const until = Math.floor(Number(newest?.second) / DAY_SECONDS) * DAY_SECONDS;
  const since = until - DAY_SECONDS;
  const day = new Date(since * 1000).toISOString().slice(0, 10);
  await sql(`TRUNCATE chain.first_day, chain.days, chain.day_pieces, chain.day_tills,
    chain.day_attempts, chain.late_rows, chain.comparisons, chain.leases`);
  await sql(
    `INSERT INTO chain.days (day, since_second, until_second, due_at, name)
     VALUES ($1, $2, $3, now(), 'file')`,
    [day, since, until],
  );
  await sql('INSERT INTO chain.first_day (day, second) VALUES ($1, $2)', [day, since]);
  await sql('UPDATE chain.service_list SET since_second = $1, until_second = $2', [
    since,
    until + DAY_SECONDS,
  ]);
  return { day, since, until };
}

type TurnSamples = ReturnType<typeof createSamples>;

interface Context {
  readonly chain: TestChain;
  readonly database: ChainServerDatabase;
  readonly day: FileDay;
  readonly rows: number;
  readonly readMs: () => number;
}

async function measureFile(context: Context): Promise<BenchResult[]> {
  const { chain, database, day, rows } = context;
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const [lease] = await database.query("SELECT chain.take_lease_v1('maker', 'bench', 86400) AS n");
  const name = `the day's file of ${rows.toLocaleString('en')} payments`;
  const { elapsed, processor } = await measureAgainst(context, name, {
    // A file that is made for the first time replaces none.
    prepare: async () => void (await chain.database.sql('TRUNCATE chain.day_pieces')),
    ours: () => createDailyFileOfDay(database, day.day, Number(lease?.n)),
    bare: () =>
      copyRows(chain.admin, selectLines(day), {
        file: join(folder, 'lines.txt'),
        // Along the index, as the file: in a small database the planner may read other days, and sort.
        settings: ['enable_sort=off', 'enable_seqscan=off', 'enable_bitmapscan=off'],
      }),
  });
  await database.query("SELECT chain.release_lease_v1('maker', 'bench')");
  rmSync(folder, { recursive: true });
  return [
    toResult(name, elapsed, MAX_FILE_RATIO),
    toResult(`${name}, processor time`, processor, null),
  ];
}

/** The lines of the file, made by one statement. */
function selectLines(day: FileDay): string {
  return `SELECT concat_ws('|', 'REGISTER', to_char(to_timestamp(p.performed_second)
      AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS'), p.biller_id, p.authorization_id,
      p.account_number, p.amount::numeric(20, 2), p.currency, p.pos_number, p.external_id)
    FROM ${selectPerformed(day)} ORDER BY p.performed_second, p.ledger_id, p.payment_id`;
}

async function measureComparison(context: Context): Promise<BenchResult> {
  const { chain, database, day, rows } = context;
  const name = `the comparison of ${rows.toLocaleString('en')} payments`;
  const { processor } = await measureAgainst(context, name, {
    prepare: async () => {},
    ours: async () => {
      const list = { problem: null, isWhole: true, reread: null };
      const { kinds } = await compareChainWithServiceList(database, day, list);
      if (Object.keys(kinds).length > 0) throw new Error('the list differs from the payments');
    },
    bare: () => {
      copyRows(
        chain.admin,
        `SELECT p.external_id, p.authorization_id, p.biller_id, p.account_number, p.amount,
          p.currency FROM ${selectPerformed(day)}`,
      );
      copyRows(
        chain.admin,
        `SELECT * FROM chain.service_rows s WHERE s.second >= ${day.since - DAY_SECONDS}
          AND s.second < ${day.until + DAY_SECONDS}`,
      );
    },
  });
  return toResult(name, processor, MAX_COMPARISON_RATIO);
}

function selectPerformed({ since, until }: FileDay): string {
  return `chain.payments p WHERE p.state IN ('paid', 'by-hand-paid') AND p.kind <> 'cancel'
    AND p.performed_second >= ${since} AND p.performed_second < ${until}`;
}

/** Milliseconds by the clock, and of processor time. */
async function measureAgainst(
  { readMs }: Context,
  name: string,
  work: {
    readonly prepare: () => Promise<void>;
    readonly ours: () => Promise<void>;
    readonly bare: () => void;
  },
): Promise<{ readonly elapsed: TurnSamples; readonly processor: TurnSamples }> {
  const elapsed = createSamples();
  const processor = createSamples();
  await measureInTurns(`chain-file: ${name}`, ROUNDS, async (turn, isKept) => {
    await work.prepare();
    const startProcessorMs = readMs();
    const startMs = performance.now();
    await work[turn]();
    if (!isKept) return;
    elapsed[turn].push(performance.now() - startMs);
    processor[turn].push(readMs() - startProcessorMs);
  });
  return { elapsed, processor };
}

function toResult(name: string, samples: TurnSamples, maxRatio: number | null): BenchResult {
  return toBenchResult({
    name,
    samples,
    minSamples: ROUNDS.rounds,
    limit: maxRatio === null ? null : { of: 'ratio', most: maxRatio },
  });
}
