import {
  type CallName,
  type CallOutput,
  type CallReceived,
  type Calls,
  calls,
  type Result,
} from '../../../shared/contract/index.ts';
import type { OpenTill } from '../../till/index.ts';
import type { SignedInCashier } from '../types.ts';
import { type HandlerPorts, type HandlersOf, withCashier } from './ports.ts';

/**
 * A call `room.method` whose answer is what the till's room of that name answers to a method of
 * that name, given the input and the cashier, needs no handler of its own: it is derived here. A
 * call for which the room has no such method, or one of other parameters or another answer, does
 * not compile until it has a handler by hand.
 */
export function handlersOf<Room extends keyof OpenTill>(
  ports: HandlerPorts,
  room: Room,
  byHand: ByHand<Room>,
): HandlersOf<Room> {
  const derived = Object.keys(calls)
    .filter((name) => name.startsWith(`${room}.`) && !Object.hasOwn(byHand, name))
    .map((name) => [name, forward(ports, room, name.slice(room.length + 1))]);
  return { ...Object.fromEntries(derived), ...byHand };
}

type CallsOf<Room extends string> = Extract<CallName, `${Room}.${string}`>;

type Forward<Name extends CallName> = (
  input: CallReceived<Name>,
  cashier: SignedInCashier,
) => Result<CallOutput<Name>> | Promise<Result<CallOutput<Name>>>;

/**
 * Calls that a room's own method answers. Who may call while nobody is signed in has no cashier.
 */
type Derived<Room extends keyof OpenTill> = {
  [Name in CallsOf<Room>]: Calls[Name]['access'] extends 'anyone' | 'setup'
    ? never
    : Name extends `${Room}.${infer Method}`
      ? Method extends keyof OpenTill[Room]
        ? OpenTill[Room][Method] extends Forward<Name>
          ? Name
          : never
        : never
      : never;
}[CallsOf<Room>];

type ByHand<Room extends keyof OpenTill> = Omit<HandlersOf<Room>, Derived<Room>>;

function forward(ports: HandlerPorts, room: keyof OpenTill, method: string) {
  return (input: unknown, context: Parameters<HandlersOf<'payments'>['payments.get']>[1]) =>
    withCashier(ports, context, (till, cashier): unknown => {
      const answering: unknown = Reflect.get(till[room], method);
      if (typeof answering !== 'function') throw new TypeError(`${room} has no ${method}`);
      return Reflect.apply(answering, till[room], [input, cashier]);
    });
}
