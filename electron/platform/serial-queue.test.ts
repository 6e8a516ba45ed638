import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSerialQueue, createSerialQueues } from './serial-queue.ts';

it('what is asked for under one name is done one after the other, whatever the one before met', async () => {
  const inTurn = createSerialQueues();
  const done: string[] = [];
  const work = (what: string, result: 'well' | 'badly') => async () => {
    done.push(`${what} begins`);
    // As long as the other may take to begin too early.
    await pause(5);
    done.push(`${what} ends`);
    if (result === 'badly') throw new Error(what);
    return what;
  };
  const all = await Promise.allSettled([
    inTurn('friday', work('one', 'badly')),
    inTurn('friday', work('two', 'well')),
    inTurn('friday', work('three', 'well')),
  ]);
  expect(all.map((one) => one.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(done).toEqual(
    ['one', 'two', 'three'].flatMap((what) => [`${what} begins`, `${what} ends`]),
  );
});

it('another name waits for none of them', async () => {
  const inTurn = createSerialQueues();
  let finish = (): void => {};
  const friday = inTurn('friday', () => new Promise<void>((resolve) => (finish = resolve)));
  await inTurn('saturday', async () => finish());
  await friday;
});

it('returns each task its own result in call order', async () => {
  const inTurn = createSerialQueue();
  const done: number[] = [];
  const work = (what: number, milliseconds: number) => async () => {
    await pause(milliseconds);
    done.push(what);
    if (what === 2) throw new Error('two');
    return what;
  };
  const all = await Promise.allSettled([
    inTurn(work(1, 5)),
    inTurn(work(2, 2)),
    inTurn(work(3, 0)),
  ]);
  expect(done).toEqual([1, 2, 3]);
  expect(all.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
    1,
    'failed',
    3,
  ]);
});
