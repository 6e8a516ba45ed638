import { expect, it } from 'vitest';
import { createVirtualClock } from '../../platform/index.ts';
import { startRepeatingTask } from './repeated-work.ts';

const MINUTE_MS = 60_000;

it.each([
  ['hourly', 60 * MINUTE_MS, [0, 1, 2, 62]],
  ['of every ten seconds', 10_000, [0, 1 / 6, 2 / 6, 3 / 6]],
])('repeats work %s after a minute at most if it failed', async (_name, intervalMs, minutes) => {
  const clock = createVirtualClock(0);
  const runs: number[] = [];
  const errors: unknown[] = [];
  const task = startRepeatingTask({
    clock,
    intervalMs,
    runOnce: async () => {
      runs.push(clock.now() / MINUTE_MS);
      if (runs.length < 3) throw new Error('no connection');
    },
    onFailure: (error) => errors.push(error),
  });
  await clock.advance(62 * MINUTE_MS);
  await task.stop();
  expect(runs.slice(0, 4)).toEqual(minutes);
  expect(errors).toHaveLength(2);
});
