import { expect, it } from 'vitest';
import { type Cursor, cursorFrom, cursorText, everyPage, pageOf } from './index.ts';

const ROWS: readonly Cursor[] = Array.from({ length: 7 }, (_, index) => ({
  at: '2026-11-21T03:07:05.123Z',
  number: 7 - index,
}));
const read = (after: Cursor | null, limit: number): Cursor[] =>
  ROWS.filter((row) => after === null || row.number < after.number).slice(0, limit);

it.each([1, 2, 3, 6, 7, 8])('reads every row once, by pages of %i', async (limit) => {
  const pages: number[][] = [];
  for await (const rows of everyPage<Cursor, Cursor>((after) =>
    pageOf(read(after, limit + 1), limit),
  )) {
    pages.push(rows.map(({ number }) => number));
  }
  expect(pages.flat()).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect(Math.max(...pages.map((page) => page.length))).toBe(Math.min(limit, 7));
  expect(pages).toHaveLength(Math.ceil(7 / limit));
});

it('a cursor leads back to its place, and a text that is none to nothing', () => {
  for (const place of ROWS) expect(cursorFrom(cursorText(place))).toEqual(place);
  for (const text of ['', '2026', '2026-11-21T03:07:05Z/', '2026-11-21T03:07:05Z/-1', 'x/1']) {
    expect(cursorFrom(text)).toBeNull();
  }
});
