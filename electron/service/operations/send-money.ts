/**
 * Sends requests that move money: once, each on its own connection. A doubtful answer stays
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
  parseRetryAfterMs,
  type ServiceClock,
  type SigningSession,
  type TimedExchangeResult,
} from '../transport/index.ts';
import type { MoneyAnswer, MoneyRequest } from '../types.ts';
import {
  createJsonNumber,
  isJsonObject,
  type JsonNumber,
  type ParsedJson,
  parseErrorInSuccessfulAnswer,
  parseExactJson,
  parseExternalId,
  parseRefusal,
  parseTransaction,
  parseTransactionStatus,
  type RefusalBody,
  toNoAnswerProblem,
  toUnauthorizedProblem,
} from '../wire/index.ts';

/**
 * An amount as sent: a JSON number with exactly two decimals. Throws a TypeError for a negative
 * amount or one with more decimals than its currency has.
 */
export function toWireAmount(value: Money): JsonNumber {
  if (!hasValidDecimalPlaces(value) || isNegative(value)) {
    throw new TypeError(`not an amount that can be sent: ${value.amount}`);
  }
  return createJsonNumber(createMoney(value.amount, value.currency).amount);
}

export async function sendMoneyRequest(
  session: SigningSession,
  timeoutMs: number,
  request: MoneyRequest,
  options: { readonly idempotencyKey: string; readonly requestDate: number },
): Promise<MoneyAnswer> {
  const outcome = await session.send({
    method: request.method,
    target: request.target,
    body: request.body,
    dateMs: options.requestDate,
    timeoutMs: timeoutMs,
    idempotencyKey: options.idempotencyKey,
  });
  // Parsed only once: it may be megabytes.
  const body = outcome.kind === 'answered' ? parseExactJson(outcome.body) : NO_BODY;
  session.recordProblem(toHealthProblem(outcome, body, timeoutMs));
  return toMoneyAnswer(outcome, body, request, timeoutMs, session.clock);
}

/**
 * What a call result proves about a money movement.
 *
 * - 2xx to a payment is `done` only with a readable transaction id, without an error, and not with
 *   another external_id. Its status is judged by the reader of the answer.
 * - 2xx to a cancel is `done` if its code is R0, which is the confirmation, or if it is a
 *   transaction, which the reader of the answer judges by id and status.
 * - 4xx is `refused` if its body is a JSON object with a code or a message: then the service itself
 *   answered. Any other body, such as HTML, comes from a gateway, which may have answered after the
 *   service did its work: `unknown`. 401 and 429 are always refused: their status alone shows that
 *   the request was rejected before it was performed.
 * - 408 and 499 are timeouts of a gateway: `unknown` with any body.
 * - 5xx, 3xx and unreadable answers: `unknown`.
 */
function toMoneyAnswer(
  outcome: TimedExchangeResult,
  body: ParsedJson,
  request: MoneyRequest,
  deadlineMs: number,
  clock: ServiceClock,
): MoneyAnswer {
  switch (outcome.kind) {
    case 'not-sent':
      return { kind: 'not-sent', problem: toNoAnswerProblem(outcome, deadlineMs) };
    case 'unknown':
      return { kind: 'unknown', reason: outcome.reason, httpStatus: outcome.status, raw: null };
    case 'answered':
      return parseMoneyAnswer(outcome, body, request, clock);
    default:
      return assertNever(outcome);
  }
}

type AnsweredCall = Extract<TimedExchangeResult, { kind: 'answered' }>;

function parseMoneyAnswer(
  answer: AnsweredCall,
  parsed: ParsedJson,
  request: MoneyRequest,
  clock: ServiceClock,
): MoneyAnswer {
  const { status, body: raw } = answer;
  const toUnknown = (reason: 'server-error' | 'unreadable-answer'): MoneyAnswer => ({
    kind: 'unknown',
    reason,
    httpStatus: status,
    raw,
  });
  const statusMeaning = getHttpStatusMeaning(status);
  if (statusMeaning === 'failure') return toUnknown('server-error');
  const value = parsed.ok ? parsed.value : null;
  const refusal = parseRefusal(value);

  if (statusMeaning === 'success') {
    if (refusal === null || !isJsonObject(value)) return toUnknown('unreadable-answer');
    return parseSuccess(value, refusal.code, answer, request) ?? toUnknown('unreadable-answer');
  }
  if (statusMeaning === 'nothing') return toUnknown('unreadable-answer');
  if (!hasRefusalDetail(refusal) && statusMeaning !== 'turned-away')
    return toUnknown('unreadable-answer');
  const retryDelayMs = parseRetryAfterMs(answer.headers['retry-after'], clock.now());
  return {
    kind: 'refused',
    httpStatus: status,
    code: refusal?.code ?? null,
    message: refusal?.message ?? null,
    raw,
    retryAfterSeconds: retryDelayMs === null ? null : Math.ceil(retryDelayMs / 1000),
    dateDifferenceMs: answer.dateDifferenceMs,
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
  if ((code !== null && !isSuccessCode(code)) || parseErrorInSuccessfulAnswer(value) !== null)
    return null;
  const transaction = parseTransaction(value);
  const sentExternalId = getSentExternalId(request);
  const doneAnswer = { kind: 'done', httpStatus: answer.status, raw: answer.body } as const;
  // A request without an external_id is a cancel. A status beside R0 may contradict it.
  const isCancelConfirmed = code !== null && parseTransactionStatus(value.status) === null;
  if (sentExternalId === null && isCancelConfirmed) return { ...doneAnswer, transaction: null };
  if (transaction === null) return null;
  if (sentExternalId === null) return { ...doneAnswer, transaction };
  const isOurs = transaction.externalId === null || transaction.externalId === sentExternalId;
  return isOurs ? { ...doneAnswer, transaction } : null;
}

function getSentExternalId(request: MoneyRequest): string | null {
  const parsed = parseExactJson(request.body);
  return parsed.ok && isJsonObject(parsed.value) ? parseExternalId(parsed.value.external_id) : null;
}

function toHealthProblem(
  outcome: TimedExchangeResult,
  parsed: ParsedJson,
  deadlineMs: number,
): Problem | null {
  if (outcome.kind !== 'answered') return toNoAnswerProblem(outcome, deadlineMs);
  const { status: httpStatus } = outcome;
  if (httpStatus === 401) return toUnauthorizedProblem(outcome.dateDifferenceMs);
  if (httpStatus >= 500 || httpStatus === 429) {
    const refusal = (parsed.ok ? parseRefusal(parsed.value) : null) ?? EMPTY_REFUSAL;
    return { kind: 'service-refused', httpStatus, ...refusal };
  }
  return parsed.ok ? null : { kind: 'service-unreadable', httpStatus };
}

const NO_BODY: ParsedJson = { ok: false };
const EMPTY_REFUSAL = { code: null, message: null };
