import { expect, it } from 'vitest';
import { createVirtualClock } from '../../platform/index.ts';
import { runWithHangGuard } from './run-with-hang-guard.ts';

it('returns the result or the error of work that ends in time', async () => {
  const clock = createVirtualClock();
  expect(await runWithHangGuard('/a', clock, 100, async () => 7)).toEqual({
    end: 'done',
    value: 7,
  });
  expect(clock.pendingTimerCount).toBe(0);
  const failing = runWithHangGuard('/a', clock, 100, async () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
});

it('abandons late work, and starts no more work at its place until it returns', async () => {
  const clock = createVirtualClock();
  let finish = (): void => {};
  let startCount = 0;
  let wasLate: boolean | null = null;
  const runSlowly = (): Promise<string> =>
    runWithHangGuard('/share', clock, 100, async (isLate) => {
      startCount += 1;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      wasLate = isLate();
      return 'at last';
    }).then(({ end }) => end);
  const first = runSlowly();
  await clock.advance(100);
  expect(await first).toBe('late');
  expect(await runSlowly()).toBe('stuck');
  expect(startCount).toBe(1);
  // Other places are not affected.
  expect(await runWithHangGuard('/other', clock, 100, async () => 1)).toEqual({
    end: 'done',
    value: 1,
  });
  finish();
  await clock.advance(0);
  expect(wasLate).toBe(true);
  const secondRun = runSlowly();
  expect(startCount).toBe(2);
  finish();
  expect(await secondRun).toBe('done');
});
