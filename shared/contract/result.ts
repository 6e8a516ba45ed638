import type { Problem } from './problem/index.ts';

/** A separate file, so that a page that only switches over problems does not load the schemas. */
export type Result<Value, Failure = Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Failure };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function fail<const Failure = Problem>(
  problem: Failure,
): { readonly ok: false; readonly problem: Failure } {
  return { ok: false, problem };
}

/** For the end of a switch over a closed union: a missing case is a compile error. */
export function assertNever(value: never): never {
  throw new Error(`no case for ${JSON.stringify(value)}`);
}
