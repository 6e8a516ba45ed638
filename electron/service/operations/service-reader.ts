/**
 * Requests that move no money. They are retried with backoff and jitter until their deadline, and
 * once more with the Date of the answer if the service may have rejected the signature because of
 * its Date.
 */
import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { type Clock, pause } from '../../platform/index.ts';
import {
  parseRetryAfterMs,
  type SigningSession,
  type TimedExchangeResult,
} from '../transport/index.ts';
import type { ListReadProgress, ServiceTimeReading } from '../types.ts';
import {
  isJsonObject,
  parseId,
  parseJsonFast,
  parseRefusal,
  toNoAnswerProblem,
  toPlainJson,
  toUnauthorizedProblem,
} from '../wire/index.ts';
import { type ListPage, type PagedList, parsePagination, readAllPages } from './pagination.ts';

export interface ReadRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly target: string;
  /** Null if no body is sent. */
  readonly body: string | null;
  /** For the pages of a long list. See `HttpExchangeRequest.needsOwnConnection`. */
  readonly canShareConnection?: boolean;
}

export interface ReadReply {
  readonly httpStatus: number;
  /** As parsed by `parseJsonFast`. */
  readonly value: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceTimeAtRequest: ServiceTimeReading;
}

export interface TimedPage extends ListPage {
  readonly serviceTimeAtRequest: ServiceTimeReading;
}

export interface ServiceReader {
  read(request: ReadRequest): Promise<Result<ReadReply>>;
  /**
   * Like `read`, and returns the id that a refusal contains: the id of a bill that could not be
   * linked and was stored.
   */
  readWithRefusedBillId(
    request: ReadRequest,
  ): Promise<{ readonly result: Result<ReadReply>; readonly refusedBillId: string | null }>;
  /** For an answer with valid but unusable JSON: records it as a health problem and returns it. */
  recordUnreadableAnswer(httpStatus: number): { readonly ok: false; readonly problem: Problem };
  /** One page of a list, starting at 1; `listName` is the field of its envelope. */
  readPage(request: ReadRequest, listName: string, number: number): Promise<Result<TimedPage>>;
  /** Reads every page of a list. */
  readList(
    request: ReadRequest,
    listName: string,
  ): Promise<Result<PagedList<TimedPage>> & { readonly pagesRead: readonly TimedPage[] }>;
  /** The same for a long list: passes the rows on page by page and does not keep them. */
  readEachPage(
    request: ReadRequest,
    listName: string,
    onPage: (progress: ListReadProgress, rows: readonly unknown[]) => void,
  ): Promise<Result<Pick<PagedList<TimedPage>, 'isComplete'>>>;
}

const MAX_ATTEMPTS = 4;
const INITIAL_BACKOFF_MS = 400;
/**
 * From this difference on, a 401 may be caused by the clock, and is retried with the service's
 * time.
 */
const MIN_SUSPECT_CLOCK_SKEW_MS = 60_000;

interface ReadVerdict {
  readonly result: Result<ReadReply>;
  /** The id that a refusal contains. */
  readonly refusedBillId?: string | null;
  readonly isRetryable: boolean;
}

