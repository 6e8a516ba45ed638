import {
  type CallName,
  type CallOutput,
  type Calls,
  calls,
  type Result,
  type ValidatedCallInput,
} from '../../../../shared/contract/index.ts';
import type { OpenTill } from '../../till/index.ts';
import type { SignedInCashier } from '../types.ts';
import { type HandlerPorts, type PartHandlers, withCashier } from './ports.ts';

/**
 * Derives the handler of a call `part.method` if the till's part of that name has a method of that
 * name that takes the input and the cashier and returns the call's response. If the part has no
 * such method, or one with other types, the code does not compile until `customHandlers` contains a
 * handler.
 */
export function createPartHandlers<Part extends keyof OpenTill>(
  ports: HandlerPorts,
  part: Part,
  customHandlers: CustomHandlers<Part>,
): PartHandlers<Part> {
  const derived = Object.keys(calls)
    .filter((name) => name.startsWith(`${part}.`) && !Object.hasOwn(customHandlers, name))
    .map((name) => [name, createForwardingHandler(ports, part, name.slice(part.length + 1))]);
  return { ...Object.fromEntries(derived), ...customHandlers };
}

type PartCalls<Part extends string> = Extract<CallName, `${Part}.${string}`>;

type ForwardMethod<Name extends CallName> = (
  input: ValidatedCallInput<Name>,
  cashier: SignedInCashier,
) => Result<CallOutput<Name>> | Promise<Result<CallOutput<Name>>>;

/**
 * Calls that a method of the part handles. Calls that are allowed without a signed-in cashier are
 * not derived.
 */
type ForwardedCalls<Part extends keyof OpenTill> = {
  [Name in PartCalls<Part>]: Calls[Name]['access'] extends 'anyone' | 'setup'
    ? never
    : Name extends `${Part}.${infer Method}`
      ? Method extends keyof OpenTill[Part]
        ? OpenTill[Part][Method] extends ForwardMethod<Name>
          ? Name
          : never
        : never
      : never;
}[PartCalls<Part>];

type CustomHandlers<Part extends keyof OpenTill> = Omit<PartHandlers<Part>, ForwardedCalls<Part>>;

function createForwardingHandler(ports: HandlerPorts, part: keyof OpenTill, method: string) {
  return (input: unknown, context: Parameters<PartHandlers<'payments'>['payments.get']>[1]) =>
    withCashier(ports, context, (till, cashier): unknown => {
      const handlerMethod: unknown = Reflect.get(till[part], method);
      if (typeof handlerMethod !== 'function') throw new TypeError(`${part} has no ${method}`);
      return Reflect.apply(handlerMethod, till[part], [input, cashier]);
    });
}
