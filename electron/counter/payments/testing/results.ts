import type { Payment, Problem, Result } from '../../../../shared/contract/index.ts';

export function expectOk<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`a problem: ${JSON.stringify(result.problem)}`);
  return result.value;
}

export function expectProblem(result: Result<unknown>): Problem {
  if (result.ok) throw new Error(`no problem: ${JSON.stringify(result.value)}`);
  return result.problem;
}

/** The answer of what is paid at once: everything but a cash-out. */
export function atOnce(paid: Result<Payment> | Promise<Result<Payment>>): Result<Payment> {
  if (paid instanceof Promise) throw new Error('a cash-out is not paid at once');
  return paid;
}
