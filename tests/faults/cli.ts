import { parseArgs } from 'node:util';
import { episode } from './support/episode.ts';
import { emptyTally, isClean, type Tally } from './support/judge.ts';
import { killedEpisode } from './support/killed.ts';

/**
 * `npm run test:faults -- [--runs N] [--seed S]`: as many runs as are asked for, and one line of
 * JSON at the end. One run in fifty is a till in a process of its own that dies by SIGKILL. What went wrong goes to stderr with its seed, and the exit code is 1.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000)) },
    only: { type: 'string' },
  },
});

const KILLED_ONE_IN = 50;

const total: Tally = emptyTally();
const runs = Number(values.runs);
const seeds =
  values.only === undefined
    ? Array.from({ length: runs }, (_, index) => seedOf(index))
    : [values.only];

let killed = 0;
for (const [index, seed] of seeds.entries()) {
  const isKilled = seed.startsWith('killed/');
  const { tally, wrong, version } = await (isKilled ? killedEpisode(seed) : episode(seed));
  if (isKilled) killed += 1;
  for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
  if (wrong.length > 0 || !isClean(tally)) {
    process.stderr.write(
      `seed ${seed} (${version}):\n${wrong.map((one) => `  ${one}\n`).join('')}`,
    );
  }
  if ((index + 1) % 500 === 0) process.stderr.write(`${index + 1} of ${seeds.length} runs\n`);
}
process.stdout.write(`${JSON.stringify({ runs: seeds.length, killed, ...total })}\n`);
process.exitCode = isClean(total) ? 0 : 1;

function seedOf(index: number): string {
  const seed = `${values.seed}/${index}`;
  return index % KILLED_ONE_IN === KILLED_ONE_IN - 1 ? `killed/${seed}` : seed;
}
