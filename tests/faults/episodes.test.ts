import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getSampleSize, IS_FULL_RUN, SEED } from '../support/sampling.ts';
import { startFaultyChain } from './chain/faulty-chain.ts';
import { runEpisode } from './support/episode.ts';
import { SITUATIONS } from './support/known-situations.ts';
import { addSituations, compareSituations, type Situations } from './support/situations.ts';
import { createTally, isClean, type Tally } from './support/tally.ts';

/**
 * A sample of the long form (`npm run test:faults`), by the command itself: episodes in virtual
 * time, and some with a till in its own process that is killed with SIGKILL. Each run draws other
 * episodes; `--all` runs the long form.
 */

const COMMAND = join(import.meta.dirname, '..', '..', 'build', 'launch.mjs');
const RUNS = getSampleSize('storms');
const CHAIN_RUNS = getSampleSize('storms of a chain');
const EMPTY_COVERAGE = compareSituations(new Map());
/** Each of these is run twice: by the command, and by this test. */
const COUNTED_RUNS = 3;
const TEST_OPTIONS = { timeout: IS_FULL_RUN ? 7_200_000 : 600_000 };

interface CommandResult {
  readonly exitCode: number | null;
  readonly errorOutput: string;
  /** The last line of stdout, parsed. */
  readonly line: unknown;
}

function runCommand(...args: readonly string[]): Promise<CommandResult> {
  const child = spawn(process.execPath, [COMMAND, 'test-faults', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errorOutput = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errorOutput += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => {
      const line: unknown = JSON.parse(output.trim().split('\n').at(-1) ?? '');
      resolve({ exitCode, errorOutput, line });
    });
  });
}

it('ends random episodes with nothing paid twice, lost or unresolved', TEST_OPTIONS, async () => {
  const { exitCode, errorOutput, line } = await runCommand(
    ...['--runs', String(RUNS), '--seed', SEED, ...(IS_FULL_RUN ? ['--coverage'] : [])],
  );
  expect(line, errorOutput).toEqual({
    runs: RUNS,
    killed: RUNS / 50,
    attempts: expect.any(Number),
    paidAtService: expect.any(Number),
    paidInLedger: Reflect.get(Object(line), 'paidAtService'),
    paidTwice: 0,
    lost: 0,
    unresolved: 0,
    ticketsMissing: 0,
    ticketsDoubled: 0,
    givenBack: expect.any(Number),
    givenBackInLedger: Reflect.get(Object(line), 'givenBack'),
    refundsLost: 0,
    refundsTwice: 0,
    toldWrong: 0,
    outcomeNotAnnounced: 0,
    drawerOpenedUnasked: 0,
    handedOutWithoutText: 0,
    giftCodeClaimed: 0,
    cancelBelieved: 0,
    paidWithFailedStatus: 0,
    missingInChain: 0,
    doubledInChain: 0,
    differingInChain: 0,
    situations: expect.any(Number),
    situationsRequired: EMPTY_COVERAGE.required,
  });
  expect(exitCode, errorOutput).toBe(0);
  const { situations } = line as { readonly situations: number };
  expect(situations).toBeGreaterThan(EMPTY_COVERAGE.required / 3);
  // Episodes without payments or faults would prove nothing.
  const { attempts, paidAtService, givenBack } = line as Tally;
  expect(givenBack).toBeGreaterThan(RUNS / 20);
  expect(paidAtService).toBeGreaterThan(RUNS / 2);
  expect(attempts).toBeGreaterThan(paidAtService);
});

it('adds its episodes to a tally, and fails if they miss a situation', {
  timeout: 600_000,
}, async () => {
  const sum = createTally();
  const sumOfSituations: Situations = new Map();
  for (let run = 0; run < COUNTED_RUNS; run += 1) {
    const { tally, situations } = await runEpisode(`${SEED} counted/${run}`);
    addSituations(sumOfSituations, situations);
    for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key];
  }
  const folder = mkdtempSync(join(tmpdir(), 'mostrador-tally-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const tally = ['--tally', join(folder, 'tally.json')];
  const first = await runCommand('--runs', '1', '--seed', `${SEED} counted`, ...tally);
  expect(first.line, first.errorOutput).toMatchObject({ runs: 1 });
  const { exitCode, errorOutput, line } = await runCommand(
    ...['--runs', String(COUNTED_RUNS - 1), '--coverage', ...tally],
  );
  const { reached: situations, required: situationsRequired } = compareSituations(sumOfSituations);
  expect(line).toEqual({
    ...{ runs: COUNTED_RUNS, killed: 0, ...sum },
    ...{ situations, situationsRequired },
  });
  expect(errorOutput).toContain('not reached: ');
  expect(exitCode).toBe(1);
  expect(sum.attempts).toBeGreaterThan(0);
});

it('names the situations that the runs missed, and those that none of them can come into', () => {
  const situations: Situations = new Map([
    ...SITUATIONS.keys().map((name) => [name, 1] as const),
    ['an event that nobody has listed', 1],
  ]);
  for (const [name, expectation] of SITUATIONS)
    if (typeof expectation === 'object') situations.delete(name);
  situations.delete('unknown because timed-out');
  situations.set('handed-over of a payment that is rejected (v1.6)', 1);
  expect(compareSituations(situations)).toMatchObject({
    missing: ['unknown because timed-out'],
    unexpected: [
      'an event that nobody has listed: not in the list of situations',
      'handed-over of a payment that is rejected (v1.6): nothing was paid',
    ],
  });
});

describe.skipIf(process.platform === 'win32')('with a chain', () => {
  it(
    'stores everything in the chain exactly once, whatever failures its database had',
    TEST_OPTIONS,
    async () => {
      const { exitCode, errorOutput, line } = await runCommand(
        ...['--chain', '--runs', String(CHAIN_RUNS), '--seed', SEED],
      );
      expect(
        isClean({ ...createTally(), ...Object(line) }),
        `${errorOutput}${JSON.stringify(line)}`,
      ).toBe(true);
      expect(exitCode).toBe(0);
      expect(line).toMatchObject({ runs: CHAIN_RUNS, killed: 0 });
      expect(Reflect.get(Object(line), 'attempts')).toBeGreaterThan(CHAIN_RUNS);
    },
  );

  it(
    'counts rows that the chain lacks, has twice or has with other values',
    TEST_OPTIONS,
    async () => {
      const chain = await startFaultyChain();
      try {
        const changeChain = async (): Promise<void> => {
          for (const sql of CHAIN_CHANGES) await chain.chain.database.sql(sql);
        };
        // A fixed seed, because there must be a shift and a payment to change.
        const { tally } = await runEpisode('spoilt', { inspect: changeChain, chain });
        expect(tally.missingInChain).toBeGreaterThan(0);
        expect(tally.doubledInChain).toBeGreaterThan(0);
        expect(tally.differingInChain).toBeGreaterThan(0);
      } finally {
        await chain.close();
      }
    },
  );
});

const CHAIN_CHANGES = [
  'DELETE FROM chain.shifts',
  'UPDATE chain.payments SET amount = amount + 1',
  `INSERT INTO chain.payments SELECT (jsonb_populate_record(p,
     jsonb_build_object('intent_day', p.intent_day + 1))).* FROM chain.payments p`,
];
