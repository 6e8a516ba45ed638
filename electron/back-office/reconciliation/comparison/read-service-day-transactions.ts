import { fail, ok, type Problem, type Result } from '../../../../shared/contract/index.ts';
import type { ServiceTransaction, TransactionPage } from '../../../service/index.ts';
import type { Awaitable, TimeRange } from '../types.ts';

/** The service's own list of one day and the surrounding time. */
export interface ServiceDayTransactions {
  /** Unique by id; includes one day before and after, for transactions near midnight. */
  readonly transactions: readonly ServiceTransaction[];
  /** Whether all of the day's rows are included: the service lists no others. */
  readonly isWhole: boolean;
}

/** 100,000 transactions in the service's page size: the most to read for one day. */
const MAX_PAGES = 1000;
/** Rows of a list are in order only approximately. */
const ORDER_MARGIN_SECONDS = 60 * 60;
const SURROUNDING_SECONDS = 24 * 60 * 60;

interface TimeSpan {
  readonly newest: number;
  readonly oldest: number;
  /**
   * Whether the rows go from newest to oldest, or from oldest to newest; both may be true for a
   * short page.
   */
  readonly isDescending: boolean;
  readonly isAscending: boolean;
}

/** Reads the day and the surrounding time into memory. */
export async function readServiceDayTransactions(
  readPage: (page: number) => Promise<Result<TransactionPage>>,
  range: TimeRange,
  /** Also reads everything from this time on, if possible: seconds since the epoch. */
  alsoSinceSecond: number | null = null,
): Promise<Result<ServiceDayTransactions>> {
  const byId = new Map<string, ServiceTransaction>();
  const read = await readServiceTransactions(readPage, {
    sinceSecond: range.since,
    alsoSinceSecond,
    maxPages: MAX_PAGES,
    onPage: (transactions) => {
      for (const transaction of transactions)
        if (isNear(transaction, range, alsoSinceSecond)) byId.set(transaction.id, transaction);
    },
  });
  if (!read.ok) return read;
  return ok({ transactions: [...byId.values()], isWhole: read.value.isWhole });
}

/**
 * Reads the list from its newest end until `sinceSecond` is passed. It detects which end is the newest,
 * and checks that the list is in order: if a page contradicts that, it reads everything. `isWhole`:
 * the service lists nothing since then that was not passed to `onPage`. A list that is shorter than its
 * `total_entries` is not whole.
 */
export async function readServiceTransactions(
  readPage: (page: number) => Promise<Result<TransactionPage>>,
  options: {
    /** Seconds since the epoch. */
    readonly sinceSecond: number;
    /** Continues back to this time; a failure there does not make `isWhole` false. */
    readonly alsoSinceSecond: number | null;
    readonly maxPages: number;
    /** Called with each page; a row may occur twice. */
    readonly onPage: (transactions: readonly ServiceTransaction[]) => Awaitable<void>;
  },
): Promise<Result<{ readonly isWhole: boolean }>> {
  const { sinceSecond, maxPages } = options;
  const oldest = Math.min(sinceSecond, options.alsoSinceSecond ?? sinceSecond);
  const spans = new Map<number, TimeSpan | null>();
  /** By content, so that a page that was sent twice counts once. */
  const rowCounts = new Map<string, number>();
  let unreadable = 0;
  let pageCount = 0;
  /** The first total: rows that are added later may be missing. */
  let total: number | null = null;

  const readAndKeep = async (number: number): Promise<Result<TransactionPage>> => {
    const page = await readPage(number);
    if (!page.ok) return page;
    unreadable += page.value.unreadableCount;
    total ??= page.value.totalEntries;
    const { transactions } = page.value;
    const ids = JSON.stringify(transactions.map(({ id }) => id));
    rowCounts.set(ids, transactions.length + page.value.unreadableCount);
    await options.onPage(page.value.transactions);
    spans.set(number, computeSpan(page.value));
    return page;
  };
  /** False if the list, with unread pages as long as the longest read one, is below its total. */
  const canReachTotal = (): boolean => {
    const counts = [...rowCounts.values()];
    const readCount = counts.reduce((sum, count) => sum + count, 0);
    const unreadPages = Math.max(0, pageCount - spans.size);
    return readCount + unreadPages * Math.max(...counts) >= (total ?? 0);
  };
  const toResult = (isWhole: boolean): Result<{ readonly isWhole: boolean }> =>
    ok({ isWhole: isWhole && unreadable === 0 && canReachTotal() });

  const first = await readAndKeep(1);
  if (!first.ok) return first;
  const pages = first.value.totalPages;
  if (pages === null) return await readToEnd(readAndKeep, maxPages, toResult);
  pageCount = pages;
  if (pages <= 1) return toResult(!first.value.hasNext);
  const last = await readAndKeep(pages);
  if (!last.ok) return last;
  const isNewestFirst = getNewestSecond(spans.get(1)) >= getNewestSecond(spans.get(pages));
  const farSpan = spans.get(isNewestFirst ? pages : 1) ?? null;

  const isInOrder = (span: TimeSpan | null): boolean =>
    span !== null && (isNewestFirst ? span.isDescending : span.isAscending);
  let previous = spans.get(isNewestFirst ? 1 : pages) ?? null;
  let isOrdered = isInOrder(previous) && isInOrder(farSpan);
  let isDayWhole: boolean | null = null;
  /** Reading farther back than the day does not affect whether the day is whole. */
  const findResult = (span: TimeSpan | null): Result<{ readonly isWhole: boolean }> | null => {
    if (isOrdered && isPast(span, farSpan, sinceSecond))
      isDayWhole ??= unreadable === 0 && canReachTotal();
    if (isDayWhole === null || (isOrdered && !isPast(span, farSpan, oldest))) return null;
    return ok({ isWhole: isDayWhole });
  };
  let result = findResult(previous);
  for (let step = 1; result === null && step < Math.min(pages, maxPages); step += 1) {
    const number = isNewestFirst ? step + 1 : pages - step;
    if (!spans.has(number)) {
      const page = await readAndKeep(number);
      if (!page.ok && isDayWhole === null) return page;
      if (!page.ok) isOrdered = false;
    }
    const span = spans.get(number) ?? null;
    if (!isInOrder(span) || !isContinuing(span, previous)) isOrdered = false;
    result = findResult(span);
    previous = span;
  }
  if (result !== null) return result;
  return isDayWhole === null ? toResult(pages <= maxPages) : ok({ isWhole: isDayWhole });
}

