import { parseArgs } from 'node:util';
import { episode } from './support/episode.ts';
import { emptyTally, isClean, type Tally } from './support/judge.ts';

/**
 * `npm run test:faults -- [--runs N] [--seed S]`: as many runs as are asked for, and one line of
 * JSON at the end. What went wrong goes to stderr with its seed, and the exit code is 1.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000)) },
    only: { type: 'string' },
  },
});

const total: Tally = emptyTally();
const runs = Number(values.runs);
const seeds =
  values.only === undefined
    ? Array.from({ length: runs }, (_, index) => `${values.seed}/${index}`)
    : [values.only];

for (const [index, seed] of seeds.entries()) {
  const { tally, wrong, version } = await episode(seed);
  for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
  if (wrong.length > 0 || !isClean(tally)) {
    process.stderr.write(
      `seed ${seed} (${version}):\n${wrong.map((one) => `  ${one}\n`).join('')}`,
    );
  }
  if ((index + 1) % 500 === 0) process.stderr.write(`${index + 1} of ${seeds.length} runs\n`);
}
process.stdout.write(`${JSON.stringify({ runs: seeds.length, ...total })}\n`);
process.exitCode = isClean(total) ? 0 : 1;
