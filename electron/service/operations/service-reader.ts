/**
 * Requests that move no money. They are repeated with back-off and jitter until their deadline, and
 * once more with the Date of the answer if the service refused the signature's.
 */
import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { type Clock, pause } from '../../platform/index.ts';
import { parseRetryAfter, type SigningSession, type TimedCallResult } from '../transport/index.ts';
import type { PageProgress, ServiceTimeReading } from '../types.ts';
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
  /** Null: none is sent. */
  readonly body: string | null;
}

export interface ReadReply {
  readonly httpStatus: number;
  /** As `parseJsonFast` reads it. */
  readonly value: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly askedTime: ServiceTimeReading;
}

export interface TimedPage extends ListPage {
  readonly askedTime: ServiceTimeReading;
}

export interface ServiceReader {
  read(request: ReadRequest): Promise<Result<ReadReply>>;
  /** As `read`; beside a refusal the id that it names: a bill that could not be made is kept. */
  readWithNamedId(
    request: ReadRequest,
  ): Promise<{ readonly result: Result<ReadReply>; readonly namedId: string | null }>;
  /** For an answer whose JSON turns out to be of no use: it counts as trouble of the service. */
  unreadable(httpStatus: number): { readonly ok: false; readonly problem: Problem };
  /** One page of a list, 1 the first; `listName` is its envelope's field. */
  readPage(request: ReadRequest, listName: string, number: number): Promise<Result<TimedPage>>;
  /** Every page of a list. */
  readList(
    request: ReadRequest,
    listName: string,
  ): Promise<Result<PagedList<TimedPage>> & { readonly pagesRead: readonly TimedPage[] }>;
  /** The same for a long list: its rows are handed over page by page, and not kept. */
  readEachPage(
    request: ReadRequest,
    listName: string,
    onPage: (progress: PageProgress, rows: readonly unknown[]) => void,
  ): Promise<Result<Pick<PagedList<TimedPage>, 'isComplete'>>>;
}

const MAX_ATTEMPTS = 4;
const INITIAL_BACKOFF_MS = 400;
/** From here on a refused signature may be the clock's fault, and is tried again by theirs. */
const MIN_SUSPECT_CLOCK_SKEW_MS = 60_000;

interface ReadVerdict {
  readonly result: Result<ReadReply>;
  /** Of a refusal. */
  readonly namedId?: string | null;
  readonly isRetryable: boolean;
}

