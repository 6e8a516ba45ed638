import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import type { Transaction, TransactionPage } from '../../service/index.ts';
import type { DayRange } from '../types.ts';

/** The service's own list of one day and the time around it. */
export interface ServiceDay {
  /** By id; with those of a day's length around it, for transactions near midnight. */
  readonly transactions: readonly Transaction[];
  /** All of the day's rows are here: the service does not list any that is missing. */
  readonly isWhole: boolean;
}

/** 100,000 transactions in the service's pages: no more of a list is read for one day. */
const MOST_PAGES = 1000;
/** Rows of one list need not be in order to the second. */
const MARGIN = 60 * 60;
const AROUND = 24 * 60 * 60;

interface Span {
  readonly newest: number;
  readonly oldest: number;
  /** Its rows go from the newest to the oldest, or the other way round; either if it is short. */
  readonly falls: boolean;
  readonly rises: boolean;
}

/**
 * Reads the list from its newest end until the day is past. It finds out which end that is, and
 * checks that the list is in order: if a page contradicts it, everything is read.
 */
export async function readServiceDay(
  readPage: (page: number) => Promise<Result<TransactionPage>>,
  range: DayRange,
): Promise<Result<ServiceDay>> {
  const found = new Map<string, Transaction>();
  const spans = new Map<number, Span | null>();
  let unreadable = 0;

  const take = async (number: number): Promise<Result<TransactionPage>> => {
    const answer = await readPage(number);
    if (!answer.ok) return answer;
    unreadable += answer.value.unreadable;
    for (const one of answer.value.transactions) if (isNear(one, range)) found.set(one.id, one);
    spans.set(number, spanOf(answer.value));
    return answer;
  };
  const result = (isWhole: boolean): Result<ServiceDay> =>
    ok({ transactions: [...found.values()], isWhole: isWhole && unreadable === 0 });

  const first = await take(1);
  if (!first.ok) return first;
  const pages = first.value.totalPages;
  if (pages === null) return await readOn(take, result);
  if (pages <= 1) return result(true);
  const last = await take(pages);
  if (!last.ok) return last;
  const isNewestFirst = newestOf(spans.get(1)) >= newestOf(spans.get(pages));
  const far = spans.get(isNewestFirst ? pages : 1) ?? null;

  const isInOrder = (span: Span | null): boolean =>
    span !== null && (isNewestFirst ? span.falls : span.rises);
  let before = spans.get(isNewestFirst ? 1 : pages) ?? null;
  let isOrdered = isInOrder(before) && isInOrder(far);
  if (isOrdered && isPast(before, far, range)) return result(true);
  for (let step = 1; step < Math.min(pages, MOST_PAGES); step += 1) {
    const number = isNewestFirst ? step + 1 : pages - step;
    if (!spans.has(number)) {
      const page = await take(number);
      if (!page.ok) return page;
    }
    const span = spans.get(number) ?? null;
    if (!isInOrder(span) || !follows(span, before)) isOrdered = false;
    if (isOrdered && isPast(span, far, range)) return result(true);
    before = span;
  }
  return result(pages <= MOST_PAGES);
}

/** A list without a number of pages is read to its end: an empty page, or the same page again. */
async function readOn(
  take: (number: number) => Promise<Result<TransactionPage>>,
  result: (isWhole: boolean) => Result<ServiceDay>,
): Promise<Result<ServiceDay>> {
  const seen = new Set<string>();
  for (let number = 1; number <= MOST_PAGES; number += 1) {
    const page = await take(number);
    if (!page.ok) return page;
    const ids = JSON.stringify(page.value.transactions.map((one) => one.id));
    if (!page.value.hasNext || seen.has(ids)) return result(true);
    seen.add(ids);
  }
  return result(false);
}

function follows(span: Span | null, before: Span | null): boolean {
  return span !== null && before !== null && span.newest <= before.oldest + MARGIN;
}

/** Older than the day, and so is everything after it. */
function isPast(span: Span | null, far: Span | null, range: DayRange): boolean {
  const end = range.since - MARGIN;
  return span !== null && far !== null && span.newest < end && far.newest <= span.newest + MARGIN;
}

function spanOf(page: TransactionPage): Span | null {
  const seconds = page.transactions.map(secondOf);
  const known = seconds.filter((second) => second !== null);
  if (known.length === 0 || known.length < seconds.length || page.unreadable > 0) return null;
  return {
    newest: Math.max(...known),
    oldest: Math.min(...known),
    falls: known.every((second, at) => second <= (known[at - 1] ?? second) + MARGIN),
    rises: known.every((second, at) => second >= (known[at - 1] ?? second) - MARGIN),
  };
}

function newestOf(span: Span | null | undefined): number {
  return span?.newest ?? Number.NEGATIVE_INFINITY;
}

/** A row without a time from the service may belong to any day. */
function isNear(one: Transaction, range: DayRange): boolean {
  const second = secondOf(one);
  return second === null || (second >= range.since - AROUND && second < range.until + AROUND);
}

/** Seconds since the epoch; null if the service gave no time that can be read. */
export function secondOf({ createdAt }: Transaction): number | null {
  return createdAt === null ? null : Math.floor(Date.parse(createdAt) / 1000);
}

/** A reader that stops when told to, however long an answer takes. */
export function stoppable(
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
