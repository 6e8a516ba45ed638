import type { TrainingRefusal } from './refusal.ts';
import { stringifyWireJson, type WireObject } from './wire-json.ts';

/** The result of an operation, before the headers of every reply are added. */
export interface TrainingAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Delay of the answer in milliseconds. */
  readonly delayMs: number;
}

export function createTrainingAnswer(
  status: number,
  body: WireObject,
  headers: Readonly<Record<string, string>> = {},
): TrainingAnswer {
  return { status, body: stringifyWireJson(body), headers, delayMs: 0 };
}

export function toTrainingRefusalAnswer(refusal: TrainingRefusal): TrainingAnswer {
  const body: WireObject = {
    ...(refusal.code === null ? {} : { code: refusal.code }),
    message: refusal.message,
    ...(refusal.billId === undefined ? {} : { id: refusal.billId }),
  };
  return {
    ...createTrainingAnswer(refusal.status, body),
    delayMs: refusal.delayMs ?? 0,
  };
}
