/**
 * The daily file of a chain against `COPY` of the same rows, its comparison with the service's list
 * against `COPY` of both sides, and the memory of the built process that does both. The database
 * holds four days with 100,000 payments each (with --all a million). Times are processor time of the
 * process and of the database together.
 */
import { connectToChain } from '../../electron/chain/client/index.ts';
import { compareChainWithServiceList } from '../../electron/chain/server/comparison/index.ts';
import { createDailyFileOfDay } from '../../electron/chain/server/daily-file/index.ts';
import {
  type ChainServerDatabase,
  openChainServerDatabase,
} from '../../electron/chain/server/database/index.ts';
import { createChain, startPostgres, type TestChain } from '../support/postgres/index.ts';
import { measureChainProcessMegabytes } from './support/chain-process.ts';
import { copyToNowhere } from './support/copy-rows.ts';
import { insertPlainPayments } from './support/insert-payments.ts';
import { createSamples, measureInTurns, reportProgress } from './support/measure-in-turns.ts';
import { getProcessorTimeUnavailableReason, readProcessorMs } from './support/processor-time.ts';
import { type BenchResult, toBenchResult, type UnavailablePart } from './support/result.ts';

const ROWS_PER_DAY = { short: 100_000, all: 1_000_000 };
/** Payments with the same external_id are searched in four days. */
const DAYS = 4;
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
  const postgres = await startPostgres({
    // Of a usual server, other than for tests; a vacuum would be measured with what runs beside it.
    config: ['shared_buffers = 512MB', 'max_wal_size = 4GB', 'jit = on', 'autovacuum = off'],
  });
  try {
    const chain = await createChain(postgres);
    await insertPlainPayments(chain, { rows: rows * DAYS, days: DAYS });
    const day = await prepareDay(chain);
    const maker = await chain.createLogin('maker');
    const database = openChainServerDatabase(() =>
      connectToChain(maker, { deadlineMs: QUERY_TIMEOUT_MS }),
    );
    const context = { chain, database, day, rows, readMs: () => readProcessorMs(postgres) };
    const file = await measureFile(context);
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
    return [file, comparison, memory];
  } finally {
    await postgres.stop();
  }
}

/** Inserts the day that ended at the last midnight in UTC, and the service's list of all days. */
async function prepareDay({ database: { sql } }: TestChain): Promise<FileDay> {
  const until = Math.floor(Date.now() / 1000 / DAY_SECONDS) * DAY_SECONDS;
  const since = until - DAY_SECONDS;
  const day = new Date(since * 1000).toISOString().slice(0, 10);
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
  await sql(`INSERT INTO chain.service_rows (id, external_id, second, biller_id, account_number,
      amount, currency, status, class)
    SELECT authorization_id, external_id::text, performed_second, biller_id, account_number,
      amount::numeric(20, 2)::text, currency, 'fulfilled', 'fulfilled' FROM chain.payments`);
  await sql('VACUUM ANALYZE chain.service_rows');
  return { day, since, until };
}

interface Context {
  readonly chain: TestChain;
  readonly database: ChainServerDatabase;
  readonly day: FileDay;
  readonly rows: number;
  readonly readMs: () => number;
}

async function measureFile(context: Context): Promise<BenchResult> {
  const { chain, database, day, rows } = context;
  const [lease] = await database.query("SELECT chain.take_lease_v1('maker', 'bench', 86400) AS n");
  const result = await measureAgainstCopy(context, {
    name: `the day's file of ${rows.toLocaleString('en')} payments`,
    maxRatio: MAX_FILE_RATIO,
    // A file that is made for the first time replaces none.
    prepare: async () => void (await chain.database.sql('TRUNCATE chain.day_pieces')),
    measure: () => createDailyFileOfDay(database, day.day, Number(lease?.n)),
    copied: [
      `SELECT p.performed_second, p.biller_id, p.authorization_id, p.account_number, p.amount,
        p.currency, p.pos_number, p.external_id FROM ${selectPerformed(day)}
        ORDER BY p.performed_second, p.ledger_id, p.payment_id`,
    ],
    // Along the index, as the file: in a small database the planner may read other days, and sort.
    copySettings: ['enable_sort=off', 'enable_seqscan=off', 'enable_bitmapscan=off'],
  });
  await database.query("SELECT chain.release_lease_v1('maker', 'bench')");
  return result;
}

async function measureComparison(context: Context): Promise<BenchResult> {
  const { database, day, rows } = context;
  return await measureAgainstCopy(context, {
    name: `the comparison of ${rows.toLocaleString('en')} payments`,
    maxRatio: MAX_COMPARISON_RATIO,
    prepare: async () => {},
    measure: async () => {
      const list = { problem: null, isWhole: true, reread: null };
      const { kinds } = await compareChainWithServiceList(database, day, list);
      if (Object.keys(kinds).length > 0) throw new Error('the list differs from the payments');
    },
    copied: [
      `SELECT p.external_id, p.authorization_id, p.biller_id, p.account_number, p.amount,
        p.currency FROM ${selectPerformed(day)}`,
      `SELECT * FROM chain.service_rows s WHERE s.second >= ${day.since - DAY_SECONDS}
        AND s.second < ${day.until + DAY_SECONDS}`,
    ],
  });
}

function selectPerformed({ since, until }: FileDay): string {
  return `chain.payments p WHERE p.state IN ('paid', 'by-hand-paid') AND p.kind <> 'cancel'
    AND p.performed_second >= ${since} AND p.performed_second < ${until}`;
}

async function measureAgainstCopy(
  { chain, readMs }: Context,
  part: {
    readonly name: string;
    readonly maxRatio: number;
    readonly prepare: () => Promise<void>;
    readonly measure: () => Promise<void>;
    readonly copied: readonly string[];
    readonly copySettings?: readonly string[];
  },
): Promise<BenchResult> {
  const samples = createSamples();
  await measureInTurns(`chain-file: ${part.name}`, ROUNDS, async (turn, isKept) => {
    await part.prepare();
    const startMs = readMs();
    if (turn === 'ours') await part.measure();
    else for (const query of part.copied) copyToNowhere(chain.admin, query, part.copySettings);
    if (isKept) samples[turn].push(readMs() - startMs);
  });
  return toBenchResult({
    name: part.name,
    samples,
    minSamples: ROUNDS.rounds,
    limit: { of: 'ratio', most: part.maxRatio },
  });
}
