import { parseArgs } from 'node:util';
import { buildIfStale } from '../../build/launcher/build.mjs';
import { writeFigures } from '../proof/write-figures.ts';
import { postgresUnavailableReason } from '../support/postgres/index.ts';
import { ROOT } from '../support/till-process.ts';
import { type FaultyChain, startFaultyChain } from './chain/faulty-chain.ts';
import { runEpisode } from './support/episode.ts';
import { runKilledEpisode } from './support/killed-episode.ts';
import { openReusedLedger } from './support/reused-ledger.ts';
import {
  addRun,
  createRunCounts,
  loadRunCounts,
  type RunCounts,
  saveRunCounts,
} from './support/run-counts.ts';
import { compareSituations } from './support/situations.ts';

/** The command line is invalid. */
class UsageError extends Error {}

const USAGE = `npm run -s test:faults -- [--runs N | --minutes N] [--seed S] [--from N] [--only SEED]
    [--tally FILE [--figures]] [--chain] [--coverage]

Runs payments with injected faults. In one run of fifty, without a chain, the till is a process of its
own that is killed with SIGKILL.
Failures are printed with their seed on standard error; the last line of standard output is JSON. It
says how many of the situations that runs must come into were reached: events of a payment in each
state and version, reasons of an unknown outcome, papers, and sentences about the money.

  --runs N      number of runs (default 200; with --minutes: no limit)
  --minutes N   begins no run after this time
  --seed S      repeats the runs of this seed (default: a new seed from the time)
  --from N      begins with run N of the seed; the first one is 0
  --only SEED   repeats one run, by the seed that was printed
  --tally FILE  adds to the counts of this file and saves them there; the file says the seed, and the
                run to continue with
  --figures     writes the counts of the tally into docs/proof.md
  --chain       the till also reports to a chain whose own PostgreSQL is killed, frozen and restarted
                meanwhile; at the end the chain must have every payment of the ledger exactly once
  --coverage    fails if the runs without SIGKILL did not come into each situation that they must reach,
                or came into one that is listed as impossible, and names those; a few thousand runs
                reach all of them
  --help        prints this help

Exit codes: 0 no failures; 1 at least one failure; 2 an option is invalid.
`;

const KILLED_ONE_IN = 50;
const DEFAULT_RUNS = '200';
const SAVE_INTERVAL_RUNS = 50;
const REPORT_INTERVAL_RUNS = 500;

