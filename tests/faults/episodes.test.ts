import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { IS_ALL, SEED, shareOf } from '../support/share.ts';
import { episode } from './support/episode.ts';
import { emptyTally, type Tally } from './support/judge.ts';

/**
 * A share of the long form (`npm run test:faults`), by the command itself: episodes in virtual time,
 * and among them a till in a process of its own that dies by SIGKILL. Others in each run;
 * `--all` plays the long form.
 */

const COMMAND = join(import.meta.dirname, '..', '..', 'build', 'launch.mjs');
const RUNS = shareOf('storms');
const LIMIT = { timeout: IS_ALL ? 7_200_000 : 600_000 };

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
    toldWrong: 0,
  });
  expect(exitCode).toBe(0);
  // Episodes in which nothing is paid, or nothing goes wrong, would prove nothing.
  const { attempts, paidAtService } = line as Tally;
  expect(paidAtService).toBeGreaterThan(RUNS / 2);
  expect(attempts).toBeGreaterThan(paidAtService);
});

it('are counted as they were played', { timeout: 600_000 }, async () => {
  const sum = emptyTally();
  for (let run = 0; run < 3; run += 1) {
    const { tally } = await episode(`${SEED} counted/${run}`);
    for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key];
  }
  const { line } = await faults('--runs', '3', '--seed', `${SEED} counted`);
  expect(line).toEqual({ runs: 3, killed: 0, ...sum });
  expect(sum.attempts).toBeGreaterThan(3);
});
