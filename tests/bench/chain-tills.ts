/**
 * A chain of 1,000 tills with its process on PostgreSQL: first all of them return within 15 seconds,
 * as after a power cut, then they sell at twice the usual load while the owner searches, a webhook of
 * each payment arrives, the service's list is read, and yesterday's file is made, uploaded and
 * compared. With --all they sell for an hour, otherwise for three minutes.
 *
 * Tills, chain process, owner and service run in this process, with the product's code for everything
 * that reaches the database. Simulated are the counter (a payment is a row of the ledger), each till's
 * settings and key store, the service, and the server of the upload.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { toDayTimeRange } from '../../electron/back-office/reconciliation/days/index.ts';
import { runChainCommand } from '../../electron/chain/server/command/index.ts';
import { EXIT_CODES } from '../../electron/platform/index.ts';
import { getBusinessDay, NOON_TIME_ZONE } from '../support/due-daily-files.ts';
import { createChain, startPostgres, type TestChain } from '../support/postgres/index.ts';
import { createBenchOwner } from './support/chain-owner.ts';
import {
  type DailyFileMaker,
  startDailyFileMaker,
  startWebhooks,
} from './support/chain-services.ts';
import { insertPlainPayments } from './support/insert-payments.ts';
import { reportProgress } from './support/measure-in-turns.ts';
import { type BenchResult, computePercentile } from './support/result.ts';
import { createSimulatedService, type ListedTransaction } from './support/simulated-service.ts';
import {
  createSimulatedTill,
  createTillMeasurements,
  type SimulatedTill,
} from './support/simulated-till.ts';

const TILLS = 1_000;
const SHOPS = 200;
/** Each till has as many, and an hour as many, in a chain of busy shops. */
const USUAL_PAYMENTS_AN_HOUR = 30;
const LOAD_FACTOR = 2;
/** What was sold before, so that the owner has something to search. */
const EARLIER_PAYMENTS = 500_000;
/** As docs/chain.md says for 1,000 tills. */
const MAX_CONNECTIONS = 300;
/** A till that opens pushes within 15 seconds. One whose push takes until here has not returned. */
const RETURN_MS = 30_000;
const MINUTE_MS = 60_000;
const MINUTES = { short: 3, all: 60 };
const SEARCH_INTERVAL_MS = 1_000;
const MAX_PUSH_MS = 1_000;
const MAX_SEARCH_MS = 1_000;
const MIN_SAMPLES = 100;
/** Of one core. A simulation that waits for its own core would measure itself. */
const MAX_OWN_PERCENT = 100;

