/**
 * What would take hours is tried by the share: `npm test` does the share that the run's seed draws, and prints the
 * seed; `TEST_SEED=… npm test` does the same share again. `npm test -- --all` does all of it. Every such share of the
 * tests stands here, and nowhere else.
 */
import { createRandom, type Random } from './random.ts';

/** Whether this run does everything in full. */
export const IS_ALL = process.env.TEST_ALL === '1';

/** Of this run. The launcher chooses it; whoever starts the runner by itself gets one too. */
export const SEED = process.env.TEST_SEED || newSeed();

const SHARES = {
  /** Of the calls of a payment, one in so many is broken, in each way. */
  steps: { share: 29, all: 1 },
  /** Of the bytes of a print job, one in so many is where the printer goes wrong, in each way. */
  bytes: { share: 71, all: 1 },
  /** Of the ledger's pages, one in so many is damaged. */
  pages: { share: 9, all: 1 },
  /** Commits under kill -9. */
  commits: { share: 1_000, all: 10_000 },
  /** Texts that are printed on each model of printer and read back. */
  texts: { share: 1_000, all: 100_000 },
  /** Receipts made up of anything, printed and drawn, whose lines are read back. */
  papers: { share: 60, all: 20_000 },
  /** Runs of any commands against the model of a payment, and of a till in each version. */
  commands: { share: 60, all: 1_000 },
  /** Storms: episodes of a shop's day in which everything goes wrong. */
  storms: { share: 50, all: 5_000 },
} as const;

/** How many, or one in how many, this run tries. */
export function shareOf(name: keyof typeof SHARES): number {
  return SHARES[name][IS_ALL ? 'all' : 'share'];
}

/** What decides which ones: the same for the same seed and name. */
export function chanceOf(name: string): Random {
  return createRandom(`${SEED}/${name}`);
}

/** For fast-check, which wants a number. */
export function seedOf(name: string): number {
  return chanceOf(name).between(0, 0x7fff_ffff);
}

function newSeed(): string {
  const seed = createRandom(`${Date.now()} ${process.pid}`).uuid().slice(0, 8);
  // The processes that the runner starts have the same.
  process.env.TEST_SEED = seed;
  process.stderr.write(`TEST_SEED=${seed} repeats what this run's share of the long tests is.\n`);
  return seed;
}
