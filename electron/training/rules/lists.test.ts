import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceVersion } from '../../../shared/contract/index.ts';
import { type Got, type InProcess, inProcess, payment } from '../test-support.ts';

let till: InProcess;
beforeEach(() => {
  till = inProcess();
});
afterEach(() => till.close());

const pagination = (answer: Got): Record<string, unknown> =>
  JSON.parse(answer.headers['X-Pagination'] ?? 'null');
const rows = (answer: Got, name: string): Record<string, unknown>[] =>
  JSON.parse(JSON.stringify(answer.json?.[name] ?? null));

/** Payments of distinct accounts, oldest first. */
const payMany = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const external_id = `payment-${index}`;
    const account_number = String(7_000_000_000 + index);
    await till.ask('POST', '/bill/pay', {
      body: payment({ biller_id: 37, account_number, amount: 10, external_id }),
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
  it.each(READERS)('%s: four lists, utilities on four pages of 1500', async (version, method) => {
    const first = await till.ask(method, '/billers/utilities', { version });
    expect(pagination(first)).toEqual({
      total_entries: 5973,
      total_pages: 4,
      previous_page: null,
      current_page: 1,
      next_page: 2,
    });
    const ids = new Set<unknown>();
    for (const page of [1, 2, 3, 4]) {
      const answer = await till.ask(method, `/billers/utilities?page=${page}`, { version });
      for (const one of rows(answer, 'billers')) ids.add(one.id);
    }
    expect(ids.size).toBe(5973);
    const sizes = await Promise.all(
      ['topups', 'gift_cards', 'partner'].map(
        async (name) =>
          rows(await till.ask(method, `/billers/${name}`, { version }), 'billers').length,
      ),
    );
    expect(sizes).toEqual([150, 30, 10]);
  });

  it('past the end: 200, an empty list, no next page', async () => {
    const answer = await till.ask('POST', '/billers/utilities?page=9');
    expect([answer.status, rows(answer, 'billers')]).toEqual([200, []]);
    expect(pagination(answer)).toMatchObject({ current_page: 9, next_page: null });
  });

  it('a page that is no number is the first', async () => {
    for (const page of ['0', '-1', 'x', '']) {
      const answer = await till.ask('POST', `/billers/topups?page=${page}`);
      expect(pagination(answer)).toMatchObject({ current_page: 1 });
    }
  });
});

describe('transactions', () => {
  it.each(READERS)('%s: found by external_id, and by id', async (version, method) => {
    await payMany(3);
    const byExternalId = await till.ask(method, '/transactions?q%5Bexternal_id_eq%5D=payment-1', {
      version,
    });
    const found = rows(byExternalId, 'transactions');
    expect(found).toMatchObject([{ external_id: 'payment-1', biller_id: 37, status: 'sent' }]);
    expect(String(found[0]?.ticket_text)).toContain('AUTORIZACIÓN');
    const byId = await till.ask(method, `/transactions?q%5Bid_eq%5D=${String(found[0]?.id)}`, {
      version,
    });
    expect(rows(byId, 'transactions')).toEqual(found);
  });

  it('no match is 200 and an empty list; a blank or unknown filter gives everything', async () => {
    await payMany(3);
    const sizeOf = async (query: string): Promise<number> =>
      rows(await till.ask('POST', `/transactions${query}`), 'transactions').length;
    expect(await sizeOf('?q%5Bexternal_id_eq%5D=other')).toBe(0);
    expect(await sizeOf('?q%5Bexternal_id_eq%5D=')).toBe(3);
    expect(await sizeOf('?q%5Bamount_eq%5D=10')).toBe(3);
    expect(await sizeOf('')).toBe(3);
    expect(await sizeOf('?q%5Bid_eq%5D=1')).toBe(0);
  });

  it('are listed by hundreds, newest first in v1.6 and oldest first in generation 3', async () => {
    const ids = await payMany(101);
    const newest = await till.ask('POST', '/transactions');
    expect(rows(newest, 'transactions')).toHaveLength(100);
    expect(rows(newest, 'transactions')[0]?.external_id).toBe(ids[100]);
    const oldest = await till.ask('GET', '/transactions?page=2', { version: 'v3.co' });
    expect(rows(oldest, 'transactions').map((one) => one.external_id)).toEqual([ids[100]]);
    expect(pagination(oldest)).toMatchObject({
      total_entries: 101,
      previous_page: 1,
      next_page: null,
    });
  });

  it('a filter finds a row that carries exactly its value, whatever the value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 60 }), async (text) => {
        fc.pre(text.trim() !== '');
        const own = inProcess({}, till.clock);
        await own.ask('POST', '/bill/pay', { body: payment({ external_id: text }) });
        const query = new URLSearchParams({ 'q[external_id_eq]': text });
        const answer = await own.ask('POST', `/transactions?${query.toString()}`);
        own.close();
        expect(rows(answer, 'transactions').map((one) => one.external_id)).toEqual([text]);
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
  ] as const)('%s %s %s is not there', async (version, method, target) => {
    const answer = await till.ask(method, target, { version });
    expect([answer.status, answer.json]).toEqual([404, { message: 'Not Found' }]);
  });
});

describe('rates', () => {
  it('change at 05:00 EST, and only then; the same day and seed give the same', async () => {
    const rates = async (): Promise<string> => (await till.ask('POST', '/rates')).text;
    const before = await rates();
    expect(JSON.parse(before)).toMatchObject({ USD: 1 });
    expect(before).toMatch(/"RD":\d+\.\d/);
    // It is 16:00 UTC; 05:00 EST is 10:00 UTC.
    await till.clock.advance(18 * 3_600_000 - 1);
    expect(await rates()).toBe(before);
    await till.clock.advance(1);
    expect(await rates()).not.toBe(before);
    const twin = inProcess({}, till.clock);
    expect((await twin.ask('POST', '/rates')).text).toBe(await rates());
    twin.close();
  });
});
