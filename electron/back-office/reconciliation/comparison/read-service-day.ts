import { fail, ok, type Problem, type Result } from '../../../../shared/contract/index.ts';
import type { Transaction, TransactionPage } from '../../../service/index.ts';
import type { Awaitable, TimeRange } from '../types.ts';

/** The service's own list of one day and the time around it. */
export interface ServiceDay {
  /** By id; with those of a day's length around it, for transactions near midnight. */
  readonly transactions: readonly Transaction[];
  /** All of the day's rows are here: the service does not list any that is missing. */
  readonly isWhole: boolean;
}

/** 100,000 transactions in the service's pages: no more of a list is read for one day. */
const MAX_PAGES = 1000;
/** Rows of one list need not be in order to the second. */
const ORDER_MARGIN_SECONDS = 60 * 60;
const SURROUNDING_SECONDS = 24 * 60 * 60;

interface TimeSpan {
  readonly newest: number;
  readonly oldest: number;
  /** Its rows go from the newest to the oldest, or the other way round; either if it is short. */
  readonly isDescending: boolean;
  readonly isAscending: boolean;
}

/** Reads the day, and what is around it, into memory. */
export async function readServiceDay(
  readPage: (page: number) => Promise<Result<TransactionPage>>,
  range: TimeRange,
  /** Also everything from this moment on, as far as it can be read: seconds since the epoch. */
  alsoSince: number | null = null,
): Promise<Result<ServiceDay>> {
  const found = new Map<string, Transaction>();
  const read = await readServiceList(readPage, {
    since: range.since,
    alsoSince,
    mostPages: MAX_PAGES,
    keep: (transactions) => {
      for (const one of transactions) if (isNear(one, range, alsoSince)) found.set(one.id, one);
    },
  });
  if (!read.ok) return read;
  return ok({ transactions: [...found.values()], isWhole: read.value.isWhole });
}

/**
 * Reads the list from its newest end until `since` is past. It finds out which end that is, and
 * checks that the list is in order: if a page contradicts it, everything is read. `isWhole`: the
 * service lists nothing since then that was not kept.
 */
export async function readServiceList(
  readPage: (page: number) => Promise<Result<TransactionPage>>,
  walk: {
    /** Seconds since the epoch. */
    readonly since: number;
    /** Goes on as far as this moment, if nothing fails; that never makes the list less whole. */
    readonly alsoSince: number | null;
    readonly mostPages: number;
    /** Each page, as it comes; a row may come twice. */
    readonly keep: (transactions: readonly Transaction[]) => Awaitable<void>;
  },
): Promise<Result<{ readonly isWhole: boolean }>> {
  const { since, mostPages } = walk;
  const oldest = Math.min(since, walk.alsoSince ?? since);
  const spans = new Map<number, TimeSpan | null>();
  let unreadable = 0;

  const take = async (number: number): Promise<Result<TransactionPage>> => {
    const answer = await readPage(number);
    if (!answer.ok) return answer;
    unreadable += answer.value.unreadable;
    await walk.keep(answer.value.transactions);
    spans.set(number, computeSpan(answer.value));
    return answer;
  };
  const result = (isWhole: boolean): Result<{ readonly isWhole: boolean }> =>
    ok({ isWhole: isWhole && unreadable === 0 });

  const first = await take(1);
  if (!first.ok) return first;
  const pages = first.value.totalPages;
  if (pages === null) return await readToEnd(take, mostPages, result);
  if (pages <= 1) return result(true);
  const last = await take(pages);
  if (!last.ok) return last;
  const isNewestFirst = getNewestSecond(spans.get(1)) >= getNewestSecond(spans.get(pages));
  const far = spans.get(isNewestFirst ? pages : 1) ?? null;

  const isInOrder = (span: TimeSpan | null): boolean =>
    span !== null && (isNewestFirst ? span.isDescending : span.isAscending);
  let before = spans.get(isNewestFirst ? 1 : pages) ?? null;
  let isOrdered = isInOrder(before) && isInOrder(far);
  let isDayWhole: boolean | null = null;
  /** What is read farther back than the day never takes anything from the day. */
  const end = (span: TimeSpan | null): Result<{ readonly isWhole: boolean }> | null => {
    if (isOrdered && isPast(span, far, since)) isDayWhole ??= unreadable === 0;
    if (isDayWhole === null || (isOrdered && !isPast(span, far, oldest))) return null;
    return ok({ isWhole: isDayWhole });
  };
  let ended = end(before);
  for (let step = 1; ended === null && step < Math.min(pages, mostPages); step += 1) {
    const number = isNewestFirst ? step + 1 : pages - step;
    if (!spans.has(number)) {
      const page = await take(number);
      if (!page.ok && isDayWhole === null) return page;
      if (!page.ok) isOrdered = false;
    }
    const span = spans.get(number) ?? null;
    if (!isInOrder(span) || !isContinuationOf(span, before)) isOrdered = false;
    ended = end(span);
    before = span;
  }
  return ended ?? result(isDayWhole ?? pages <= mostPages);
}

