/**
 * What would take hours is tried by the share: `npm test` does the share that the run's seed draws, and prints the
 * seed; `TEST_SEED=… npm test` does the same share again. `npm test -- --all` does all of it. Every such share of the
 * tests stands here, and nowhere else.
 */
import { createRandom, type Random } from './random.ts';

/** Whether this run does everything in full. */
export const IS_FULL_RUN = process.env.TEST_ALL === '1';

/** Of this run. The launcher chooses it; whoever starts the runner by itself gets one too. */
export const SEED = process.env.TEST_SEED || createSeed();

const SAMPLE_SIZES = {
  /** Of the calls of a payment, one in so many is broken, in each way. */
  steps: { share: 293, all: 1 },
  /** Of the calls that one payment makes across its ports, one in so many throws or is the last. */
  calls: { share: 7, all: 1 },
  /** Of the bytes of a print job, one in so many is where the printer goes wrong, in each way. */
  bytes: { share: 199, all: 1 },
  /** Of the ledger's pages, one in so many is damaged. */
  pages: { share: 17, all: 1 },
  /** Commits under kill -9. */
  commits: { share: 250, all: 10_000 },
  /** Texts that are printed on each model of printer and read back. */
  texts: { share: 500, all: 100_000 },
  /** Receipts made up of anything, printed and drawn, whose lines are read back. */
  papers: { share: 40, all: 20_000 },
  /** Runs of any commands against the model of a payment, and of a till in each version. */
  commands: { share: 25, all: 1_000 },
  /** Storms: episodes of a shop's day in which everything goes wrong. One in fifty is killed. */
  storms: { share: 50, all: 5_000 },
  /** The same with a chain, whose PostgreSQL takes its time. One in eight is killed. */
  'storms of a chain': { share: 8, all: 504 },
  /** Of the screens that a flow asks about on its way, axe looks at one in so many. */
  axe: { share: 5, all: 1 },
  /** Of the screens and dialogs that a run comes to, one in so many is looked at: in one language, theme and size. */
  looks: { share: 2, all: 1 },
} as const;

/** What is tried in a share of the pairs of a matrix, such as versions and languages. */
type Matrix =
  /** Calls with any value: people and versions. */
  | 'people'
  /** Every flow by keyboard: versions and languages. */
  | 'flows'
  /** Bills that the shop keeps: versions and languages. */
  | 'linked bills'
  /** What the network does to a payment: its faults and the flows. */
  | 'network'
  /** A bill in another currency: versions and languages. */
  | 'rates'
  /** The rooms behind F7, the setting up, the rescue and what goes wrong: their specs and languages. */
  | 'rooms';

export type Pairs<Row, Column> = readonly (readonly [Row, Column])[];

/** Each row and each column in one pair at least; with `--all` every pair. */
export function samplePairs<Row, Column>(
  matrix: Matrix,
  rows: readonly Row[],
  columns: readonly Column[],
): Pairs<Row, Column> {
  return IS_FULL_RUN
    ? listAllPairs(rows, columns)
    : drawPairs(createNamedRandom(matrix), rows, columns);
}

/** So many of these cases as the seed draws, in their order; with `--all` each of them. */
export function sampleCases<Case>(
  name: string,
  cases: readonly Case[],
  count: number,
): readonly Case[] {
  return IS_FULL_RUN ? cases : drawCases(createNamedRandom(name), cases, count);
}

/**
 * One in so many of these, as the seed draws, in a run of all tests. By name, and with `--all`, each of them.
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
  chance: Random,
  cases: readonly Case[],
  count: number,
): readonly Case[] {
  const drawn = shuffle(chance, cases).slice(0, count);
  return cases.filter((one) => drawn.includes(one));
}

/** The rows that are tried with a column, for tests that stand column by column. */
export function sampleRows<Row, Column>(
  matrix: Matrix,
  rows: readonly Row[],
  columns: readonly Column[],
  column: Column,
): readonly Row[] {
  return samplePairs(matrix, rows, columns)
    .filter(([, other]) => other === column)
    .map(([row]) => row);
}

/** As few pairs as have each row and each column, in the order of the whole matrix. */
export function drawPairs<Row, Column>(
  chance: Random,
  rows: readonly Row[],
  columns: readonly Column[],
): Pairs<Row, Column> {
  const [mixedRows, mixedColumns] = [shuffle(chance, rows), shuffle(chance, columns)];
  const isDrawn = (row: Row, column: Column): boolean =>
    Array.from({ length: Math.max(rows.length, columns.length) }).some(
      (_none, n) =>
        mixedRows[n % rows.length] === row && mixedColumns[n % columns.length] === column,
    );
  return listAllPairs(rows, columns).filter(([row, column]) => isDrawn(row, column));
}

function listAllPairs<Row, Column>(rows: readonly Row[], columns: readonly Column[]) {
  return rows.flatMap((row) => columns.map((column) => [row, column] as const));
}

function shuffle<Value>(chance: Random, values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, place: chance.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}

/** How many, or one in how many, this run tries. */
export function getSampleSize(name: keyof typeof SAMPLE_SIZES): number {
  return SAMPLE_SIZES[name][IS_FULL_RUN ? 'all' : 'share'];
}

/** What decides which ones: the same for the same seed and name. */
export function createNamedRandom(name: string): Random {
  return createRandom(`${SEED}/${name}`);
}

/** For fast-check, which wants a number. */
export function getNumericSeed(name: string): number {
  return createNamedRandom(name).between(0, 0x7fff_ffff);
}

function createSeed(): string {
  const seed = createRandom(`${Date.now()} ${process.pid}`).uuid().slice(0, 8);
  // The processes that the runner starts have the same.
  process.env.TEST_SEED = seed;
  process.stderr.write(`TEST_SEED=${seed} repeats what this run's share of the long tests is.\n`);
  return seed;
}
