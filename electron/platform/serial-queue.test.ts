import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createNamedSerialQueues, createSerialQueue } from './serial-queue.ts';

it('runs tasks of one name one after the other, even after a task fails', async () => {
  const runSerially = createNamedSerialQueues();
  const events: string[] = [];
  const createTask = (name: string, result: 'well' | 'badly') => async () => {
    events.push(`${name} begins`);
    // Long enough for the next task to begin too early.
    await pause(5);
    events.push(`${name} ends`);
    if (result === 'badly') throw new Error(name);
    return name;
  };
  const results = await Promise.allSettled([
    runSerially('friday', createTask('one', 'badly')),
    runSerially('friday', createTask('two', 'well')),
    runSerially('friday', createTask('three', 'well')),
  ]);
  expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(events).toEqual(
    ['one', 'two', 'three'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

it('runs a task of another name without waiting for earlier ones', async () => {
  const runSerially = createNamedSerialQueues();
  let finish = (): void => {};
  const friday = runSerially('friday', () => new Promise<void>((resolve) => (finish = resolve)));
  await runSerially('saturday', async () => finish());
  await friday;
});

it('returns each task its own result in call order', async () => {
  const runSerially = createSerialQueue();
  const events: number[] = [];
  const createTask = (name: number, milliseconds: number) => async () => {
    await pause(milliseconds);
    events.push(name);
    if (name === 2) throw new Error('two');
    return name;
  };
  const results = await Promise.allSettled([
    runSerially(createTask(1, 5)),
    runSerially(createTask(2, 2)),
    runSerially(createTask(3, 0)),
  ]);
  expect(events).toEqual([1, 2, 3]);
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
  ).toEqual([1, 'failed', 3]);
});
