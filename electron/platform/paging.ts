import { yieldToEventLoop } from './event-loop.ts';

/** Lists that are read a page at a time: the end of a page, and the next page. */

/** The end of a page: an instant, and a number that tells rows of one instant apart. */
export interface Cursor {
  readonly at: string;
  readonly number: number;
}

export function formatCursor({ at, number }: Cursor): string {
  return `${at}/${number}`;
}

/** Null if the text is no cursor of ours. */
export function parseCursor(cursor: string): Cursor | null {
  const [, at, number] = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z)\/(\d{1,15})$/.exec(cursor) ?? [];
  return at === undefined || number === undefined ? null : { at, number: Number(number) };
}

export interface Page<Row, After> {
  readonly rows: readonly Row[];
  /** Null after the last one. */
  readonly next: After | null;
}

/**
 * A page of what is read with one row more than it shows: by that one it is known whether more
 * come.
 */
export function toPage<Row>(read: readonly Row[], limit: number): Page<Row, Row> {
  const rows = read.slice(0, limit);
  return { rows, next: read.length > limit ? (rows.at(-1) ?? null) : null };
}

/** How long the reading of one page may hold up the counter, in milliseconds. */
const MAX_PAGE_READ_MS = 8;
const MIN_PAGE_ROWS = 5;

/**
 * Every page, of at most so many rows; a million of them do not hold up the counter, which has its
 * turn between two pages. Where the disk is slow, pages get shorter: after one that took long, the
 * next asks for half as many rows, and for twice as many again after a quick one.
 */
export async function* iteratePages<Row, After>(
  page: (after: After | null, limit: number) => Page<Row, After>,
  most: number,
  now: () => number = () => performance.now(),
): AsyncGenerator<readonly Row[]> {
  let after: After | null = null;
  let limit = most;
  do {
    const began = now();
    const found = page(after, limit);
    const took = now() - began;
    if (took > MAX_PAGE_READ_MS) limit = Math.max(Math.min(MIN_PAGE_ROWS, most), limit >> 1);
    else if (took < MAX_PAGE_READ_MS / 2) limit = Math.min(most, limit * 2);
    yield found.rows;
    after = found.next;
    await yieldToEventLoop();
  } while (after !== null);
}
