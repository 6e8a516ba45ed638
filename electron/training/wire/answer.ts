import type { Refusal } from './refusal.ts';
import { type WireObject, writeWireJson } from './wire-json.ts';

/** The result of an operation, before it gets its wire format. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The answer is sent this much later. */
  readonly afterMilliseconds: number;
}

export function answer(
  status: number,
  body: WireObject,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, body: writeWireJson(body), headers, afterMilliseconds: 0 };
}

export function answerRefusal(refusal: Refusal): Answer {
  const body: WireObject = {
    ...(refusal.code === null ? {} : { code: refusal.code }),
    message: refusal.message,
    ...(refusal.billId === undefined ? {} : { id: refusal.billId }),
  };
  return {
    ...answer(refusal.status, body),
    afterMilliseconds: refusal.afterMilliseconds ?? 0,
  };
}
