import type { z } from 'zod';
import {
  type Access,
  type CallName,
  type CallReceived,
  calls,
  fail,
  type Problem,
  problem,
  type Result,
} from '../../shared/contract/index.ts';
import { StorageError, storageProblem } from '../ledger/index.ts';
import { READ_ONCE } from '../platform/index.ts';
import { refuseAccess } from './access.ts';
import { notPlain } from './plain.ts';
import type { Answering, AnswerOptions, Handlers } from './types.ts';

/**
 * Answers each call of the contract, which the page makes with `{ name, input }`. Throws if a
 * handler is missing or has no call.
 */
export function answerCalls<Event>(options: AnswerOptions<Event>): Answering<Event> {
  const names = Object.keys(calls).filter(isCallName);
  const missing = names.filter((name) => typeof options.handlers[name] !== 'function');
  if (missing.length > 0) throw new Error(`no handler for ${missing.join(', ')}`);
  const leftOver = Object.keys(options.handlers).filter((name) => !isCallName(name));
  if (leftOver.length > 0) throw new Error(`no such call: ${leftOver.join(', ')}`);

  const answers = new Map<unknown, (input: unknown) => Promise<Result<unknown>>>(
    names.map((name) => [name, createAnswer(name, options)]),
  );
  return async (event, asked) => {
    const { name, input } = { name: null, input: undefined, ...Object(asked) };
    const answer = answers.get(name);
    if (answer === undefined || !options.isOurs(event)) {
      const call = answer === undefined ? 'no call of the contract' : name;
      const from = senderOf(event, options);
      options.log.warn({ call, from }, 'a call that is unknown or not from our page was refused');
      throw new Error('refused');
    }
    return await answer(input);
  };
}

function senderOf<Event>(event: Event, options: AnswerOptions<Event>): string {
  if (options.isOurs(event)) return 'page';
  return options.isCustomers?.(event) === true ? 'customer-screen' : 'stranger';
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

/** Each call with the types of its own handler, which the compiler cannot infer in a loop. */
type Declarations = {
  readonly [Name in CallName]: {
    readonly access: Access;
    readonly input: {
      safeParse(value: unknown, how: How): z.ZodSafeParseResult<CallReceived<Name>>;
    };
    readonly output: z.ZodType;
  };
};
const declarations: Declarations = calls;

type How = typeof READ_ONCE | undefined;

type Fault = (error: unknown, what: string) => Result<never>;

function createAnswer<Name extends CallName, Event>(
  name: Name,
  options: AnswerOptions<Event>,
): (input: unknown) => Promise<Result<unknown>> {
  const declared: Declarations[Name] = declarations[name];
  const handler: Handlers[Name] = options.handlers[name];

  // Most of the calls at the sign-in are made once.
  let how: How = READ_ONCE;

  const fault: Fault = (error, what) => {
    const reference = options.newId();
    options.log.error({ call: name, reference, err: error }, what);
    return fail({ kind: 'internal', reference });
  };

  return async (input) => {
    try {
      const unplain = notPlain(input);
      if (unplain !== null) return fail({ kind: 'invalid-input', field: '', reason: unplain });
      const now = options.access();
      const refused = refuseAccess(declared.access, now, input);
      if (refused !== null) return fail(refused);
      const received = declared.input.safeParse(input, how);
      if (!received.success) return fail(invalidInput(received.error.issues[0]));
      const result: unknown = await handler(received.data, { cashier: now.cashier });
      const checked = checkResult(result, declared.output, fault, how);
      how = undefined;
      return checked;
    } catch (error) {
      if (error instanceof StorageError) {
        options.log.error({ call: name, err: error }, 'the ledger could not be used');
        return fail(storageProblem(error));
      }
      return fault(error, 'a handler threw');
    }
  };
}

/** Only what the contract declares leaves main; anything else is a fault of the program. */
function checkResult(result: unknown, output: z.ZodType, fault: Fault, how: How): Result<unknown> {
  if (typeof result !== 'object' || result === null || !('ok' in result)) {
    return fault(new TypeError('not a result'), 'a handler answered no result');
  }
  if (result.ok !== true) {
    const refusal = problem.safeParse('problem' in result ? result.problem : undefined, how);
    if (refusal.success) return fail(refusal.data);
    return fault(summary(refusal.error), 'a problem did not fit the contract');
  }
  const value = output.safeParse('value' in result ? result.value : undefined, how);
  if (!value.success) return fault(summary(value.error), 'an answer did not fit the contract');
  const unplain = notPlain(value.data);
  if (unplain !== null) return fault(new TypeError(unplain), 'an answer was not plain JSON');
  return { ok: true, value: value.data };
}

/** Paths and codes for the log, never values: they may be secret. */
function summary(error: z.ZodError): Error {
  const found = error.issues.slice(0, 5).map((one) => `${one.path.join('.')}: ${one.code}`);
  return new TypeError(found.join('; '));
}

function invalidInput(issue: z.core.$ZodIssue | undefined): Problem {
  const path = issue?.path.map(String) ?? [];
  if (issue?.code === 'unrecognized_keys') path.push(...issue.keys.slice(0, 1));
  return {
    kind: 'invalid-input',
    field: path.join('.').slice(0, 200),
    reason: (issue?.message ?? 'does not fit').slice(0, 300),
  };
}
