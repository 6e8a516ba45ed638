import type { Refusal } from './refusal.ts';
import { type WireObject, writeWireJson } from './wire-json.ts';

/** The result of an operation, before the headers of every reply are added. */
export interface TrainingAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Delay of the answer in milliseconds. */
  readonly afterMilliseconds: number;
}

export function createAnswer(
  status: number,
  body: WireObject,
  headers: Readonly<Record<string, string>> = {},
): TrainingAnswer {
  return { status, body: writeWireJson(body), headers, afterMilliseconds: 0 };
}

export function toRefusalAnswer(refusal: Refusal): TrainingAnswer {
  const body: WireObject = {
    ...(refusal.code === null ? {} : { code: refusal.code }),
    message: refusal.message,
    ...(refusal.billId === undefined ? {} : { id: refusal.billId }),
  };
  return {
    ...createAnswer(refusal.status, body),
    afterMilliseconds: refusal.afterMilliseconds ?? 0,
  };
}
