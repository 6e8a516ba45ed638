import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceVersion } from '../../../shared/contract/index.ts';
import {
  buildPaymentBody,
  createInProcessTraining,
  type InProcessTraining,
  type TestResponse,
} from '../test-support.ts';

let till: InProcessTraining;
beforeEach(() => {
  till = createInProcessTraining();
});
afterEach(() => till.close());

const parsePagination = (answer: TestResponse): Record<string, unknown> =>
  JSON.parse(answer.headers['X-Pagination'] ?? 'null');
const getRows = (answer: TestResponse, name: string): Record<string, unknown>[] =>
  JSON.parse(JSON.stringify(answer.json?.[name] ?? null));

/** Pays to different accounts and returns the external ids, oldest first. */
const payMany = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const external_id = `payment-${index}`;
    const account_number = String(7_000_000_000 + index);
    await till.send('POST', '/bill/pay', {
      body: buildPaymentBody({ biller_id: 37, account_number, amount: 10, external_id }),
    });
    ids.push(external_id);
  }
  return ids;
};

const READERS: readonly (readonly [ServiceVersion, string])[] = [
  ['v1.6', 'POST'],
  ['v3.3', 'GET'],
  ['v3.mx', 'GET'],
  ['v3.co', 'GET'],
];

describe('biller lists', () => {
  it.each(READERS)(
    'lists billers in %s, utilities on four pages of 1500',
    async (version, method) => {
      const first = await till.send(method, '/billers/utilities', { version });
      expect(parsePagination(first)).toEqual({
        total_entries: 5988,
        total_pages: 4,
        previous_page: null,
        current_page: 1,
        next_page: 2,
      });
      const ids = new Set<unknown>();
      for (const page of [1, 2, 3, 4]) {
        const answer = await till.send(method, `/billers/utilities?page=${page}`, { version });
        for (const biller of getRows(answer, 'billers')) ids.add(biller.id);
      }
      expect(ids.size).toBe(5988);
      const sizes = await Promise.all(
        ['topups', 'gift_cards', 'partner'].map(
          async (name) =>
            getRows(await till.send(method, `/billers/${name}`, { version }), 'billers').length,
        ),
      );
      expect(sizes).toEqual([150, 30, 10]);
    },
  );

  it('answers 200 with an empty list and no next page past the end', async () => {
    const answer = await till.send('POST', '/billers/utilities?page=9');
    expect([answer.status, getRows(answer, 'billers')]).toEqual([200, []]);
    expect(parsePagination(answer)).toMatchObject({ current_page: 9, next_page: null });
  });

  it('returns the first page for an invalid page number', async () => {
    for (const page of ['0', '-1', 'x', '']) {
      const answer = await till.send('POST', `/billers/topups?page=${page}`);
      expect(parsePagination(answer)).toMatchObject({ current_page: 1 });
    }
  });
});

describe('transactions', () => {
  it.each(READERS)(
    'finds a transaction by external_id and by id in %s',
    async (version, method) => {
      await payMany(3);
      const byExternalId = await till.send(
        method,
        '/transactions?q%5Bexternal_id_eq%5D=payment-1',
        {
          version,
        },
      );
      const transactions = getRows(byExternalId, 'transactions');
      expect(transactions).toMatchObject([
        { external_id: 'payment-1', biller_id: 37, status: 'sent' },
      ]);
      expect(transactions[0]).not.toHaveProperty('ticket_text');
      const byId = await till.send(
        method,
        `/transactions?q%5Bid_eq%5D=${String(transactions[0]?.id)}`,
        {
          version,
        },
      );
      expect(getRows(byId, 'transactions')).toEqual(transactions);
    },
  );

  it('returns no rows without a match and all rows for a blank or unknown filter', async () => {
    await payMany(3);
    const countTransactions = async (query: string): Promise<number> =>
      getRows(await till.send('POST', `/transactions${query}`), 'transactions').length;
    expect(await countTransactions('?q%5Bexternal_id_eq%5D=other')).toBe(0);
    expect(await countTransactions('?q%5Bexternal_id_eq%5D=')).toBe(3);
    expect(await countTransactions('?q%5Bamount_eq%5D=10')).toBe(3);
    expect(await countTransactions('')).toBe(3);
    expect(await countTransactions('?q%5Bid_eq%5D=1')).toBe(0);
  });

  it('lists 100 transactions per page, newest first in v1.6 and oldest first in generation 3', async () => {
    const ids = await payMany(101);
    const newest = await till.send('POST', '/transactions');
    expect(getRows(newest, 'transactions')).toHaveLength(100);
    expect(getRows(newest, 'transactions')[0]?.external_id).toBe(ids[100]);
    const oldest = await till.send('GET', '/transactions?page=2', { version: 'v3.co' });
    expect(getRows(oldest, 'transactions').map((row) => row.external_id)).toEqual([ids[100]]);
    expect(parsePagination(oldest)).toMatchObject({
      total_entries: 101,
      previous_page: 1,
      next_page: null,
    });
  });

  it('finds exactly the row whose external_id equals any filter value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 60 }), async (text) => {
        fc.pre(text.trim() !== '');
        const training = createInProcessTraining({}, till.clock);
        await training.send('POST', '/bill/pay', { body: buildPaymentBody({ external_id: text }) });
        const query = new URLSearchParams({ 'q[external_id_eq]': text });
        const answer = await training.send('POST', `/transactions?${query.toString()}`);
        training.close();
        expect(getRows(answer, 'transactions').map((row) => row.external_id)).toEqual([text]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('paths', () => {
  it.each([
    ['v1.6', 'GET', '/account'],
    ['v1.6', 'POST', '/bills'],
    ['v1.6', 'POST', '/single/pay'],
    ['v3.3', 'POST', '/account'],
    ['v3.3', 'POST', '/single/consult'],
    ['v3.3', 'POST', '/single/pay'],
    ['v3.mx', 'POST', '/bill/pay'],
    ['v3.mx', 'POST', '/transaction/cancel'],
    ['v3.co', 'GET', '/billers'],
    ['v3.co', 'DELETE', '/bills'],
    ['v3.co', 'POST', '/bills/1/nothing'],
  ] as const)('answers 404 in %s for %s %s', async (version, method, target) => {
    const answer = await till.send(method, target, { version });
    expect([answer.status, answer.json]).toEqual([404, { message: 'Not Found' }]);
  });
});

describe('rates', () => {
  it('changes the rates only at 05:00 EST and returns the same rates for the same day and seed', async () => {
    const readRates = async (): Promise<string> => (await till.send('POST', '/rates')).text;
    const before = await readRates();
    expect(JSON.parse(before)).toMatchObject({ USD: 1 });
    expect(before).toMatch(/"RD":\d+\.\d/);
    // It is 16:00 UTC; 05:00 EST is 10:00 UTC.
    await till.clock.advance(18 * 3_600_000 - 1);
    expect(await readRates()).toBe(before);
    await till.clock.advance(1);
    expect(await readRates()).not.toBe(before);
    const otherService = createInProcessTraining({}, till.clock);
    expect((await otherService.send('POST', '/rates')).text).toBe(await readRates());
    otherService.close();
  });
});
