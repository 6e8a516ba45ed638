/** Converts an answer to a `Problem`, and parses the code and message of a refusal. */

import type { Problem } from '../../../shared/contract/index.ts';
import { SIGNATURE_TTL_MS } from '../../../shared/rules/index.ts';
import type { HttpExchangeResult } from '../transport/index.ts';
import { getNumberSource, isJsonObject } from './exact-json.ts';
import { parseId, parseTruncatedText } from './scalars.ts';

export interface RefusalBody {
  readonly code: string | null;
  readonly message: string | null;
}

/**
 * Parses the body of a refusal; null if it is not a JSON object, because then it is not from the
 * service itself. Codes are passed on unchanged, even unknown ones. A code or message that the body
 * lacks may be wrapped: `{"error":{…}}` or `{"errors":[{…}]}`. An envelope without a code is not read:
 * gateways send such bodies, which do not prove that the service refused.
 */
export function parseRefusal(body: unknown): RefusalBody | null {
  if (!isJsonObject(body)) return null;
  const { error, errors } = body;
  const wrapped: unknown = error ?? (Array.isArray(errors) ? errors[0] : errors);
  const flat = parseRefusalFields(body);
  const inner = parseRefusalFields(isJsonObject(wrapped) ? wrapped : {});
  if (inner.code === null) return flat;
  const hasMessage = (flat.message?.trim() ?? '') !== '';
  return {
    code: flat.code ?? inner.code,
    message: hasMessage ? flat.message : (inner.message ?? flat.message),
  };
}

function parseRefusalFields(fields: Readonly<Record<string, unknown>>): RefusalBody {
  const code = parseTruncatedText(fields.code) ?? parseId(fields.code);
  return {
    code: code === null || code.trim() === '' ? null : code.trim().slice(0, 40),
    message: parseTruncatedText(fields.message),
  };
}

/**
 * Returns the error that a successful answer or a row carries beside its own fields, in `error_code`,
 * `error` or `errors`; null if there is none. Such an answer or row does not prove that anything was performed.
 */
export function parseErrorInSuccessfulAnswer(body: unknown): string | null {
  if (!isJsonObject(body)) return null;
  const marks = [body.error_code, body.error, body.errors];
  const mark = marks.find((candidate) => !isBlankErrorMark(candidate));
  if (mark === undefined) return null;
  const { code, message } = parseRefusal(mark) ?? { code: parseId(mark), message: null };
  return (code ?? message?.trim() ?? 'of an unknown kind').slice(0, 40);
}

const BLANK_ERROR_MARKS = ['', '0', 'R0'];

function isBlankErrorMark(mark: unknown): boolean {
  if (mark === undefined || mark === null || mark === false) return true;
  if (Array.isArray(mark)) return mark.length === 0;
  if (isJsonObject(mark)) return Object.keys(mark).length === 0;
  const text = getNumberSource(mark) ?? mark;
  return typeof text === 'string' && BLANK_ERROR_MARKS.includes(text.trim());
}

/** The problem of a request that got no complete answer. `timeoutMs` is the time it had. */
export function toNoAnswerProblem(
  result: Exclude<HttpExchangeResult, { kind: 'answered' }>,
  timeoutMs: number,
): Problem {
  if (result.kind === 'not-sent') return { kind: 'service-unreachable', reason: result.reason };
  if (result.reason === 'timed-out') {
    return { kind: 'service-silent', seconds: Math.round(timeoutMs / 1000) };
  }
  return result.status === null
    ? { kind: 'service-unreachable', reason: 'other' }
    : { kind: 'service-unreadable', httpStatus: result.status };
}

/**
 * The problem of a 401: the keys, unless the clocks differ by more than the lifetime of a
 * signature. `clockDifferenceMs` is that of the two clocks.
 */
export function toUnauthorizedProblem(clockDifferenceMs: number | null): Problem {
  if (clockDifferenceMs !== null && Math.abs(clockDifferenceMs) > SIGNATURE_TTL_MS) {
    return { kind: 'clock-off', minutes: Math.round(clockDifferenceMs / 60_000) };
  }
  return { kind: 'keys-refused' };
}