/** A list without a number of pages is read to its end: an empty page, or the same page again. */
async function readToEnd(
  take: (number: number) => Promise<Result<TransactionPage>>,
  mostPages: number,
  result: (isWhole: boolean) => Result<{ readonly isWhole: boolean }>,
): Promise<Result<{ readonly isWhole: boolean }>> {
  const seen = new Set<string>();
  for (let number = 1; number <= mostPages; number += 1) {
    const page = await take(number);
    if (!page.ok) return page;
    const ids = JSON.stringify(page.value.transactions.map((one) => one.id));
    if (!page.value.hasNext || seen.has(ids)) return result(true);
    seen.add(ids);
  }
  return result(false);
}

function isContinuationOf(span: TimeSpan | null, before: TimeSpan | null): boolean {
  return span !== null && before !== null && span.newest <= before.oldest + ORDER_MARGIN_SECONDS;
}

/** Older than the day, and so is everything after it. */
function isPast(span: TimeSpan | null, far: TimeSpan | null, oldest: number): boolean {
  const end = oldest - ORDER_MARGIN_SECONDS;
  return (
    span !== null &&
    far !== null &&
    span.newest < end &&
    far.newest <= span.newest + ORDER_MARGIN_SECONDS
  );
}

function computeSpan(page: TransactionPage): TimeSpan | null {
  const seconds = page.transactions.map(toEpochSecond);
  const known = seconds.filter((second) => second !== null);
  if (known.length === 0 || known.length < seconds.length || page.unreadable > 0) return null;
  return {
    newest: Math.max(...known),
    oldest: Math.min(...known),
    isDescending: known.every(
      (second, at) => second <= (known[at - 1] ?? second) + ORDER_MARGIN_SECONDS,
    ),
    isAscending: known.every(
      (second, at) => second >= (known[at - 1] ?? second) - ORDER_MARGIN_SECONDS,
    ),
  };
}

function getNewestSecond(span: TimeSpan | null | undefined): number {
  return span?.newest ?? Number.NEGATIVE_INFINITY;
}

/** A row without a time from the service may belong to any day. */
function isNear(one: Transaction, range: TimeRange, alsoSince: number | null): boolean {
  const second = toEpochSecond(one);
  if (second === null || (alsoSince !== null && second >= alsoSince)) return true;
  return second >= range.since - SURROUNDING_SECONDS && second < range.until + SURROUNDING_SECONDS;
}

/** Seconds since the epoch; null if the service gave no time that can be read. */
export function toEpochSecond({ createdAt }: Transaction): number | null {
  return createdAt === null ? null : Math.floor(Date.parse(createdAt) / 1000);
}

/** A reader that stops when told to, however long an answer takes. */
export function toAbortableReader(
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
