/**
 * Requests that move no money. They are repeated with back-off and jitter until their deadline, and
 * once more with the Date of the answer if the service refused the signature's.
 */
import { fail, ok, type Problem, type Result } from '../../../shared/contract/index.ts';
import { type Clock, pause } from '../../platform/index.ts';
import { retryAfter, type SigningSession, type TimedCallResult } from '../transport/index.ts';
import type { AskedTime, PageProgress } from '../types.ts';
import {
  isJsonObject,
  parseFast,
  plainJson,
  readId,
  readRefusal,
  silenceProblem,
  unauthorizedProblem,
} from '../wire/index.ts';
import { type ListPage, readAllPages, readPagination, type WholeList } from './pagination.ts';

export interface Read {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly target: string;
  /** Null: none is sent. */
  readonly body: string | null;
}

export interface Reply {
  readonly httpStatus: number;
  /** As `parseFast` reads it. */
  readonly value: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly askedTime: AskedTime;
}

export interface TimedPage extends ListPage {
  readonly askedTime: AskedTime;
}

export interface Reader {
  read(request: Read): Promise<Result<Reply>>;
  /** As `read`; beside a refusal the id that it names: a bill that could not be made is kept. */
  readNaming(
    request: Read,
  ): Promise<{ readonly result: Result<Reply>; readonly namedId: string | null }>;
  /** For an answer whose JSON turns out to be of no use: it counts as trouble of the service. */
  unreadable(httpStatus: number): { readonly ok: false; readonly problem: Problem };
  /** One page of a list, 1 the first; `listName` is its envelope's field. */
  readPage(request: Read, listName: string, number: number): Promise<Result<TimedPage>>;
  /** Every page of a list. */
  readList(
    request: Read,
    listName: string,
  ): Promise<Result<WholeList<TimedPage>> & { readonly pagesRead: readonly TimedPage[] }>;
  /** The same for a long list: its rows are handed over page by page, and not kept. */
  readPages(
    request: Read,
    listName: string,
    onPage: (progress: PageProgress, rows: readonly unknown[]) => void,
  ): Promise<Result<Pick<WholeList<TimedPage>, 'isComplete'>>>;
}

const MOST_TRIES = 4;
const FIRST_PAUSE = 400;
/** From here on a refused signature may be the clock's fault, and is tried again by theirs. */
const CLOCK_SUSPECT = 60_000;

interface Verdict {
  readonly result: Result<Reply>;
  /** Of a refusal. */
  readonly namedId?: string | null;
  readonly isWorthRepeating: boolean;
}

