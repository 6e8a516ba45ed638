import { expect, it } from 'vitest';
import { silentLog } from '../../platform/index.ts';
import { createHintWork } from './hints.ts';

it('at a bill is not done before every earlier one, which the chain takes for done with it', async () => {
  const isAway = new Set(['kept']);
  const asked: string[] = [];
  const work = createHintWork({
    log: silentLog,
    onHint: async ({ key }) => {
      asked.push(key);
      return !isAway.has(key);
    },
  });
  const bill = (id: number, key: string) => ({ id, kind: 'bill', key });
  const payment = { id: 6, kind: 'transaction', key: '4711' };
  const answered = async (told: readonly number[], hints: Parameters<typeof work.answered>[1]) => {
    work.answered(told, hints);
    await new Promise(setImmediate);
  };

  const hints = [bill(5, 'kept'), payment, bill(7, 'strange')];
  await answered([], hints);
  expect(work.done()).toEqual([6]);
  await answered([6], [bill(5, 'kept'), bill(7, 'strange')]);
  expect(asked).toEqual(['kept', '4711', 'strange', 'kept']);
  expect(work.done()).toEqual([]);

  isAway.clear();
  await answered([], [bill(5, 'kept'), bill(7, 'strange')]);
  expect(work.done().toSorted()).toEqual([5, 7]);
  await answered([5, 7], []);
  expect(work.done()).toEqual([]);

  // It was hinted at again, and has another number; and one that can never be read is given up.
  isAway.add('kept');
  await answered([], [bill(8, 'kept'), bill(9, 'strange')]);
  expect(work.done()).toEqual([]);
  await answered([], [bill(9, 'strange'), bill(10, 'kept')]);
  expect(work.done()).toEqual([9]);
  for (let round = 0; round < 100; round += 1) await answered([9], [bill(10, 'kept')]);
  expect(work.done()).toEqual([10]);
});
