import { expect, it } from 'vitest';
import {
  formatTimeCursor,
  iteratePages,
  parseTimeCursor,
  type TimeCursor,
  toPage,
} from './index.ts';

const ROWS: readonly TimeCursor[] = Array.from({ length: 7 }, (_, index) => ({
  at: '2026-11-21T03:07:05.123Z',
  number: 7 - index,
}));
const read = (after: TimeCursor | null, limit: number): TimeCursor[] =>
  ROWS.filter((row) => after === null || row.number < after.number).slice(0, limit);

it.each([1, 2, 3, 6, 7, 8])('reads every row once in pages of %i', async (limit) => {
  const pages: number[][] = [];
  const page = (after: TimeCursor | null, maxRows: number) =>
    toPage(read(after, maxRows + 1), maxRows);
  for await (const rows of iteratePages<TimeCursor, TimeCursor>(page, limit)) {
    pages.push(rows.map(({ number }) => number));
  }
  expect(pages.flat()).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(Math.max(...pages.map((page) => page.length))).toBe(Math.min(limit, 7));
  expect(pages).toHaveLength(Math.ceil(7 / limit));
});

it('requests fewer rows after a slow page and more after a fast one', async () => {
  const limits: number[] = [];
  let now = 0;
  const page = (after: number | null, limit: number) => {
    const from = after ?? 0;
    limits.push(limit);
    // Rows 100 to 299 take a millisecond each.
    now += from >= 100 && from < 300 ? limit : 0.01 * limit;
    return { rows: [from], nextPageStart: from > 600 ? null : from + limit };
  };
  for await (const _ of iteratePages<number, number>(page, 50, () => now));
  expect(limits.slice(0, 6)).toEqual([50, 50, 50, 25, 12, 6]);
  expect(Math.max(...limits.slice(6, 20))).toBeLessThanOrEqual(12);
  expect(limits.at(-1)).toBe(50);
});

it('parses a formatted cursor and returns null for any other text', () => {
  for (const cursor of ROWS) expect(parseTimeCursor(formatTimeCursor(cursor))).toEqual(cursor);
  for (const text of ['', '2026', '2026-11-21T03:07:05Z/', '2026-11-21T03:07:05Z/-1', 'x/1']) {
    expect(parseTimeCursor(text)).toBeNull();
  }
});
