/**
 * Requests that move money: sent once, each on its own connection, and a doubtful answer stays
 * doubtful.
 */
import { assertNever, type Problem } from '../../../shared/contract/index.ts';
import { fitsPlaces, isNegative, type Money, money } from '../../../shared/money/index.ts';
import { isSuccessCode, statusSays } from '../../../shared/rules/index.ts';
import {
  type CorrectedClock,
  retryAfter,
  type SigningSession,
  type TimedCallResult,
} from '../transport/index.ts';
import type { MoneyAnswer, MoneyRequest } from '../types.ts';
import {
  isJsonObject,
  type JsonNumber,
  jsonNumber,
  type ParsedJson,
  parseExact,
  type RefusalBody,
  readId,
  readRefusal,
  readTransaction,
  silenceProblem,
  unauthorizedProblem,
} from '../wire/index.ts';

/** An amount as it goes on the wire: exactly two decimals. Throws for one that does not fit. */
export function wireAmount(value: Money): JsonNumber {
  if (!fitsPlaces(value) || isNegative(value)) {
    throw new TypeError(`not an amount to be sent: ${value.amount}`);
  }
  return jsonNumber(money(value.amount, value.currency).amount);
}

export async function sendMoney(
  session: SigningSession,
  deadline: number,
  request: MoneyRequest,
  options: { readonly idempotencyKey: string; readonly requestDate: number },
): Promise<MoneyAnswer> {
  const outcome = await session.call({
    method: request.method,
    target: request.target,
    body: request.body,
    date: options.requestDate,
    deadline,
    idempotencyKey: options.idempotencyKey,
  });
  // Read once: it may be megabytes.
  const body = outcome.kind === 'answered' ? parseExact(outcome.body) : NO_BODY;
  session.note(troubleOf(outcome, body, deadline));
  return judgeMoney(outcome, body, request, deadline, session.clock);
}

/**
 * What an outcome proves about a money movement. Exported for its tests.
 *
 * - 2xx is `done` only with a transaction id that can be read (a cancel: its confirmation), with no
 *   error code beside it, and not for somebody else's external_id.
 * - 4xx is `refused` when its body is a JSON object with a code or a message: the service's own
 *   word. HTML or anything else is a gateway's, which may have come after the service had done its
 *   work: `unknown`, except 401 and 429, whose status alone says that the request was turned away
 *   at the door.
 * - 408 and 499 are a gateway's words for time-outs: `unknown`, whatever the body.
 * - 5xx, 3xx and all that cannot be read: `unknown`.
 */
function judgeMoney(
  outcome: TimedCallResult,
  body: ParsedJson,
  request: MoneyRequest,
  deadline: number,
  clock: CorrectedClock,
): MoneyAnswer {
  switch (outcome.kind) {
    case 'not-sent':
      return { kind: 'not-sent', problem: silenceProblem(outcome, deadline) };
    case 'unknown':
      return { kind: 'unknown', reason: outcome.reason, httpStatus: outcome.status, raw: null };
    case 'answered':
      return judgeAnswer(outcome, body, request, clock);
    default:
      return assertNever(outcome);
  }
}

type Answered = Extract<TimedCallResult, { kind: 'answered' }>;

function judgeAnswer(
  answer: Answered,
  parsed: ParsedJson,
  request: MoneyRequest,
  clock: CorrectedClock,
): MoneyAnswer {
  const { status, body: raw } = answer;
  const unknown = (reason: 'server-error' | 'unreadable-answer'): MoneyAnswer => ({
    kind: 'unknown',
    reason,
    httpStatus: status,
    raw,
  });
  const says = statusSays(status);
  if (says === 'failure') return unknown('server-error');
  const value = parsed.ok ? parsed.value : null;
  const refusal = readRefusal(value);

  if (says === 'success') {
    if (refusal === null || !isJsonObject(value)) return unknown('unreadable-answer');
    return judgeSuccess(value, refusal.code, answer, request) ?? unknown('unreadable-answer');
  }
  if (says === 'nothing') return unknown('unreadable-answer');
  if (!saysSomething(refusal) && says !== 'turned-away') return unknown('unreadable-answer');
  const wait = retryAfter(answer.headers['retry-after'], clock.now());
  return {
    kind: 'refused',
    httpStatus: status,
    code: refusal?.code ?? null,
    message: refusal?.message ?? null,
    raw,
    retryAfterSeconds: wait === null ? null : Math.ceil(wait / 1000),
    datesApart: answer.difference,
    isTimeDisputed: clock.isDisputed,
  };
}

function saysSomething(refusal: RefusalBody | null): boolean {
  return refusal !== null && (refusal.code !== null || (refusal.message?.trim() ?? '') !== '');
}

function judgeSuccess(
  value: Record<string, unknown>,
  code: string | null,
  answer: Answered,
  request: MoneyRequest,
): MoneyAnswer | null {
  if (code !== null && !isSuccessCode(code)) return null;
  const transaction = readTransaction(value);
  const sent = sentExternalId(request);
  const done = { kind: 'done', httpStatus: answer.status, raw: answer.body } as const;
  // Without an external_id in it the request is a cancellation: its confirmation is a code.
  if (sent === null) {
    return code === null && transaction === null ? null : { ...done, transaction };
  }
  if (transaction === null) return null;
  const isOurs = transaction.externalId === null || transaction.externalId === sent;
  return isOurs ? { ...done, transaction } : null;
}

function sentExternalId(request: MoneyRequest): string | null {
  const parsed = parseExact(request.body);
  return parsed.ok && isJsonObject(parsed.value) ? readId(parsed.value.external_id) : null;
}

function troubleOf(outcome: TimedCallResult, parsed: ParsedJson, deadline: number): Problem | null {
  if (outcome.kind !== 'answered') return silenceProblem(outcome, deadline);
  const { status: httpStatus } = outcome;
  if (httpStatus === 401) return unauthorizedProblem(outcome.difference);
  if (httpStatus >= 500 || httpStatus === 429) {
    const refusal = (parsed.ok ? readRefusal(parsed.value) : null) ?? NOTHING_SAID;
    return { kind: 'service-refused', httpStatus, ...refusal };
  }
  return parsed.ok ? null : { kind: 'service-unreadable', httpStatus };
}

const NO_BODY: ParsedJson = { ok: false, reason: 'no answer' };
const NOTHING_SAID = { code: null, message: null };
