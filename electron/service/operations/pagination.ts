/**
 * Reads a list to its end from any server. Reading stops at a null `next_page`, an empty page, a
 * page that was read before, or the page limit, so that no server can cause an endless loop. However
 * it ends, a list with fewer rows than its `total_entries` is not complete.
 * Without a readable `X-Pagination` the next page is requested until one of the other conditions
 * holds.
 */
import { fail, ok, type Result } from '../../../shared/contract/index.ts';
import { yieldToEventLoop } from '../../platform/index.ts';
import { isJsonObject, parseExactJson, parseInteger } from '../wire/index.ts';

export interface Pagination {
  readonly totalEntries: number | null;
  readonly totalPages: number | null;
  readonly currentPage: number | null;
  /** Null on the last page. */
  readonly nextPage: number | null;
}

export interface ListPage {
  readonly rows: readonly unknown[];
  /** Null if the answer had no readable header. */
  readonly pagination: Pagination | null;
}

export interface PagedList<P extends ListPage> {
  readonly pages: readonly P[];
  readonly rows: readonly unknown[];
  /** False if it was cut short: repeated pages, too many pages, or missing entries. */
  readonly isComplete: boolean;
}

const MAX_PAGES = 1000;

export function parsePagination(header: string | undefined): Pagination | null {
  const parsed = parseExactJson(header ?? '');
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
  /** Returns the key of a row; two pages with the same keys are one page that was sent twice. */
  readonly getRowKey: (row: unknown) => string;
  readonly onPage?: (page: P, number: number, rowsSoFar: number) => void;
  /** False if the caller only needs `onPage`: rows are then not kept in memory. */
  readonly keepsRows?: boolean;
  readonly maxPages?: number;
}): Promise<Result<PagedList<P>>> {
  const pages: P[] = [];
  const rows: unknown[] = [];
  const keepsRows = options.keepsRows ?? true;
  let count = 0;
  const seenPages = new Set<string>();
  const requestedPages = new Set<number>();
  const finish = (isComplete: boolean): Result<PagedList<P>> => ok({ pages, rows, isComplete });
  /** The last total that a header gave decides; only without one does the kind of the end. */
  const reachesTotal = (defaultValue: boolean): boolean => {
    const totals = pages.map(({ pagination }) => pagination?.totalEntries ?? null);
    const total = totals.findLast((entries) => entries !== null) ?? null;
    return total === null ? defaultValue : count >= total;
  };

  const requestPage = (page: number): Promise<Result<P>> => {
    const answer = options.readPage(page);
    // It may reject before it is awaited; it is handled then.
    answer.catch(() => {});
    return answer;
  };

  let number = 1;
  let pendingPage = requestPage(number);
  for (;;) {
    requestedPages.add(number);
    const answer = await pendingPage;
    if (!answer.ok) return fail(answer.problem);
    const page = answer.value;
    const fingerprint = JSON.stringify(page.rows.map(options.getRowKey));
    if (seenPages.has(fingerprint)) {
      // A server without paging sends the same list again: the first answer was complete.
      const isUnpaged = pages.length === 1 && pages[0]?.pagination === null;
      return finish(reachesTotal(isUnpaged));
    }
    seenPages.add(fingerprint);
    count += page.rows.length;
    pages.push(keepsRows ? page : { ...page, rows: [] });
    if (keepsRows) for (const row of page.rows) rows.push(row);

    const currentNumber = number;
    const next = page.pagination === null ? number + 1 : page.pagination.nextPage;
    const canContinue =
      page.rows.length > 0 && requestedPages.size < (options.maxPages ?? MAX_PAGES);
    const hasNext = canContinue && next !== null && next >= 1 && !requestedPages.has(next);
    if (hasNext) {
      number = next;
      // The service prepares the next page while this one is processed.
      pendingPage = requestPage(next);
      await yieldToEventLoop();
    }
    options.onPage?.(page, currentNumber, count);
    if (hasNext) continue;
    return finish(reachesTotal(next === null || page.rows.length === 0));
  }
}
