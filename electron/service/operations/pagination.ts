/**
 * Reading a list to its end, on every server. It stops at a null `next_page`, at an empty page, at
 * a page that was read before, and at a bound of pages; no answer of a server makes it go on for
 * ever. Without a readable `X-Pagination` the next page is asked for until one of these is met.
 */
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import { yieldToEventLoop } from '../../platform/index.ts';
import { isJsonObject, parseExactJson, parseInteger } from '../wire/index.ts';

export interface Pagination {
  readonly totalEntries: number | null;
  readonly totalPages: number | null;
  readonly currentPage: number | null;
  /** Null: there is none. */
  readonly nextPage: number | null;
}

export interface ListPage {
  readonly rows: readonly unknown[];
  /** Null if the answer had no header, or one that cannot be read. */
  readonly pagination: Pagination | null;
}

export interface PagedList<P extends ListPage> {
  readonly pages: readonly P[];
  readonly rows: readonly unknown[];
  /** False when it was cut short: pages that repeat, too many pages, entries that are missing. */
  readonly isComplete: boolean;
}

const MAX_PAGES = 1000;

export function parsePagination(header: string | undefined): Pagination | null {
  if (header === undefined) return null;
  const parsed = parseExactJson(header);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const fields = parsed.value;
  if (!('next_page' in fields)) return null;
  return {
    totalEntries: parseInteger(fields.total_entries),
    totalPages: parseInteger(fields.total_pages),
    currentPage: parseInteger(fields.current_page),
    nextPage: parseInteger(fields.next_page),
  };
}

export async function readAllPages<P extends ListPage>(options: {
  readonly readPage: (number: number) => Promise<Result<P>>;
  /** The key of a row; two pages with the same keys are one page, sent twice. */
  readonly keyOf: (row: unknown) => string;
  readonly onPage?: (page: P, number: number, rowsSoFar: number) => void;
  /** False where `onPage` takes all that is wanted: the rows of thousands are not held to the end. */
  readonly keepsRows?: boolean;
  readonly mostPages?: number;
}): Promise<Result<PagedList<P>>> {
  const pages: P[] = [];
  const rows: unknown[] = [];
  const keepsRows = options.keepsRows ?? true;
  let count = 0;
  const seenPages = new Set<string>();
  const asked = new Set<number>();
  const end = (isComplete: boolean): Result<PagedList<P>> => ok({ pages, rows, isComplete });
  /** A list that ended otherwise than by its own word is measured by the total that it names. */
  const reachesTotal = (ifNoneNamed: boolean): boolean => {
    const total = pages.at(-1)?.pagination?.totalEntries ?? null;
    return total === null ? ifNoneNamed : count >= total;
  };

  const ask = (page: number): Promise<Result<P>> => {
    const answer = options.readPage(page);
    // It may come before it is waited for; then it is looked at all the same.
    answer.catch(() => {});
    return answer;
  };

  let number = 1;
  let coming = ask(number);
  for (;;) {
    asked.add(number);
    const answer = await coming;
    if (!answer.ok) return fail(answer.problem);
    const page = answer.value;
    const fingerprint = JSON.stringify(page.rows.map(options.keyOf));
    if (page.rows.length > 0 && seenPages.has(fingerprint)) {
      // A server that knows no pages sends the same list again: it was whole the first time.
      const knowsNoPages = pages.length === 1 && pages[0]?.pagination === null;
      return end(reachesTotal(knowsNoPages));
    }
    seenPages.add(fingerprint);
    count += page.rows.length;
    pages.push(keepsRows ? page : { ...page, rows: [] });
    if (keepsRows) for (const row of page.rows) rows.push(row);

    const read = number;
    const next = page.pagination === null ? number + 1 : page.pagination.nextPage;
    const mayFollow = page.rows.length > 0 && asked.size < (options.mostPages ?? MAX_PAGES);
    const follows = mayFollow && next !== null && next >= 1 && !asked.has(next);
    if (follows) {
      number = next;
      // The service makes the next page while this one is worked on.
      coming = ask(next);
      await yieldToEventLoop();
    }
    options.onPage?.(page, read, count);
    if (follows) continue;
    if (page.rows.length === 0) return end(reachesTotal(true));
    return end(next === null || reachesTotal(false));
  }
}
