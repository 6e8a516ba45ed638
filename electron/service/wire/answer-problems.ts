/** Turns an answer into a problem of the closed union, and reads a refusal's code and message. */

import type { Problem } from '../../../shared/contract/index.ts';
import { SIGNATURE_TTL_MS } from '../../../shared/rules/index.ts';
import type { CallResult } from '../transport/index.ts';
import { isJsonObject } from './exact-json.ts';
import { parseId, parseText } from './scalars.ts';

export interface RefusalBody {
  readonly code: string | null;
  readonly message: string | null;
}

/**
 * What a refusal's body says; null if it is not a JSON object, because then it is not from the
 * service itself. Codes are passed on unchanged, known or not.
 */
export function parseRefusal(body: unknown): RefusalBody | null {
  if (!isJsonObject(body)) return null;
  const code = parseText(body.code) ?? parseId(body.code);
  return {
    code: code === null || code.trim() === '' ? null : code.trim().slice(0, 40),
    message: parseText(body.message),
  };
}

/** For a read that got no answer. */
export function toNoAnswerProblem(
  result: Exclude<CallResult, { kind: 'answered' }>,
  deadline: number,
): Problem {
  if (result.kind === 'not-sent') return { kind: 'service-unreachable', reason: result.reason };
  if (result.reason === 'timed-out') {
    return { kind: 'service-silent', seconds: Math.round(deadline / 1000) };
  }
  return result.status === null
    ? { kind: 'service-unreachable', reason: 'other' }
    : { kind: 'service-unreadable', httpStatus: result.status };
}

/** A 401 is about the keys, unless the clocks differ by more than the life of a signature. */
export function toUnauthorizedProblem(difference: number | null): Problem {
  if (difference !== null && Math.abs(difference) > SIGNATURE_TTL_MS) {
    return { kind: 'clock-off', minutes: Math.round(difference / 60_000) };
  }
  return { kind: 'keys-refused' };
}
