import {
  type Approval,
  type Cashier,
  fail,
  ok,
  type Permission,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import type { Till, TillHost } from '../../till/index.ts';
import type { CallContext } from '../types.ts';

type Failure = { readonly ok: false; readonly problem: Problem };

type CallHandler<Input, Value> = (input: Input, context: CallContext) => Value | Failure;

/** Functions that make the handler of a call from the work that the call does on the open till. */
export interface HandlerFactories {
  /** Runs `work` on the open till, or returns why there is none. */
  createTillHandler<Input, Value>(
    work: (till: Till, input: Input, context: CallContext) => Value,
  ): CallHandler<Input, Value>;
  /**
   * Like `createTillHandler`, with the signed-in cashier; the call listener already rejected calls without
   * one.
   */
  createCashierHandler<Input, Value>(
    work: (till: Till, input: Input, cashier: Cashier) => Value,
  ): CallHandler<Input, Value>;
  /**
   * Like `createCashierHandler`, if the cashier's role or another person's PIN allows it. `approver` is the
   * person whose PIN allowed it; null if the role did.
   */
  createApprovableHandler<Input extends { readonly approval: Approval | null }, Value>(
    permission: Permission,
    work: (
      till: Till,
      input: Omit<Input, 'approval'>,
      cashier: Cashier,
      approver: Cashier | null,
    ) => Result<Value> | Promise<Result<Value>>,
  ): CallHandler<Input, Promise<Result<Value>>>;
}

export function createHandlerFactories(
  host: Pick<TillHost, 'till' | 'storageProblem'>,
): HandlerFactories {
  const getTill = (): Result<Till> => {
    const till = host.till();
    return till ? ok(till) : fail(host.storageProblem() ?? { kind: 'not-set-up' });
  };
  const createCashierHandler: HandlerFactories['createCashierHandler'] =
    (work) =>
    (input, { cashier }) => {
      if (cashier === null) return fail({ kind: 'not-signed-in' });
      const till = getTill();
      return till.ok ? work(till.value, input, cashier) : till;
    };
  return {
    createTillHandler: (work) => (input, context) => {
      const till = getTill();
      return till.ok ? work(till.value, input, context) : till;
    },
    createCashierHandler,
    createApprovableHandler: (permission, work) =>
      createCashierHandler(async (till, { approval, ...input }, cashier) => {
        const authorized = await till.staff.authorize(permission, cashier, approval);
        if (!authorized.ok) return authorized;
        return await work(till, input, cashier, authorized.value.approver);
      }),
  };
}
