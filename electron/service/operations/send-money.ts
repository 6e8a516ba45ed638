/**
 * Requests that move money: sent once, each on its own connection, and a doubtful answer stays
 * doubtful.
 */
import { assertNever, type Problem } from '../../../shared/contract/index.ts';
import {
  createMoney,
  hasValidDecimalPlaces,
  isNegative,
  type Money,
} from '../../../shared/money/index.ts';
import { getHttpStatusMeaning, isSuccessCode } from '../../../shared/rules/index.ts';
import {
  type CorrectedClock,
  parseRetryAfter,
  type SigningSession,
  type TimedCallResult,
} from '../transport/index.ts';
import type { MoneyAnswer, MoneyRequest } from '../types.ts';
import {
  createJsonNumber,
  isJsonObject,
  type JsonNumber,
  type ParsedJson,
  parseExactJson,
  parseId,
  parseRefusal,
  parseTransaction,
  type RefusalBody,
  toNoAnswerProblem,
  toUnauthorizedProblem,
} from '../wire/index.ts';

/** An amount as it goes on the wire: exactly two decimals. Throws for one that does not fit. */
export function toWireAmount(value: Money): JsonNumber {
  if (!hasValidDecimalPlaces(value) || isNegative(value)) {
    throw new TypeError(`not an amount to be sent: ${value.amount}`);
  }
  return createJsonNumber(createMoney(value.amount, value.currency).amount);
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
  const body = outcome.kind === 'answered' ? parseExactJson(outcome.body) : NO_BODY;
  session.recordProblem(toHealthProblem(outcome, body, deadline));
  return toMoneyAnswer(outcome, body, request, deadline, session.clock);
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
function toMoneyAnswer(
  outcome: TimedCallResult,
  body: ParsedJson,
  request: MoneyRequest,
  deadline: number,
  clock: CorrectedClock,
): MoneyAnswer {
  switch (outcome.kind) {
    case 'not-sent':
      return { kind: 'not-sent', problem: toNoAnswerProblem(outcome, deadline) };
    case 'unknown':
      return { kind: 'unknown', reason: outcome.reason, httpStatus: outcome.status, raw: null };
    case 'answered':
      return parseMoneyAnswer(outcome, body, request, clock);
    default:
      return assertNever(outcome);
  }
}

type AnsweredCall = Extract<TimedCallResult, { kind: 'answered' }>;

function parseMoneyAnswer(
  answer: AnsweredCall,
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
  const says = getHttpStatusMeaning(status);
  if (says === 'failure') return unknown('server-error');
  const value = parsed.ok ? parsed.value : null;
  const refusal = parseRefusal(value);

  if (says === 'success') {
    if (refusal === null || !isJsonObject(value)) return unknown('unreadable-answer');
    return parseSuccess(value, refusal.code, answer, request) ?? unknown('unreadable-answer');
  }
  if (says === 'nothing') return unknown('unreadable-answer');
  if (!hasRefusalDetail(refusal) && says !== 'turned-away') return unknown('unreadable-answer');
  const wait = parseRetryAfter(answer.headers['retry-after'], clock.now());
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

function hasRefusalDetail(refusal: RefusalBody | null): boolean {
  return refusal !== null && (refusal.code !== null || (refusal.message?.trim() ?? '') !== '');
}

function parseSuccess(
  value: Record<string, unknown>,
  code: string | null,
  answer: AnsweredCall,
  request: MoneyRequest,
): MoneyAnswer | null {
  if (code !== null && !isSuccessCode(code)) return null;
  const transaction = parseTransaction(value);
  const sent = getSentExternalId(request);
  const done = { kind: 'done', httpStatus: answer.status, raw: answer.body } as const;
  // Without an external_id in it the request is a cancellation: its confirmation is a code.
  if (sent === null) {
    return code === null && transaction === null ? null : { ...done, transaction };
  }
  if (transaction === null) return null;
  const isOurs = transaction.externalId === null || transaction.externalId === sent;
  return isOurs ? { ...done, transaction } : null;
}

function getSentExternalId(request: MoneyRequest): string | null {
  const parsed = parseExactJson(request.body);
  return parsed.ok && isJsonObject(parsed.value) ? parseId(parsed.value.external_id) : null;
}

function toHealthProblem(
  outcome: TimedCallResult,
  parsed: ParsedJson,
  deadline: number,
): Problem | null {
  if (outcome.kind !== 'answered') return toNoAnswerProblem(outcome, deadline);
  const { status: httpStatus } = outcome;
  if (httpStatus === 401) return toUnauthorizedProblem(outcome.difference);
  if (httpStatus >= 500 || httpStatus === 429) {
    const refusal = (parsed.ok ? parseRefusal(parsed.value) : null) ?? EMPTY_REFUSAL;
    return { kind: 'service-refused', httpStatus, ...refusal };
  }
  return parsed.ok ? null : { kind: 'service-unreadable', httpStatus };
}

const NO_BODY: ParsedJson = { ok: false, reason: 'no answer' };
const EMPTY_REFUSAL = { code: null, message: null };