/** A list without a page count ends with an empty page or a repeated page. */
async function readToEnd(
  readAndKeep: (number: number) => Promise<Result<TransactionPage>>,
  maxPages: number,
  toResult: (isWhole: boolean) => Result<{ readonly isWhole: boolean }>,
): Promise<Result<{ readonly isWhole: boolean }>> {
  const seenPages = new Set<string>();
  for (let number = 1; number <= maxPages; number += 1) {
    const page = await readAndKeep(number);
    if (!page.ok) return page;
    const ids = JSON.stringify(page.value.transactions.map((transaction) => transaction.id));
    if (!page.value.hasNext || seenPages.has(ids)) return toResult(true);
    seenPages.add(ids);
  }
  return toResult(false);
}

function isContinuing(span: TimeSpan | null, previous: TimeSpan | null): boolean {
  return (
    span !== null && previous !== null && span.newest <= previous.oldest + ORDER_MARGIN_SECONDS
  );
}

/** True if this page and all after it are older than `oldest`. */
function isPast(span: TimeSpan | null, farSpan: TimeSpan | null, oldest: number): boolean {
  const limit = oldest - ORDER_MARGIN_SECONDS;
  return (
    span !== null &&
    farSpan !== null &&
    span.newest < limit &&
    farSpan.newest <= span.newest + ORDER_MARGIN_SECONDS
  );
}

function computeSpan(page: TransactionPage): TimeSpan | null {
  const seconds = page.transactions.map(getCreatedEpochSecond);
  const knownSeconds = seconds.filter((second) => second !== null);
  if (knownSeconds.length === 0 || knownSeconds.length < seconds.length || page.unreadableCount > 0)
    return null;
  return {
    newest: Math.max(...knownSeconds),
    oldest: Math.min(...knownSeconds),
    isDescending: knownSeconds.every(
      (second, index) => second <= (knownSeconds[index - 1] ?? second) + ORDER_MARGIN_SECONDS,
    ),
    isAscending: knownSeconds.every(
      (second, index) => second >= (knownSeconds[index - 1] ?? second) - ORDER_MARGIN_SECONDS,
    ),
  };
}

function getNewestSecond(span: TimeSpan | null | undefined): number {
  return span?.newest ?? Number.NEGATIVE_INFINITY;
}

/** A row without a time of the service may belong to any day. */
function isNear(
  transaction: ServiceTransaction,
  range: TimeRange,
  alsoSince: number | null,
): boolean {
  const second = getCreatedEpochSecond(transaction);
  if (second === null || (alsoSince !== null && second >= alsoSince)) return true;
  return second >= range.since - SURROUNDING_SECONDS && second < range.until + SURROUNDING_SECONDS;
}

/** Returns seconds since the epoch; null if the service gave no readable time. */
export function getCreatedEpochSecond({ createdAt }: ServiceTransaction): number | null {
  return createdAt === null ? null : Math.floor(Date.parse(createdAt) / 1000);
}

/** Wraps a page reader so that it returns a `stopped` problem at once when `signal` aborts. */
export function toAbortablePageReader(
  readPage: (page: number) => Promise<Result<TransactionPage>>,
  signal: AbortSignal,
): (page: number) => Promise<Result<TransactionPage>> {
  const stopped = fail<Problem>({ kind: 'upload', reason: 'stopped', fingerprint: null });
  return (page) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return resolve(stopped);
      const stop = (): void => resolve(stopped);
      signal.addEventListener('abort', stop, { once: true });
      readPage(page)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', stop));
    });
}
