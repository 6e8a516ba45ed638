import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getSampleSize, IS_FULL_RUN, SEED } from '../support/sampling.ts';
import { startBrokenChain } from './chain/chain.ts';
import { createTally, isClean, type Tally } from './support/check-invariants.ts';
import { runEpisode } from './support/episode.ts';

/**
 * A share of the long form (`npm run test:faults`), by the command itself: episodes in virtual time,
 * and among them a till in a process of its own that dies by SIGKILL. Others in each run;
 * `--all` plays the long form.
 */

const COMMAND = join(import.meta.dirname, '..', '..', 'build', 'launch.mjs');
const RUNS = getSampleSize('storms');
const CHAIN_RUNS = getSampleSize('storms of a chain');
/** Each is played twice: by the command, and here. */
const COUNTED = 2;
const LIMIT = { timeout: IS_FULL_RUN ? 7_200_000 : 600_000 };

interface Ran {
  readonly exitCode: number | null;
  readonly said: string;
  /** The last line of stdout. */
  readonly line: unknown;
}

function faults(...words: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, [COMMAND, 'test-faults', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    out += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said += part;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode) => {
      const line: unknown = JSON.parse(out.trim().split('\n').at(-1) ?? '');
      resolve({ exitCode, said, line });
    });
  });
}

it('end with nothing paid twice, lost or unresolved', LIMIT, async () => {
  const { exitCode, said, line } = await faults('--runs', String(RUNS), '--seed', SEED);
  expect(line, said).toEqual({
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
    missingInChain: 0,
    doubledInChain: 0,
    differingInChain: 0,
  });
  expect(exitCode).toBe(0);
  // Episodes in which nothing is paid, or nothing goes wrong, would prove nothing.
  const { attempts, paidAtService, givenBack } = line as Tally;
  expect(givenBack).toBeGreaterThan(RUNS / 20);
  expect(paidAtService).toBeGreaterThan(RUNS / 2);
  expect(attempts).toBeGreaterThan(paidAtService);
});

it('are counted as they were played', { timeout: 600_000 }, async () => {
  const sum = createTally();
  for (let run = 0; run < COUNTED; run += 1) {
    const { tally } = await runEpisode(`${SEED} counted/${run}`);
    for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key];
  }
  const { line } = await faults('--runs', String(COUNTED), '--seed', `${SEED} counted`);
  expect(line).toEqual({ runs: COUNTED, killed: 0, ...sum });
  expect(sum.attempts).toBeGreaterThan(0);
});

describe.skipIf(process.platform === 'win32')('with a chain', () => {
  it('end with all of it in the chain, once, whatever became of its database', LIMIT, async () => {
    const { exitCode, said, line } = await faults(
      ...['--chain', '--runs', String(CHAIN_RUNS), '--seed', SEED],
    );
    expect(isClean({ ...createTally(), ...Object(line) }), `${said}${JSON.stringify(line)}`).toBe(
      true,
    );
    expect(exitCode).toBe(0);
    expect(line).toMatchObject({ runs: CHAIN_RUNS, killed: CHAIN_RUNS / 8 });
    expect(Reflect.get(Object(line), 'attempts')).toBeGreaterThan(CHAIN_RUNS);
  });

  it('are counted where the chain lacks a row, has it twice or otherwise', LIMIT, async () => {
    const chain = await startBrokenChain();
    try {
      const spoil = async (): Promise<void> => {
        for (const sql of SPOILT) await chain.chain.database.sql(sql);
      };
      // Not of this run's seed: there must be a shift and a payment to spoil.
      const { tally } = await runEpisode('spoilt', spoil, chain);
      expect(tally.missingInChain).toBeGreaterThan(0);
      expect(tally.doubledInChain).toBeGreaterThan(0);
      expect(tally.differingInChain).toBeGreaterThan(0);
    } finally {
      await chain.close();
    }
  });
});

const SPOILT = [
  'DELETE FROM chain.shifts',
  'UPDATE chain.payments SET amount = amount + 1',
  `INSERT INTO chain.payments SELECT (jsonb_populate_record(p,
     jsonb_build_object('intent_day', p.intent_day + 1))).* FROM chain.payments p`,
];
