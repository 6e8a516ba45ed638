import { yieldToEventLoop } from './event-loop.ts';

/** Lists that are read page by page. */

/** The end of a page: an instant, and a number that distinguishes rows of the same instant. */
export interface TimeCursor {
  readonly at: string;
  readonly number: number;
}

export function formatTimeCursor({ at, number }: TimeCursor): string {
  return `${at}/${number}`;
}

/** Null if the text is not a valid cursor. */
export function parseTimeCursor(cursor: string): TimeCursor | null {
  const [, at, number] = /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z)\/(\d{1,15})$/.exec(cursor) ?? [];
  return at === undefined || number === undefined ? null : { at, number: Number(number) };
}

export interface PageOfRows<Row, After> {
  readonly rows: readonly Row[];
  /** Null after the last page. */
  readonly nextPageStart: After | null;
}

/**
 * Builds a page from rows that were read with one more than `limit`: the extra row shows whether
 * more follow.
 */
export function toPage<Row>(rowsRead: readonly Row[], limit: number): PageOfRows<Row, Row> {
  const rows = rowsRead.slice(0, limit);
  return { rows, nextPageStart: rowsRead.length > limit ? (rows.at(-1) ?? null) : null };
}

/** The longest time that reading one page may block main, in milliseconds. */
const MAX_PAGE_READ_MS = 8;
const MIN_PAGE_ROWS = 5;

/**
 * Reads every page, each of at most `maxRows` rows, and lets other work run between two pages. On a
 * slow disk the pages get shorter: after a slow page the next limit is half, after a fast one it is
 * double.
 */
export async function* iteratePages<Row, After>(
  readPage: (after: After | null, limit: number) => PageOfRows<Row, After>,
  maxRows: number,
  now: () => number = () => performance.now(),
): AsyncGenerator<readonly Row[]> {
  let after: After | null = null;
  let limit = maxRows;
  do {
    const startedAt = now();
    const result = readPage(after, limit);
    const elapsed = now() - startedAt;
    if (elapsed > MAX_PAGE_READ_MS) limit = Math.max(Math.min(MIN_PAGE_ROWS, maxRows), limit >> 1);
    else if (elapsed < MAX_PAGE_READ_MS / 2) limit = Math.min(maxRows, limit * 2);
    yield result.rows;
    after = result.nextPageStart;
    await yieldToEventLoop();
  } while (after !== null);
}