export async function run({ isAll }: { readonly isAll: boolean }): Promise<BenchResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-bench-'));
  const postgres = await startPostgres({
    config: [
      `max_connections = ${MAX_CONNECTIONS}`,
      'shared_buffers = 256MB',
      'max_wal_size = 1GB',
    ],
  });
  let measurements = createTillMeasurements();
  const tills: SimulatedTill[] = [];
  const parts: { stop(): Promise<void> }[] = [];
  try {
    const chain = await createChain(postgres);
    await insertPlainPayments(chain, { rows: EARLIER_PAYMENTS, days: 30 });
    const day = getBusinessDay(1);
    const { since: second } = toDayTimeRange(day, NOON_TIME_ZONE);
    const webhooks = await startWebhooks(chain);
    parts.push(webhooks);
    const service = createSimulatedService(await listTransactions(chain, second), webhooks.send);
    for (let n = 1; n <= TILLS; n += 1) {
      if (n % 100 === 0) reportProgress(`chain-tills: ${n} of ${TILLS} tills enrolled`);
      const posNumber = String(n).padStart(4, '0');
      const address = await chain.enrollTill(`Tienda ${n % SHOPS}`, posNumber);
      const identity = { address, posNumber, firstDay: { day, second } };
      tills.push(createSimulatedTill(folder, identity, service, () => measurements));
    }
    // Yesterday's file waits for every till, and no longer for the one that made the earlier payments.
    await chain.database.sql(`UPDATE chain.tills SET enrolled_at = now() - interval '60 days',
      retired_at = retired_at - interval '30 days'`);
    const ask = await createSearch(chain, folder);
    const readStatus = await createStatusReader(chain, folder);

    reportProgress('chain-tills: the first day begins');
    await openAll(tills);
    await closeAll(tills);
    measurements = createTillMeasurements();
    reportProgress(`chain-tills: ${TILLS} tills return within 15 seconds`);
    await openAll(tills);
    const returned = measurements;

    measurements = createTillMeasurements();
    const minutes = isAll ? MINUTES.all : MINUTES.short;
    const maker = await startDailyFileMaker(chain, service.client, folder);
    parts.push(maker);
    const hour = await sellAndSearch(tills, minutes, { ask, readStatus, maker });
    const sold = measurements;
    const webhookProblems = await service.finishWebhooks();
    await closeAll(tills);
    await maker.runDueWorkNow();
    const comparedFiles = await countComparedFiles(chain);
    const unclaimed = await countUnclaimedNotices(chain);
    return [
      toTime(
        `a push of ${TILLS} tills that return within 15 s, p99`,
        returned.pushMs,
        99,
        MAX_PUSH_MS,
      ),
      toCount('tills that did not return', TILLS - returned.pushedTills.size, 0),
      toCount('connections and pushes that failed meanwhile', returned.failures.length, 0),
      toTime(
        `a push during ${minutes} minutes of ${TILLS} tills, p99`,
        sold.pushMs,
        99,
        MAX_PUSH_MS,
      ),
      toTime('what a payment waits for the other tills, p95', sold.lookUpMs, 95, null),
      toCount('connections and pushes that failed meanwhile', sold.failures.length, 0),
      toTime("the owner's page meanwhile, p95", hour.searchMs, 95, MAX_SEARCH_MS),
      toCount("the owner's pages that failed", hour.failedSearches.length, 0),
      toCount('looks at chain status that were not green', hour.notGreen.length, 0),
      toCount('daily files that were not uploaded or differ', 1 - comparedFiles, 0),
      toCount('webhooks that were not stored', webhookProblems.length, 0),
      toCount('notices of payments that no till got', unclaimed, 0),
      {
        ...{ name: 'processor time of this process, of one core', unit: '%' },
        ...{ ours: hour.ownPercent, bare: null, ratio: null, nonsense: null },
        limit: { of: 'ours', most: MAX_OWN_PERCENT },
      },
    ];
  } finally {
    for (const part of parts) await part.stop();
    for (const till of tills) till.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openAll(tills: readonly SimulatedTill[]): Promise<void> {
  for (const till of tills) till.open();
  await wait(RETURN_MS);
}

async function closeAll(tills: readonly SimulatedTill[]): Promise<void> {
  const GROUP = 20;
  for (let first = 0; first < tills.length; first += GROUP)
    await Promise.all(tills.slice(first, first + GROUP).map((till) => till.close()));
}

/** Lists what the service has performed since two hours before this second, the oldest first. */
async function listTransactions(chain: TestChain, second: number): Promise<ListedTransaction[]> {
  const rows = await chain.database.sql(
    `SELECT authorization_id AS id, external_id AS "externalId", biller_id::int AS "billerId",
      account_number AS "accountNumber", amount::numeric(20, 2)::text AS amount, currency,
      to_char(to_timestamp(performed_second) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
        AS "createdAt"
    FROM chain.payments WHERE performed_second >= $1 ORDER BY performed_second`,
    [second - 2 * 3_600],
  );
  return rows as unknown as ListedTransaction[];
}

/** Counts the notices of payments that were given to no till. */
async function countUnclaimedNotices(chain: TestChain): Promise<number> {
  const [row] = await chain.database.sql(
    `SELECT count(*)::int AS count, (SELECT count(*)::int FROM chain.hints) AS all FROM chain.hints h
    WHERE kind <> 'bill' AND NOT EXISTS (SELECT FROM chain.hint_tills t WHERE t.hint_id = h.id)`,
  );
  if (row?.all === 0) throw new Error('no webhook was stored');
  return Number(row?.count);
}

/** Counts the uploaded files whose days agree with the service's whole list. */
async function countComparedFiles(chain: TestChain): Promise<number> {
  const [row] = await chain.database.sql(
    `SELECT count(*)::int AS count FROM chain.days JOIN chain.comparisons USING (day)
    WHERE uploaded_at IS NOT NULL AND lines > 0 AND comparison -> 'isWhole' = 'true'
      AND comparison -> 'kinds' = '{}'`,
  );
  return Number(row?.count);
}

interface SellingHour {
  readonly searchMs: number[];
  readonly failedSearches: string[];
  readonly notGreen: string[];
  readonly ownPercent: number;
}

/** Sells at all tills; meanwhile the owner searches every second and looks at the status every minute. */
async function sellAndSearch(
  tills: readonly SimulatedTill[],
  minutes: number,
  chain: {
    /** Both return a problem, or null. */
    readonly ask: (round: number) => Promise<string | null>;
    readonly readStatus: () => Promise<string | null>;
    readonly maker: DailyFileMaker;
  },
): Promise<SellingHour> {
  const startedAt = Date.now();
  const processorTime = process.cpuUsage();
  const endsAt = startedAt + minutes * MINUTE_MS;
  const searchMs: number[] = [];
  const failedSearches: string[] = [];
  const notGreen: string[] = [];
  await Promise.all([
    compareUploadedDay(chain.maker, endsAt),
    ...tills.map((till) => sell(till, endsAt)),
    repeat(endsAt, SEARCH_INTERVAL_MS, async (round) => {
      const askedAt = performance.now();
      const problem = await chain.ask(round);
      searchMs.push(performance.now() - askedAt);
      if (problem === null) return;
      reportProgress(`chain-tills: the owner's page failed: ${problem}`);
      failedSearches.push(problem);
    }),
    lookEachMinute(endsAt, async () => {
      const problems = await chain.readStatus();
      reportProgress(`chain-tills: chain status is ${problems ?? 'green'}`);
      if (problems !== null) notGreen.push(problems);
    }),
  ]);
  const { user, system } = process.cpuUsage(processorTime);
  const ownPercent = (user + system) / 10 / (Date.now() - startedAt);
  return { searchMs, failedSearches, notGreen, ownPercent };
}

/** Waits for the upload of the file, and compares its day: by itself the process does it later. */
async function compareUploadedDay(maker: DailyFileMaker, endsAt: number): Promise<void> {
  while (maker.listUploadedFiles().length === 0) {
    if (Date.now() > endsAt) return;
    await wait(SEARCH_INTERVAL_MS);
  }
  reportProgress(`chain-tills: uploaded ${maker.listUploadedFiles().join(', ')}`);
  await maker.runDueWorkNow();
}

/**
 * Looks at half past each minute: the file falls due at a full minute, and is missing for the seconds
 * in which it is made.
 */
async function lookEachMinute(endsAt: number, look: () => Promise<void>): Promise<void> {
  const firstAt = Math.ceil(Date.now() / MINUTE_MS - 0.5) * MINUTE_MS + MINUTE_MS / 2;
  for (let at = firstAt; at < endsAt; at += MINUTE_MS) {
    await wait(at - Date.now());
    await look();
  }
}

async function repeat(
  endsAt: number,
  intervalMs: number,
  work: (round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; Date.now() < endsAt; round += 1) {
    await work(round);
    await wait(intervalMs);
  }
}

/** Customers come at random, as many as the load says on average. */
async function sell(till: SimulatedTill, endsAt: number): Promise<void> {
  const meanMs = (60 * MINUTE_MS) / (USUAL_PAYMENTS_AN_HOUR * LOAD_FACTOR);
  for (;;) {
    const pauseMs = -Math.log(1 - Math.random()) * meanMs;
    if (Date.now() + pauseMs > endsAt) return;
    await wait(pauseMs);
    await till.pay();
  }
}

const NO_FILTER = {
  ...{ from: null, to: null, shop: null, kind: null, state: null, amount: null, text: null },
} as const;

/**
 * Returns what the owner asks in each round: pages of the history, searches by number, lists. Its
 * result is the problem of the page, or null.
 */
async function createSearch(
  chain: TestChain,
  folder: string,
): Promise<(round: number) => Promise<string | null>> {
  const owner = await createBenchOwner(chain, folder);
  const search = (filter: object) => () =>
    owner.search({ filter: { ...NO_FILTER, ...filter }, cursor: null, limit: 50 });
  const questions = [
    search({}),
    search({ text: 'A123456' }),
    search({ text: '500000007919' }),
    search({ state: 'open' }),
    search({ shop: 'Tienda 7' }),
    () => owner.overview(),
    () => owner.tills({ text: null, hasProblems: false, cursor: null, limit: 50 }),
    () => owner.unresolved({ cursor: null, limit: 50 }),
  ];
  return async (round) => {
    const answer = await questions[round % questions.length]?.();
    return answer?.ok === true ? null : JSON.stringify(answer);
  };
}

/** Returns a function that runs `chain status` and returns what it prints if it is not green. */
async function createStatusReader(
  chain: TestChain,
  folder: string,
): Promise<() => Promise<string | null>> {
  const { hosts, database, ca, user, password } = await chain.createLogin('maker');
  const config = JSON.stringify({ hosts, database, ca, maker: { user, password } });
  writeFileSync(join(folder, 'chain.json'), config, { mode: 0o600 });
  return async () => {
    let output = '';
    const write = (text: string): void => {
      output += text;
    };
    const code = await runChainCommand({
      args: ['status', '--json', '--config', 'chain.json'],
      ...{ workingFolder: folder, env: {}, version: '0', write, writeError: write },
      stopRequested: new Promise(() => {}),
    });
    if (code === EXIT_CODES.done) return null;
    return output.startsWith('{') ? JSON.stringify(JSON.parse(output).lights) : output;
  };
}

function toTime(
  name: string,
  samples: readonly number[],
  percent: number,
  most: number | null,
): BenchResult {
  return {
    ...{ name, ours: computePercentile(samples, percent), bare: null, ratio: null, unit: 'ms' },
    limit: most === null ? null : { of: 'ours', most },
    nonsense: samples.length < MIN_SAMPLES ? `there are only ${samples.length} samples` : null,
  };
}

function toCount(name: string, count: number, most: number): BenchResult {
  return {
    ...{ name, ours: count, bare: null, ratio: null, unit: 'times', nonsense: null },
    limit: { of: 'ours', most },
  };
}
