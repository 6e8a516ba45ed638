import { expect, it } from 'vitest';
import { silentLog } from '../../../platform/index.ts';
import { createNoticeQueue } from './notice-queue.ts';

it('at a bill is not done before every earlier one, which the chain takes for done with it', async () => {
  const isAway = new Set(['kept']);
  const asked: string[] = [];
  const work = createNoticeQueue({
    log: silentLog,
    onHint: async ({ key }) => {
      asked.push(key);
      return !isAway.has(key);
    },
  });
  const bill = (id: number, key: string) => ({ id, kind: 'bill', key });
  const payment = { id: 6, kind: 'transaction', key: '4711' };
  const answered = async (
    told: readonly number[],
    hints: Parameters<typeof work.handleAnswer>[1],
  ) => {
    work.handleAnswer(told, hints);
    await new Promise(setImmediate);
  };

  const hints = [bill(5, 'kept'), payment, bill(7, 'strange')];
  await answered([], hints);
  expect(work.listDone()).toEqual([6]);
  await answered([6], [bill(5, 'kept'), bill(7, 'strange')]);
  expect(asked).toEqual(['kept', '4711', 'strange', 'kept']);
  expect(work.listDone()).toEqual([]);

  isAway.clear();
  await answered([], [bill(5, 'kept'), bill(7, 'strange')]);
  expect(work.listDone().toSorted()).toEqual([5, 7]);
  await answered([5, 7], []);
  expect(work.listDone()).toEqual([]);

  // It was hinted at again, and has another number; and one that can never be read is given up.
  isAway.add('kept');
  await answered([], [bill(8, 'kept'), bill(9, 'strange')]);
  expect(work.listDone()).toEqual([]);
  await answered([], [bill(9, 'strange'), bill(10, 'kept')]);
  expect(work.listDone()).toEqual([9]);
  for (let round = 0; round < 100; round += 1) await answered([9], [bill(10, 'kept')]);
  expect(work.listDone()).toEqual([10]);
});