export function createServiceReader(options: {
  readonly session: SigningSession;
  readonly clock: Clock;
  /** For a read with all its retries, in milliseconds. */
  readonly timeoutMs: number;
  /** From 0 to 1. */
  readonly random: () => number;
}): ServiceReader {
  const { session, clock } = options;

  const recordUnreadableAnswer: ServiceReader['recordUnreadableAnswer'] = (httpStatus) => {
    const problem: Problem = { kind: 'service-unreadable', httpStatus };
    session.recordProblem(problem);
    return fail(problem);
  };

  const toVerdict = (outcome: TimedExchangeResult): ReadVerdict => {
    if (outcome.kind !== 'answered') {
      const result = fail(toNoAnswerProblem(outcome, options.timeoutMs));
      const isPermanent =
        outcome.kind === 'not-sent' &&
        (outcome.reason.startsWith('tls') || outcome.reason === 'insecure-address');
      return { result, isRetryable: !isPermanent && outcome.reason !== 'timed-out' };
    }
    const { status } = outcome;
    if (status === 401) {
      return { result: fail(toUnauthorizedProblem(outcome.dateDifferenceMs)), isRetryable: false };
    }
    const parsed = parseJsonFast(outcome.body);
    if (status >= 200 && status < 300) {
      if (!parsed.ok) return { result: recordUnreadableAnswer(status), isRetryable: true };
      const { headers, serviceTimeAtRequest } = outcome;
      const reply = { httpStatus: status, value: parsed.value, headers, serviceTimeAtRequest };
      return { result: ok(reply), isRetryable: false };
    }
    if (status < 400) return { result: recordUnreadableAnswer(status), isRetryable: false };
    const refusal = (parsed.ok ? parseRefusal(parsed.value) : null) ?? {
      code: null,
      message: null,
    };
    const result = fail<Problem>({ kind: 'service-refused', httpStatus: status, ...refusal });
    const refusedBillId = parsed.ok && isJsonObject(parsed.value) ? parseId(parsed.value.id) : null;
    return { result, refusedBillId, isRetryable: status === 429 || status >= 500 };
  };

  const readWithRefusedBillId: ServiceReader['readWithRefusedBillId'] = async (request) => {
    const startedAt = clock.uptime();
    const getElapsed = (): number => clock.uptime() - startedAt;
    /**
     * From the answer that disagreed with our clock: good enough for this read, which moves no
     * money.
     */
    let serviceOffset: number | null = null;
    for (let attempt = 1; ; ) {
      const remaining = options.timeoutMs - getElapsed();
      const outcome = await session.send({
        ...request,
        dateMs: serviceOffset === null ? session.clock.now() : clock.uptime() + serviceOffset,
        timeoutMs: Math.max(1, Math.min(remaining, options.timeoutMs)),
        idempotencyKey: null,
      });
      const serviceTime: number | null = serviceOffset === null ? getTimeOfRefusal(outcome) : null;
      if (serviceTime !== null) {
        serviceOffset = serviceTime - clock.uptime();
        continue;
      }
      const { result, isRetryable, refusedBillId = null } = toVerdict(outcome);
      session.recordProblem(result.ok ? null : toHealthProblem(result.problem));
      if (!isRetryable || attempt >= MAX_ATTEMPTS) return { result, refusedBillId };
      const delay = getRetryDelay(outcome, attempt);
      if (getElapsed() + delay >= options.timeoutMs) return { result, refusedBillId };
      await pause(clock, delay);
      attempt += 1;
    }
  };

  const read: ServiceReader['read'] = async (request) =>
    (await readWithRefusedBillId(request)).result;

  const getRetryDelay = (outcome: TimedExchangeResult, attempt: number): number => {
    const backOff = INITIAL_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + options.random() / 2);
    if (outcome.kind !== 'answered') return backOff;
    const retryAfter = parseRetryAfterMs(outcome.headers['retry-after'], session.clock.now());
    return retryAfter === null ? backOff : retryAfter + backOff * 0.1;
  };

  const readPage: ServiceReader['readPage'] = async (request, listName, number) => {
    const answer = await read({ ...request, target: withPageParameter(request.target, number) });
    if (!answer.ok) return fail(answer.problem);
    const rows = getListRows(answer.value.value, listName);
    if (rows === null) return recordUnreadableAnswer(answer.value.httpStatus);
    const pagination = parsePagination(answer.value.headers['x-pagination']);
    return ok({ rows, pagination, serviceTimeAtRequest: answer.value.serviceTimeAtRequest });
  };

  const readEachPage: ServiceReader['readEachPage'] = (request, listName, onPage) =>
    readAllPages<TimedPage>({
      getRowKey,
      keepsRows: false,
      readPage: (number) => readPage(request, listName, number),
      onPage: (page, number, entries) =>
        onPage(
          { page: number, totalPages: page.pagination?.totalPages ?? null, entriesRead: entries },
          page.rows,
        ),
    });

  const readList: ServiceReader['readList'] = async (request, listName) => {
    const pagesRead: TimedPage[] = [];
    const list = await readAllPages<TimedPage>({
      getRowKey,
      readPage: async (number) => {
        const page = await readPage(request, listName, number);
        if (page.ok) pagesRead.push(page.value);
        return page;
      },
    });
    return { ...list, pagesRead };
  };

  return {
    read,
    readWithRefusedBillId,
    readPage,
    readList,
    readEachPage,
    recordUnreadableAnswer,
  };
}

/** Returns the service's time if the service may have refused the request because of its Date. */
function getTimeOfRefusal(outcome: TimedExchangeResult): number | null {
  if (outcome.kind !== 'answered' || outcome.status !== 401) return null;
  const { dateDifferenceMs, serviceTime } = outcome;
  return dateDifferenceMs !== null && Math.abs(dateDifferenceMs) > MIN_SUSPECT_CLOCK_SKEW_MS
    ? serviceTime
    : null;
}

/** A refusal is not a health problem, except a 5xx or a 429; every other problem is. */
function toHealthProblem(problem: Problem): Problem | null {
  if (problem.kind !== 'service-refused') return problem;
  return problem.httpStatus >= 500 || problem.httpStatus === 429 ? problem : null;
}

/** The first page is requested without a parameter, as a service without paging expects. */
function withPageParameter(target: string, number: number): string {
  if (number === 1) return target;
  return `${target}${target.includes('?') ? '&' : '?'}page=${number}`;
}

/** Returns the list, in its envelope or bare. */
function getListRows(value: unknown, listName: string): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const rows = isJsonObject(value) ? value[listName] : null;
  return Array.isArray(rows) ? rows : null;
}

function getRowKey(row: unknown): string {
  const id = isJsonObject(row) ? parseId(row.id) : null;
  // toPlainJson limits the depth: stringifying a deeply nested row would overflow the stack.
  return id !== null ? `id ${id}` : `row ${JSON.stringify(toPlainJson(row))}`;
}