export function createServiceReader(options: {
  readonly session: SigningSession;
  readonly clock: Clock;
  /** For a read with all its repetitions, in milliseconds. */
  readonly deadline: number;
  /** From 0 to 1. */
  readonly random: () => number;
}): ServiceReader {
  const { session, clock } = options;

  const unreadable: ServiceReader['unreadable'] = (httpStatus) => {
    const problem: Problem = { kind: 'service-unreadable', httpStatus };
    session.recordProblem(problem);
    return fail(problem);
  };

  const judge = (outcome: TimedCallResult): ReadVerdict => {
    if (outcome.kind !== 'answered') {
      const result = fail(toNoAnswerProblem(outcome, options.deadline));
      const isSettled =
        outcome.kind === 'not-sent' &&
        (outcome.reason.startsWith('tls') || outcome.reason === 'insecure-address');
      return { result, isRetryable: !isSettled && outcome.reason !== 'timed-out' };
    }
    const { status } = outcome;
    if (status === 401) {
      return { result: fail(toUnauthorizedProblem(outcome.difference)), isRetryable: false };
    }
    const parsed = parseJsonFast(outcome.body);
    if (status >= 200 && status < 300) {
      if (!parsed.ok) return { result: unreadable(status), isRetryable: true };
      const { headers, askedTime } = outcome;
      const reply = { httpStatus: status, value: parsed.value, headers, askedTime };
      return { result: ok(reply), isRetryable: false };
    }
    if (status < 400) return { result: unreadable(status), isRetryable: false };
    const refusal = (parsed.ok ? parseRefusal(parsed.value) : null) ?? {
      code: null,
      message: null,
    };
    const result = fail<Problem>({ kind: 'service-refused', httpStatus: status, ...refusal });
    const namedId = parsed.ok && isJsonObject(parsed.value) ? parseId(parsed.value.id) : null;
    return { result, namedId, isRetryable: status === 429 || status >= 500 };
  };

  const readWithNamedId: ServiceReader['readWithNamedId'] = async (request) => {
    const startedAt = clock.uptime();
    const passed = (): number => clock.uptime() - startedAt;
    /** Of the answer that said that ours is off: good for this read, which moves no money. */
    let theirOffset: number | null = null;
    for (let attempt = 1; ; ) {
      const left = options.deadline - passed();
      const outcome = await session.call({
        ...request,
        date: theirOffset === null ? session.clock.now() : clock.uptime() + theirOffset,
        deadline: Math.max(1, Math.min(left, options.deadline)),
        idempotencyKey: null,
      });
      const theirs: number | null = theirOffset === null ? getTimeOfRefusal(outcome) : null;
      if (theirs !== null) {
        theirOffset = theirs - clock.uptime();
        continue;
      }
      const { result, isRetryable, namedId = null } = judge(outcome);
      session.recordProblem(result.ok ? null : toHealthProblem(result.problem));
      if (!isRetryable || attempt >= MAX_ATTEMPTS) return { result, namedId };
      const wait = waitBefore(outcome, attempt);
      if (passed() + wait >= options.deadline) return { result, namedId };
      await pause(clock, wait);
      attempt += 1;
    }
  };

  const read: ServiceReader['read'] = async (request) => (await readWithNamedId(request)).result;

  const waitBefore = (outcome: TimedCallResult, attempt: number): number => {
    const backOff = INITIAL_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + options.random() / 2);
    if (outcome.kind !== 'answered') return backOff;
    const asked = parseRetryAfter(outcome.headers['retry-after'], session.clock.now());
    return asked === null ? backOff : asked + backOff * 0.1;
  };

  const readPage: ServiceReader['readPage'] = async (request, listName, number) => {
    const answer = await read({ ...request, target: withPageParameter(request.target, number) });
    if (!answer.ok) return fail(answer.problem);
    const rows = getListRows(answer.value.value, listName);
    if (rows === null) return unreadable(answer.value.httpStatus);
    const pagination = parsePagination(answer.value.headers['x-pagination']);
    return ok({ rows, pagination, askedTime: answer.value.askedTime });
  };

  const readEachPage: ServiceReader['readEachPage'] = (request, listName, onPage) =>
    readAllPages<TimedPage>({
      keyOf: getRowKey,
      keepsRows: false,
      readPage: (number) => readPage(request, listName, number),
      onPage: (page, number, entries) =>
        onPage(
          { page: number, totalPages: page.pagination?.totalPages ?? null, entries },
          page.rows,
        ),
    });

  const readList: ServiceReader['readList'] = async (request, listName) => {
    const pagesRead: TimedPage[] = [];
    const list = await readAllPages<TimedPage>({
      keyOf: getRowKey,
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
    readWithNamedId,
    readPage,
    readList,
    readEachPage,
    unreadable,
  };
}

/** The service's time, if it may have refused the request for its Date. */
function getTimeOfRefusal(outcome: TimedCallResult): number | null {
  if (outcome.kind !== 'answered' || outcome.status !== 401) return null;
  const { difference, serviceTime } = outcome;
  return difference !== null && Math.abs(difference) > MIN_SUSPECT_CLOCK_SKEW_MS
    ? serviceTime
    : null;
}

/** A refused request does not mean that the service is in trouble; every other problem does. */
function toHealthProblem(problem: Problem): Problem | null {
  if (problem.kind !== 'service-refused') return problem;
  return problem.httpStatus >= 500 || problem.httpStatus === 429 ? problem : null;
}

/** The first page is asked for without a parameter, as a service without pages expects it. */
function withPageParameter(target: string, number: number): string {
  if (number === 1) return target;
  return `${target}${target.includes('?') ? '&' : '?'}page=${number}`;
}

/** The list in its envelope, or bare. */
function getListRows(value: unknown, listName: string): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const rows = isJsonObject(value) ? value[listName] : null;
  return Array.isArray(rows) ? rows : null;
}

function getRowKey(row: unknown): string {
  const id = isJsonObject(row) ? parseId(row.id) : null;
  // As far down as anybody reads: a row nested deeper would end the stack.
  return id !== null ? `id ${id}` : `row ${JSON.stringify(toPlainJson(row))}`;
}
