import { parseArgs } from 'node:util';
import { postgresUnavailableReason } from '../support/postgres/index.ts';
import { type FaultyChain, startFaultyChain } from './chain/faulty-chain.ts';
import { runEpisode } from './support/episode.ts';
import { runKilledEpisode } from './support/killed-episode.ts';
import { createTally, isClean, type Tally } from './support/tally.ts';

/** The command line is invalid. */
class UsageError extends Error {}

const USAGE = `npm run -s test:faults -- [--runs N] [--seed S] [--only SEED] [--chain]

Runs payments with injected faults. In one run of fifty (with a chain: of eight) the till is a process
of its own that is killed with SIGKILL.
Failures are printed with their seed on standard error; the last line of standard output is JSON.

  --runs N      number of runs (default 200)
  --seed S      repeats the runs of this seed (default: a new seed from the time)
  --only SEED   repeats one run, by the seed that was printed
  --chain       the till also reports to a chain whose own PostgreSQL is killed, frozen and restarted
                meanwhile; at the end the chain must have every payment of the ledger exactly once
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
}

/** Returns null if only the help is requested. */
function readSeeds(args: readonly string[]): RunOptions | null {
  const { runs, seed, only, help, chain: hasChain } = readOptions(args);
  if (help) return null;
  if (only !== undefined) return { seeds: [only], hasChain };
  if (!/^[1-9]\d{0,8}$/.test(runs)) {
    throw new UsageError(`--runs must be a whole number of at least 1, not "${runs}".`);
  }
  const killedOneIn = hasChain ? KILLED_ONE_IN_WITH_CHAIN : KILLED_ONE_IN;
  const seeds = Array.from({ length: Number(runs) }, (_, index) =>
    index % killedOneIn === killedOneIn - 1 ? `killed/${seed}/${index}` : `${seed}/${index}`,
  );
  return { seeds, hasChain };
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
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    // An unknown option, an option without its value, or an unexpected argument.
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

async function runAll({ seeds, hasChain }: RunOptions): Promise<void> {
  const unavailableReason = hasChain ? postgresUnavailableReason() : null;
  if (unavailableReason !== null) throw new UsageError(`--chain: ${unavailableReason}.`);
  const chain = hasChain ? await startFaultyChain() : null;
  try {
    await runSeeds(seeds, chain);
  } finally {
    await chain?.close();
  }
}

async function runSeeds(seeds: readonly string[], chain: FaultyChain | null): Promise<void> {
  const total: Tally = createTally();
  let killed = 0;
  for (const [index, seed] of seeds.entries()) {
    const isKilled = seed.startsWith('killed/');
    const { tally, faults, version } = await (isKilled
      ? runKilledEpisode(seed, chain)
      : runEpisode(seed, undefined, chain));
    if (isKilled) killed += 1;
    for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
    if (faults.length > 0 || !isClean(tally)) {
      process.stderr.write(
        `seed ${seed} (${version}):\n${faults.map((fault) => `  ${fault}\n`).join('')}`,
      );
    }
    if ((index + 1) % 500 === 0) process.stderr.write(`${index + 1} of ${seeds.length} runs\n`);
  }
  process.stdout.write(`${JSON.stringify({ runs: seeds.length, killed, ...total })}\n`);
  process.exitCode = isClean(total) ? 0 : 1;
}
