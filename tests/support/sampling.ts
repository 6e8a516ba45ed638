/**
 * Samples of tests that would take hours. `npm test` runs the sample that the seed of the run
 * draws, and prints the seed; `TEST_SEED=… npm test` repeats the same sample; `npm test -- --all`
 * runs everything. This file defines the size of every sample.
 */
import { createRandom, type Random } from './random.ts';

/** Whether this run tests everything. */
export const IS_FULL_RUN = process.env.TEST_ALL === '1';

/**
 * The seed of this run. The launcher sets it; a test runner that is started without the launcher
 * creates one.
 */
export const SEED = process.env.TEST_SEED || createSeed();

const SAMPLE_SIZES = {
  /** Breaks one in so many of a payment's calls, in each way. */
  steps: { share: 401, all: 1 },
  /**
   * Of the calls that a payment makes across its ports, one in so many throws or is the last one.
   */
  calls: { share: 7, all: 1 },
  /** The printer fails at one in so many of a print job's bytes, in each way. */
  bytes: { share: 307, all: 1 },
  /** Kills a chain command at one in so many of its messages to the database. */
  messages: { share: 12, all: 1 },
  /** Damages one in so many of the ledger's pages. */
  pages: { share: 17, all: 1 },
  /** Commits that are interrupted by kill -9. */
  commits: { share: 250, all: 10_000 },
  /** Power cuts in each part of a till's day. */
  'power cuts': { share: 4, all: 1_000 },
  /** Texts that each printer model prints and the test reads back. */
  texts: { share: 500, all: 100_000 },
  /** Receipts with random content, printed and drawn, whose lines the test reads back. */
  papers: { share: 40, all: 20_000 },
  /** Random command sequences against the model of a payment, and of a till in each version. */
  commands: { share: 25, all: 1_000 },
  /** Episodes: a shop's day in which everything fails. One in fifty is killed. */
  storms: { share: 50, all: 5_000 },
  /** The same with a chain and a slow PostgreSQL; none is killed. */
  'storms of a chain': { share: 8, all: 504 },
  /** Tills of the chain whose parts are all killed. */
  'killed tills': { share: 3, all: 30 },
  /** Old payments in a chain's database, whose account numbers are shortened with a kill in the middle. */
  'old payments': { share: 20_000, all: 1_000_000 },
  /** axe checks one in so many of the screens at which a flow asks for it. */
  axe: { share: 5, all: 1 },
  /**
   * One in so many of the screens and dialogs of a run is compared, in one language, theme and
   * size.
   */
  looks: { share: 2, all: 1 },
} as const;

/** A matrix, such as versions by languages, of which a run tests a sample of the pairs. */
type Matrix =
  /** Calls with random values: roles by versions. */
  | 'people'
  /** Every flow by keyboard: versions by languages. */
  | 'flows'
  /** Bills that the shop stores at the service: versions by languages. */
  | 'linked bills'
  /** Network faults during a payment: faults by flows. */
  | 'network'
  /** A bill in another currency: versions by languages. */
  | 'rates'
  /** The screens behind F7, set-up, recovery and failures: specs by languages. */
  | 'rooms';

export type Pairs<Row, Column> = readonly (readonly [Row, Column])[];

/** Returns at least one pair for each row and each column; with `--all` every pair. */
export function samplePairs<Row, Column>(
  matrix: Matrix,
  rows: readonly Row[],
  columns: readonly Column[],
): Pairs<Row, Column> {
  return IS_FULL_RUN
    ? listAllPairs(rows, columns)
    : drawPairs(createNamedRandom(matrix), rows, columns);
}

/** Returns `count` of the cases, drawn by the seed, in their order; with `--all` every case. */
export function sampleCases<Case>(
  name: string,
  cases: readonly Case[],
  count: number,
): readonly Case[] {
  return IS_FULL_RUN ? cases : drawCases(createNamedRandom(name), cases, count);
}

/**
 * Returns one in `parts` of the cases, drawn by the seed, in a run of all tests. Returns every case
 * if the tests are selected by name, and with `--all`.
 */
export function sampleFraction<Case>(
  parts: number,
  name: string,
  cases: readonly Case[],
): readonly Case[] {
  const isDrawn = process.env.TEST_SHARE === '1';
  return isDrawn ? sampleCases(name, cases, Math.ceil(cases.length / parts)) : cases;
}

export function drawCases<Case>(
  random: Random,
  cases: readonly Case[],
  count: number,
): readonly Case[] {
  const drawn = shuffle(random, cases).slice(0, count);
  return cases.filter((testCase) => drawn.includes(testCase));
}

/** Returns the rows to test with a column, for tests that run one column at a time. */
export function sampleRows<Row, Column>(
  matrix: Matrix,
  rows: readonly Row[],
  columns: readonly Column[],
  column: Column,
): readonly Row[] {
  return samplePairs(matrix, rows, columns)
    .filter(([, otherColumn]) => otherColumn === column)
    .map(([row]) => row);
}

/**
 * Returns the smallest number of pairs that cover each row and each column, in the matrix's order.
 */
export function drawPairs<Row, Column>(
  random: Random,
  rows: readonly Row[],
  columns: readonly Column[],
): Pairs<Row, Column> {
  const [mixedRows, mixedColumns] = [shuffle(random, rows), shuffle(random, columns)];
  const isDrawn = (row: Row, column: Column): boolean =>
    Array.from({ length: Math.max(rows.length, columns.length) }).some(
      (_unused, index) =>
        mixedRows[index % rows.length] === row && mixedColumns[index % columns.length] === column,
    );
  return listAllPairs(rows, columns).filter(([row, column]) => isDrawn(row, column));
}

function listAllPairs<Row, Column>(rows: readonly Row[], columns: readonly Column[]) {
  return rows.flatMap((row) => columns.map((column) => [row, column] as const));
}

function shuffle<Value>(random: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, order: random.next() }))
    .sort((first, second) => first.order - second.order)
    .map(({ value }) => value);
}

/** Returns how many cases this run tests, or one in how many. */
export function getSampleSize(name: keyof typeof SAMPLE_SIZES): number {
  return SAMPLE_SIZES[name][IS_FULL_RUN ? 'all' : 'share'];
}

/**
 * Returns how often this run repeats a random test that takes a second with `count` repetitions; with
 * `--all` `fullCount` times.
 */
export function scaleRuns(count: number, fullCount = 100 * count): number {
  return IS_FULL_RUN ? fullCount : count;
}

/** Returns the generator for a sample: the same for the same seed and name. */
export function createNamedRandom(name: string): Random {
  return createRandom(`${SEED}/${name}`);
}

/** Returns a seed for fast-check, which needs a number. */
export function getNumericSeed(name: string): number {
  return createNamedRandom(name).between(0, 0x7fff_ffff);
}

function createSeed(): string {
  const seed = createRandom(`${Date.now()} ${process.pid}`).uuid().slice(0, 8);
  // Child processes of the runner inherit the seed.
  process.env.TEST_SEED = seed;
  process.stderr.write(`TEST_SEED=${seed} repeats this run's selection of the long tests.\n`);
  return seed;
}
