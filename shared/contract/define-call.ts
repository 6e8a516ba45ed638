import type { z } from 'zod';
import type { Permission } from './permissions.ts';

/**
 * Who may make a call. `anyone`: also before sign-in. `setup`: anyone while the till is not set up,
 * and an owner afterwards. `cashier`: any signed-in person. All others are names of `PERMISSIONS`.
 * If a permission can be overridden, the input of its call has an `approval`, which is null if the
 * cashier's own role is enough.
 */
export type CallAccess = 'anyone' | 'setup' | 'cashier' | Permission;

/** A call of the contract, as a value. Both schemas are required. */
export interface CallDefinition<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Allowed extends CallAccess = CallAccess,
> {
  readonly access: Allowed;
  readonly input: Input;
  readonly output: Output;
}

export function defineCall<
  const Allowed extends CallAccess,
  Input extends z.ZodType,
  Output extends z.ZodType,
>(access: Allowed, input: Input, output: Output): CallDefinition<Input, Output, Allowed> {
  return { access, input, output };
}

/** An event that main sends to the page. Events sent before a page listens are lost. */
export interface EventDefinition<Payload extends z.ZodType = z.ZodType> {
  readonly payload: Payload;
}

export function defineEvent<Payload extends z.ZodType>(payload: Payload): EventDefinition<Payload> {
  return { payload };
}