export function createReader(options: {
  readonly session: SigningSession;
  readonly clock: Clock;
  /** For a read with all its repetitions, in milliseconds. */
  readonly deadline: number;
  /** From 0 to 1. */
  readonly random: () => number;
}): Reader {
  const { session, clock } = options;

  const unreadable: Reader['unreadable'] = (httpStatus) => {
    const problem: Problem = { kind: 'service-unreadable', httpStatus };
    session.note(problem);
    return fail(problem);
  };

  const judge = (outcome: TimedCallResult): Verdict => {
    if (outcome.kind !== 'answered') {
      const result = fail(silenceProblem(outcome, options.deadline));
      const isSettled =
        outcome.kind === 'not-sent' &&
        (outcome.reason.startsWith('tls') || outcome.reason === 'insecure-address');
      return { result, isWorthRepeating: !isSettled && outcome.reason !== 'timed-out' };
    }
    const { status } = outcome;
    if (status === 401) {
      return { result: fail(unauthorizedProblem(outcome.difference)), isWorthRepeating: false };
    }
    const parsed = parseFast(outcome.body);
    if (status >= 200 && status < 300) {
      if (!parsed.ok) return { result: unreadable(status), isWorthRepeating: true };
      const { headers, askedTime } = outcome;
      const reply = { httpStatus: status, value: parsed.value, headers, askedTime };
      return { result: ok(reply), isWorthRepeating: false };
    }
    if (status < 400) return { result: unreadable(status), isWorthRepeating: false };
    const refusal = (parsed.ok ? readRefusal(parsed.value) : null) ?? { code: null, message: null };
    const result = fail<Problem>({ kind: 'service-refused', httpStatus: status, ...refusal });
    const namedId = parsed.ok && isJsonObject(parsed.value) ? readId(parsed.value.id) : null;
    return { result, namedId, isWorthRepeating: status === 429 || status >= 500 };
  };

  const readNaming: Reader['readNaming'] = async (request) => {
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
      const theirs: number | null = theirOffset === null ? timeOfRefusal(outcome) : null;
      if (theirs !== null) {
        theirOffset = theirs - clock.uptime();
        continue;
      }
      const { result, isWorthRepeating, namedId = null } = judge(outcome);
      session.note(result.ok ? null : troubleOf(result.problem));
      if (!isWorthRepeating || attempt >= MOST_TRIES) return { result, namedId };
      const wait = waitBefore(outcome, attempt);
      if (passed() + wait >= options.deadline) return { result, namedId };
      await pause(clock, wait);
      attempt += 1;
    }
  };

  const read: Reader['read'] = async (request) => (await readNaming(request)).result;

  const waitBefore = (outcome: TimedCallResult, attempt: number): number => {
    const backOff = FIRST_PAUSE * 2 ** (attempt - 1) * (0.5 + options.random() / 2);
    if (outcome.kind !== 'answered') return backOff;
    const asked = retryAfter(outcome.headers['retry-after'], session.clock.now());
    return asked === null ? backOff : asked + backOff * 0.1;
  };

  const readPage: Reader['readPage'] = async (request, listName, number) => {
    const answer = await read({ ...request, target: atPage(request.target, number) });
    if (!answer.ok) return fail(answer.problem);
    const rows = rowsOf(answer.value.value, listName);
    if (rows === null) return unreadable(answer.value.httpStatus);
    const pagination = readPagination(answer.value.headers['x-pagination']);
    return ok({ rows, pagination, askedTime: answer.value.askedTime });
  };

  const readPages: Reader['readPages'] = (request, listName, onPage) =>
    readAllPages<TimedPage>({
      keyOf: keyOfRow,
      keepsRows: false,
      readPage: (number) => readPage(request, listName, number),
      onPage: (page, number, entries) =>
        onPage(
          { page: number, totalPages: page.pagination?.totalPages ?? null, entries },
          page.rows,
        ),
    });

  const readList: Reader['readList'] = async (request, listName) => {
    const pagesRead: TimedPage[] = [];
    const list = await readAllPages<TimedPage>({
      keyOf: keyOfRow,
      readPage: async (number) => {
        const page = await readPage(request, listName, number);
        if (page.ok) pagesRead.push(page.value);
        return page;
      },
    });
    return { ...list, pagesRead };
  };

  return { read, readNaming, readPage, readList, readPages, unreadable };
}

/** The service's time, if it may have refused the request for its Date. */
function timeOfRefusal(outcome: TimedCallResult): number | null {
  if (outcome.kind !== 'answered' || outcome.status !== 401) return null;
  const { difference, serviceTime } = outcome;
  return difference !== null && Math.abs(difference) > CLOCK_SUSPECT ? serviceTime : null;
}

/** A refused request does not mean that the service is in trouble; every other problem does. */
function troubleOf(problem: Problem): Problem | null {
  if (problem.kind !== 'service-refused') return problem;
  return problem.httpStatus >= 500 || problem.httpStatus === 429 ? problem : null;
}

/** The first page is asked for without a parameter, as a service without pages expects it. */
function atPage(target: string, number: number): string {
  if (number === 1) return target;
  return `${target}${target.includes('?') ? '&' : '?'}page=${number}`;
}

/** The list in its envelope, or bare. */
function rowsOf(value: unknown, listName: string): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  const rows = isJsonObject(value) ? value[listName] : null;
  return Array.isArray(rows) ? rows : null;
}

function keyOfRow(row: unknown): string {
  const id = isJsonObject(row) ? readId(row.id) : null;
  // As far down as anybody reads: a row nested deeper would end the stack.
  return id !== null ? `id ${id}` : `row ${JSON.stringify(plainJson(row))}`;
}
