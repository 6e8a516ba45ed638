import { yieldToEventLoop } from './event-loop.ts';

/** Lists that are read a page at a time: the end of a page, and the next page. */

/** The end of a page: an instant, and a number that tells rows of one instant apart. */
export interface Cursor {
  readonly at: string;
  readonly number: number;
}

export function cursorText({ at, number }: Cursor): string {
  return `${at}/${number}`;
}

/** Null if the text is no cursor of ours. */
export function cursorFrom(cursor: string): Cursor | null {
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
export function pageOf<Row>(read: readonly Row[], limit: number): Page<Row, Row> {
  const rows = read.slice(0, limit);
  return { rows, next: read.length > limit ? (rows.at(-1) ?? null) : null };
}

/**
 * Every page; a million rows do not hold up the counter, which has its turn between two of them.
 */
export async function* everyPage<Row, After>(
  page: (after: After | null) => Page<Row, After>,
): AsyncGenerator<readonly Row[]> {
  let after: After | null = null;
  do {
    const found = page(after);
    yield found.rows;
    after = found.next;
    await yieldToEventLoop();
  } while (after !== null);
}
