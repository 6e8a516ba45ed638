import { expect, it } from 'vitest';
import { createVirtualClock } from '../../../platform/index.ts';
import { createWatchdog, MAX_STEP_MS } from './watchdog.ts';

it('ends a step that goes on slowly without end', async () => {
  const clock = createVirtualClock();
  let endCount = 0;
  const watchdog = createWatchdog(clock, new AbortController().signal, () => {
    endCount += 1;
  });
  let result = 'running';
  const step = watchdog.runWithin(30_000, new Promise(() => {})).catch((error: unknown) => {
    result = String(error);
  });
  const startedAt = clock.uptime();
  while (result === 'running' && clock.uptime() - startedAt < 2 * MAX_STEP_MS) {
    await clock.advance(20_000);
    watchdog.restartTimer();
    await Promise.resolve();
  }
  await step;
  expect(result).toContain('silent');
  expect(endCount).toBe(1);
  expect(clock.uptime() - startedAt).toBeLessThan(MAX_STEP_MS + 60_000);
});
