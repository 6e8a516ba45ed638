import { parseArgs } from 'node:util';
import { postgresUnavailableReason } from '../support/postgres/index.ts';
import { type FaultyChain, startFaultyChain } from './chain/faulty-chain.ts';
import { runEpisode } from './support/episode.ts';
import { runKilledEpisode } from './support/killed-episode.ts';
import { addSituations, compareSituations, type Situations } from './support/situations.ts';
import { createTally, isClean, type Tally } from './support/tally.ts';

/** The command line is invalid. */
class UsageError extends Error {}

const USAGE = `npm run -s test:faults -- [--runs N] [--seed S] [--only SEED] [--chain] [--coverage]

Runs payments with injected faults. In one run of fifty (with a chain: of eight) the till is a process
of its own that is killed with SIGKILL.
Failures are printed with their seed on standard error; the last line of standard output is JSON. It
says how many of the situations that runs must come into were reached: events of a payment in each
state and version, reasons of an unknown outcome, papers, and sentences about the money.

  --runs N      number of runs (default 200)
  --seed S      repeats the runs of this seed (default: a new seed from the time)
  --only SEED   repeats one run, by the seed that was printed
  --chain       the till also reports to a chain whose own PostgreSQL is killed, frozen and restarted
                meanwhile; at the end the chain must have every payment of the ledger exactly once
  --coverage    fails if the runs without SIGKILL did not come into each situation that they must reach,
                or came into one that is listed as impossible, and names those; a few thousand runs
                reach all of them
  --help        prints this help

Exit codes: 0 no failures; 1 at least one failure; 2 an option is invalid.
`;

const KILLED_ONE_IN = 50;
/** With a chain, each run takes longer too. */
const KILLED_ONE_IN_WITH_CHAIN = 8;

try {
  const options = readSeeds(process.argv.slice(2));
  if (options === null) process.stdout.write(USAGE);
  else await runAll(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}

interface RunOptions {
  /** The seeds of the runs. */
  readonly seeds: readonly string[];
  readonly hasChain: boolean;
  /** Fails if a situation was not reached. */
  readonly mustReachAll: boolean;
}

/** Returns null if only the help is requested. */
function readSeeds(args: readonly string[]): RunOptions | null {
  const { runs, seed, only, help, chain: hasChain, coverage: mustReachAll } = readOptions(args);
  if (help) return null;
  if (only !== undefined) return { seeds: [only], hasChain, mustReachAll };
  if (!/^[1-9]\d{0,8}$/.test(runs)) {
    throw new UsageError(`--runs must be a whole number of at least 1, not "${runs}".`);
  }
  const killedOneIn = hasChain ? KILLED_ONE_IN_WITH_CHAIN : KILLED_ONE_IN;
  const seeds = Array.from({ length: Number(runs) }, (_, index) =>
    index % killedOneIn === killedOneIn - 1 ? `killed/${seed}/${index}` : `${seed}/${index}`,
  );
  return { seeds, hasChain, mustReachAll };
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        runs: { type: 'string', default: '200' },
        seed: { type: 'string', default: String(Math.floor(Date.now() / 1000)) },
        only: { type: 'string' },
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

async function runAll({ seeds, hasChain, mustReachAll }: RunOptions): Promise<void> {
  const unavailableReason = hasChain ? postgresUnavailableReason() : null;
  if (unavailableReason !== null) throw new UsageError(`--chain: ${unavailableReason}.`);
  const chain = hasChain ? await startFaultyChain() : null;
  try {
    const situations = await runSeeds(seeds, chain);
    if (mustReachAll) compareWithList(situations);
  } finally {
    await chain?.close();
  }
}

async function runSeeds(seeds: readonly string[], chain: FaultyChain | null): Promise<Situations> {
  const total: Tally = createTally();
  const situations: Situations = new Map();
  let killed = 0;
  for (const [index, seed] of seeds.entries()) {
    const isKilled = seed.startsWith('killed/');
    const { tally, faults, version, ...result } = await (isKilled
      ? runKilledEpisode(seed, chain)
      : runEpisode(seed, undefined, chain));
    if (isKilled) killed += 1;
    addSituations(situations, result.situations);
    for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
    if (faults.length > 0 || !isClean(tally)) {
      process.stderr.write(
        `seed ${seed} (${version}):\n${faults.map((fault) => `  ${fault}\n`).join('')}`,
      );
    }
    if ((index + 1) % 500 === 0) process.stderr.write(`${index + 1} of ${seeds.length} runs\n`);
  }
  const { reached, required } = compareSituations(situations);
  const counts = { ...total, situations: reached, situationsRequired: required };
  process.stdout.write(`${JSON.stringify({ runs: seeds.length, killed, ...counts })}\n`);
  process.exitCode = isClean(total) ? 0 : 1;
  return situations;
}

/** Names each difference from the list of situations, and fails if there is one. */
function compareWithList(situations: Situations): void {
  const { missing, unexpected } = compareSituations(situations);
  for (const name of missing) process.stderr.write(`not reached: ${name}\n`);
  for (const name of unexpected) process.stderr.write(`reached, and not expected: ${name}\n`);
  if (missing.length + unexpected.length > 0) process.exitCode = 1;
}
