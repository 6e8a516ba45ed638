import { expect, it } from 'vitest';
import { silentLog } from '../../../platform/index.ts';
import { createWebhookNoticeQueue } from './webhook-notice-queue.ts';

it('reports a notice of a bill only after every earlier one, because the chain ends those with it', async () => {
  const failingKeys = new Set(['kept']);
  const handledKeys: string[] = [];
  const queue = createWebhookNoticeQueue({
    log: silentLog,
    onNotice: async ({ key }) => {
      handledKeys.push(key);
      return !failingKeys.has(key);
    },
  });
  const bill = (id: number, key: string) => ({ id, kind: 'bill', key });
  const payment = { id: 6, kind: 'transaction', key: '4711' };
  const answer = async (
    reportedIds: readonly number[],
    notices: Parameters<typeof queue.handleAnswer>[1],
  ) => {
    queue.handleAnswer(reportedIds, notices);
    await new Promise(setImmediate);
  };

  const notices = [bill(5, 'kept'), payment, bill(7, 'strange')];
  await answer([], notices);
  expect(queue.listHandledNoticeIds()).toEqual([6]);
  await answer([6], [bill(5, 'kept'), bill(7, 'strange')]);
  expect(handledKeys).toEqual(['kept', '4711', 'strange', 'kept']);
  expect(queue.listHandledNoticeIds()).toEqual([]);

  failingKeys.clear();
  await answer([], [bill(5, 'kept'), bill(7, 'strange')]);
  expect(queue.listHandledNoticeIds().toSorted()).toEqual([5, 7]);
  await answer([5, 7], []);
  expect(queue.listHandledNoticeIds()).toEqual([]);

  // A later notice of the same bill has another id; a notice that can never be handled is given up.
  failingKeys.add('kept');
  await answer([], [bill(8, 'kept'), bill(9, 'strange')]);
  expect(queue.listHandledNoticeIds()).toEqual([]);
  await answer([], [bill(9, 'strange'), bill(10, 'kept')]);
  expect(queue.listHandledNoticeIds()).toEqual([9]);
  for (let round = 0; round < 100; round += 1) await answer([9], [bill(10, 'kept')]);
  expect(queue.listHandledNoticeIds()).toEqual([10]);
});