try {
  const options = readRunOptions(process.argv.slice(2));
  if (options === null) process.stdout.write(USAGE);
  else await runAll(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

interface RunOptions {
  /** The runs are added to these. */
  readonly counts: RunCounts;
  readonly maxRuns: number;
  readonly maxMinutes: number;
  /** The seed of the only run; null: the seeds follow from `counts`. */
  readonly onlySeed: string | null;
  readonly tallyFile: string | null;
  readonly writesFigures: boolean;
  readonly hasChain: boolean;
  /** Fails if a situation was not reached. */
  readonly mustReachAll: boolean;
}

/** Returns null if only the help is requested. */
function readRunOptions(args: readonly string[]): RunOptions | null {
  const { seed, from, only, tally: tallyFile = null, figures, ...options } = readOptions(args);
  if (options.help) return null;
  if (tallyFile !== null && (from !== undefined || only !== undefined || options.chain))
    throw new UsageError('--tally is not used with --from, --only or --chain.');
  if (figures && tallyFile === null) throw new UsageError('--figures needs --tally.');
  const saved = tallyFile === null ? null : loadRunCounts(tallyFile);
  if (saved !== null && seed !== undefined && seed !== saved.seed)
    throw new UsageError(`${tallyFile} is the tally of seed ${saved.seed}.`);
  const isTimed = options.minutes !== undefined;
  return {
    counts:
      saved ??
      createRunCounts(
        seed ?? String(Math.floor(Date.now() / 1000)),
        from === '0' ? 0 : readNumber('--from', from, 0),
      ),
    maxRuns:
      only === undefined
        ? readNumber('--runs', options.runs ?? (isTimed ? undefined : DEFAULT_RUNS), Infinity)
        : 1,
    maxMinutes: readNumber('--minutes', options.minutes, Infinity),
    onlySeed: only ?? null,
    tallyFile,
    writesFigures: figures,
    hasChain: options.chain,
    mustReachAll: options.coverage,
  };
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        runs: { type: 'string' },
        minutes: { type: 'string' },
        seed: { type: 'string' },
        from: { type: 'string' },
        only: { type: 'string' },
        tally: { type: 'string' },
        figures: { type: 'boolean', default: false },
        chain: { type: 'boolean', default: false },
        coverage: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    // An unknown option, an option without its value, or an unexpected argument.
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

function readNumber(option: string, text: string | undefined, defaultValue: number): number {
  if (text === undefined) return defaultValue;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`${option} must be a whole number of at least 1, not "${text}".`);
}

async function runAll(options: RunOptions): Promise<void> {
  const unavailableReason = options.hasChain ? postgresUnavailableReason() : null;
  if (unavailableReason !== null) throw new UsageError(`--chain: ${unavailableReason}.`);
  // Killed tills start from the build: from the sources a start takes three times as long.
  if (process.env.TILL_DIST === 'dist') await buildIfStale({ node: process.execPath, root: ROOT });
  const chain = options.hasChain ? await startFaultyChain() : null;
  try {
    await runSeeds(options, chain);
  } finally {
    await chain?.close();
  }
  printCounts(options);
}

async function runSeeds(options: RunOptions, chain: FaultyChain | null): Promise<void> {
  const { counts, maxRuns, maxMinutes, tallyFile } = options;
  const ledger = openReusedLedger();
  const startedAt = performance.now();
  const isTimeUp = (): boolean => performance.now() - startedAt >= maxMinutes * 60_000;
  try {
    for (let run = 1; run <= maxRuns && !isTimeUp(); run += 1) {
      const seed = options.onlySeed ?? toRunSeed(counts, chain);
      const isKilled = seed.startsWith('killed/');
      const result = await (isKilled
        ? runKilledEpisode(seed)
        : runEpisode(seed, { chain, ledger }));
      if (!addRun(counts, { seed, isKilled }, result)) {
        const faults = result.faults.map((fault) => `  ${fault}\n`).join('');
        process.stderr.write(`seed ${seed} (${result.version}):\n${faults}`);
      }
      if (tallyFile !== null && run % SAVE_INTERVAL_RUNS === 0) saveRunCounts(tallyFile, counts);
      if (run % REPORT_INTERVAL_RUNS === 0) process.stderr.write(`${run} runs\n`);
    }
    if (tallyFile !== null) saveRunCounts(tallyFile, counts);
  } finally {
    ledger.close();
  }
}

/** In a chain, killed tills are in `tests/faults/kill-run`. */
function toRunSeed({ seed, next }: RunCounts, chain: FaultyChain | null): string {
  const isKilled = chain === null && next % KILLED_ONE_IN === KILLED_ONE_IN - 1;
  return isKilled ? `killed/${seed}/${next}` : `${seed}/${next}`;
}

/** Prints the counts, and sets the exit code by them. */
function printCounts({ counts, writesFigures, mustReachAll }: RunOptions): void {
  const { runs, killed, tally, failedSeeds } = counts;
  const { reached, required, missing, unexpected } = compareSituations(counts.situations);
  const situations = { situations: reached, situationsRequired: required };
  process.stdout.write(`${JSON.stringify({ runs, killed, ...tally, ...situations })}\n`);
  if (writesFigures) {
    const figures = [runs, killed, tally.attempts, failedSeeds.length, reached, required];
    writeFigures('fault runs', figures);
  }
  if (mustReachAll) {
    for (const name of missing) process.stderr.write(`not reached: ${name}\n`);
    for (const name of unexpected) process.stderr.write(`reached, and not expected: ${name}\n`);
  }
  const isCovered = !mustReachAll || missing.length + unexpected.length === 0;
  process.exitCode = failedSeeds.length === 0 && isCovered ? 0 : 1;
}
