/** Turns an answer into a problem of the closed union, and reads a refusal's code and message. */

import type { Problem } from '../../../shared/contract/index.ts';
import { SIGNATURE_LIFE } from '../../../shared/rules/index.ts';
import type { CallResult } from '../transport/index.ts';
import { isJsonObject } from './exact-json.ts';
import { readId, readText } from './scalars.ts';

export interface RefusalBody {
  readonly code: string | null;
  readonly message: string | null;
}

/**
 * What a refusal's body says; null when it is no JSON object, which is then not the service's own
 * word. Codes are carried as they come, known or not.
 */
export function readRefusal(body: unknown): RefusalBody | null {
  if (!isJsonObject(body)) return null;
  const code = readText(body.code) ?? readId(body.code);
  return {
    code: code === null || code.trim() === '' ? null : code.trim().slice(0, 40),
    message: readText(body.message),
  };
}

/** For a read whose exchange brought no answer. */
export function silenceProblem(
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

/** A 401 is about the keys, unless the clocks differ by more than a signature lives. */
export function unauthorizedProblem(difference: number | null): Problem {
  if (difference !== null && Math.abs(difference) > SIGNATURE_LIFE) {
    return { kind: 'clock-off', minutes: Math.round(difference / 60_000) };
  }
  return { kind: 'keys-refused' };
}

/** `Retry-After` in milliseconds from `now`: seconds, or a date. Null if there is none. */
export function retryAfter(
  text: string | undefined,
  now: number,
  readDate: (text: string) => number | null,
): number | null {
  if (text === undefined) return null;
  const bare = text.trim();
  if (/^\d{1,9}$/.test(bare)) return Number(bare) * 1000;
  const date = readDate(bare);
  return date === null ? null : Math.max(0, date - now);
}
