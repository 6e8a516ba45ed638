/**
 * A chain of 1,000 tills with its process on PostgreSQL: first all of them return within 15 seconds,
 * as after a power cut, then they sell at twice the usual load while the owner searches. With --all
 * they sell for an hour, otherwise for three minutes. Tills, process and owner run in this process.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runChainCommand } from '../../electron/chain/server/command/index.ts';
import { createDailyFileMaker } from '../../electron/chain/server/testing/maker-process.ts';
import { EXIT_CODES } from '../../electron/platform/index.ts';
import { createChain, startPostgres, type TestChain } from '../support/postgres/index.ts';
import { createBenchOwner } from './support/chain-owner.ts';
import { insertPlainPayments } from './support/insert-payments.ts';
import { reportProgress } from './support/measure-in-turns.ts';
import { type BenchResult, computePercentile } from './support/result.ts';
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
/** A till that opens pushes within 15 seconds; a slow push is waited for. */
const RETURN_MS = 30_000;
const MINUTE_MS = 60_000;
const MINUTES = { short: 3, all: 60 };
const SEARCH_INTERVAL_MS = 1_000;
const MAX_PUSH_MS = 1_000;
const MAX_SEARCH_MS = 1_000;
const MIN_SAMPLES = 100;

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
  try {
    const chain = await createChain(postgres);
    await insertPlainPayments(chain, { rows: EARLIER_PAYMENTS, days: 30 });
    for (let n = 1; n <= TILLS; n += 1) {
      if (n % 100 === 0) reportProgress(`chain-tills: ${n} of ${TILLS} tills enrolled`);
      const posNumber = String(n).padStart(4, '0');
      const address = await chain.enrollTill(`Tienda ${n % SHOPS}`, posNumber);
      tills.push(createSimulatedTill(folder, { address, posNumber }, () => measurements));
    }
    const process = await startProcess(chain, folder);
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
    const day = await sellAndSearch(tills, minutes, { ask, readStatus });
    const sold = measurements;
    await closeAll(tills);
    await process.stop();
    return [
      toTime(
        `a push of ${TILLS} tills that return within 15 s, p99`,
        returned.pushMs,
        99,
        MAX_PUSH_MS,
      ),
      toCount('connections and pushes that failed meanwhile', returned.failures.length, 0),
      toTime(
        `a push during ${minutes} minutes of ${TILLS} tills, p99`,
        sold.pushMs,
        99,
        MAX_PUSH_MS,
      ),
      toTime('what a payment waits for the other tills, p95', sold.lookUpMs, 95, null),
      toCount('connections and pushes that failed meanwhile', sold.failures.length, 0),
      toTime("the owner's page meanwhile, p95", day.searchMs, 95, MAX_SEARCH_MS),
      toCount("the owner's pages that failed", day.failedSearches.length, 0),
      toCount('looks at chain status that were not green', day.notGreen.length, 0),
    ];
  } finally {
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

/** The process that makes the daily file; no day is due. */
async function startProcess(
  chain: TestChain,
  dataFolder: string,
): Promise<{ stop(): Promise<void> }> {
  const service = createDailyFileMaker({
    address: await chain.createLogin('maker'),
    server: { host: 'localhost', port: 22, user: 'lupita', hostKey: '' },
    secrets: { password: '', privateKey: null },
    ahead: 0,
    leaseSeconds: 60,
    dataFolder,
  });
  return await service.start();
}

/** Sells at all tills; meanwhile the owner searches every second and looks at the status every minute. */
async function sellAndSearch(
  tills: readonly SimulatedTill[],
  minutes: number,
  owner: {
    /** Both return a problem, or null. */
    readonly ask: (round: number) => Promise<string | null>;
    readonly readStatus: () => Promise<string | null>;
  },
): Promise<{
  readonly searchMs: number[];
  readonly failedSearches: string[];
  readonly notGreen: string[];
}> {
  const endsAt = Date.now() + minutes * MINUTE_MS;
  const searchMs: number[] = [];
  const failedSearches: string[] = [];
  const notGreen: string[] = [];
  await Promise.all([
    ...tills.map((till) => sell(till, endsAt)),
    repeat(endsAt, SEARCH_INTERVAL_MS, async (round) => {
      const startedAt = performance.now();
      const problem = await owner.ask(round);
      searchMs.push(performance.now() - startedAt);
      if (problem === null) return;
      reportProgress(`chain-tills: the owner's page failed: ${problem}`);
      failedSearches.push(problem);
    }),
    repeat(endsAt, MINUTE_MS, async (round) => {
      const problems = await owner.readStatus();
      reportProgress(`chain-tills: minute ${round + 1} of ${minutes}: ${problems ?? 'green'}`);
      if (problems !== null) notGreen.push(problems);
    }),
  ]);
  return { searchMs, failedSearches, notGreen };
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
