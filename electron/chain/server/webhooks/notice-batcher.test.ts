import { expect, it } from 'vitest';
import { createWebhookNoticeBatcher } from './notice-batcher.ts';

it('saves fewer notices at once after a commit that failed, until commits succeed', async () => {
  let maxNotices = 30;
  const sizes: number[] = [];
  const batcher = createWebhookNoticeBatcher(async (notices) => {
    sizes.push(notices.length);
    return notices.length <= maxNotices;
  });
  const saveEach = (keys: readonly number[]): Promise<boolean[]> =>
    Promise.all(keys.map((key) => batcher.save([{ kind: 'bill', key: String(key) }])));
  // As a sender does, those that were refused are sent again.
  let keys = Array.from({ length: 400 }, (_, key) => key);
  for (let attempt = 0; attempt < 40 && keys.length > 0; attempt += 1) {
    const areSaved = await saveEach(keys);
    keys = keys.filter((_, index) => areSaved[index] !== true);
  }
  expect(keys).toEqual([]);
  maxNotices = 1_000;
  sizes.splice(0);
  const areSaved = await saveEach(Array.from({ length: 800 }, (_, key) => key));
  expect(new Set(areSaved)).toEqual(new Set([true]));
  expect(Math.max(...sizes)).toBe(200);
});
