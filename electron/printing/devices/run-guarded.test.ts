import { expect, it } from 'vitest';
import { createVirtualClock } from '../../platform/index.ts';
import { runGuarded } from './run-guarded.ts';

it('answers what the work does in its time', async () => {
  const clock = createVirtualClock();
  expect(await runGuarded('/a', clock, 100, async () => 7)).toEqual({ end: 'done', value: 7 });
  expect(clock.pending).toBe(0);
  const failing = runGuarded('/a', clock, 100, async () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
});

it('gives up what is late, and begins nothing more there until it is back', async () => {
  const clock = createVirtualClock();
  let finish = (): void => {};
  let begun = 0;
  let wasLate: boolean | null = null;
  const slow = (): Promise<string> =>
    runGuarded('/share', clock, 100, async (isLate) => {
      begun += 1;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      wasLate = isLate();
      return 'at last';
    }).then(({ end }) => end);
  const first = slow();
  await clock.advance(100);
  expect(await first).toBe('late');
  expect(await slow()).toBe('stuck');
  expect(begun).toBe(1);
  // Other places are not held up by it.
  expect(await runGuarded('/other', clock, 100, async () => 1)).toEqual({ end: 'done', value: 1 });
  finish();
  await clock.advance(0);
  expect(wasLate).toBe(true);
  const again = slow();
  expect(begun).toBe(2);
  finish();
  expect(await again).toBe('done');
});
