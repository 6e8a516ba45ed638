import type { z } from 'zod';

/**
 * Who may make a call. `anyone`: also before sign-in. `setup`: while the till is not set up, or an
 * owner afterwards. The others name the least role that is needed; `supervisor` includes `owner`.
 */
export type Access = 'anyone' | 'setup' | 'cashier' | 'supervisor' | 'owner';

/** A call of the contract, as a value. Without both schemas it cannot be declared. */
export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly access: Access;
  readonly input: Input;
  readonly output: Output;
}

export function call<Input extends z.ZodType, Output extends z.ZodType>(
  access: Access,
  input: Input,
  output: Output,
): Call<Input, Output> {
  return { access, input, output };
}

/** An event that main sends to the page. Events sent before a page listens are lost. */
export interface Event<Payload extends z.ZodType = z.ZodType> {
  readonly payload: Payload;
}

export function event<Payload extends z.ZodType>(payload: Payload): Event<Payload> {
  return { payload };
}
