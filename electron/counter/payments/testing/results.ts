import type { Payment, Problem, Result } from '../../../../shared/contract/index.ts';

export function expectOk<Value>(result: Result<Value>): Value {
  if (!result.ok)
    throw new Error(`expected a value, got a problem: ${JSON.stringify(result.problem)}`);
  return result.value;
}

export function expectProblem(result: Result<unknown>): Problem {
  if (result.ok)
    throw new Error(`expected a problem, got a value: ${JSON.stringify(result.value)}`);
  return result.problem;
}

/** Returns the result of a payment call that is synchronous, as for everything but a cash-out. */
export function expectSynchronous(
  paid: Result<Payment> | Promise<Result<Payment>>,
): Result<Payment> {
  if (paid instanceof Promise) throw new Error('expected a synchronous result');
  return paid;
}
