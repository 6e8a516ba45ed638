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
import { callChannel } from '../channels.ts';
import { StorageError, storageProblem } from '../ledger/index.ts';
import { refuseAccess } from './access.ts';
import { notPlain } from './plain.ts';
import type { Handlers, RegisterOptions } from './types.ts';

/** Gives every call of the contract its channel. Throws when a handler is missing or left over. */
export function registerCalls<Event>(options: RegisterOptions<Event>): void {
  const names = Object.keys(calls).filter(isCallName);
  const missing = names.filter((name) => typeof options.handlers[name] !== 'function');
  if (missing.length > 0) throw new Error(`no handler for ${missing.join(', ')}`);
  const leftOver = Object.keys(options.handlers).filter((name) => !isCallName(name));
  if (leftOver.length > 0) throw new Error(`no such call: ${leftOver.join(', ')}`);

  for (const name of names) {
    const answer = createAnswer(name, options);
    options.ipc.handle(callChannel(name), async (event, input) => {
      if (!options.isOurs(event)) {
        options.log.warn({ call: name }, 'a call from a sender that is not our page was refused');
        throw new Error('refused');
      }
      return await answer(input);
    });
  }
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

/** Each call beside the types of its own handler, which the compiler cannot see in a loop. */
type Declarations = {
  readonly [Name in CallName]: {
    readonly access: Access;
    readonly input: { safeParse(value: unknown): z.ZodSafeParseResult<CallReceived<Name>> };
    readonly output: z.ZodType;
  };
};
const declarations: Declarations = calls;

type Fault = (error: unknown, what: string) => Result<never>;

function createAnswer<Name extends CallName, Event>(
  name: Name,
  options: RegisterOptions<Event>,
): (input: unknown) => Promise<Result<unknown>> {
  const declared: Declarations[Name] = declarations[name];
  const handler: Handlers[Name] = options.handlers[name];

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
      const received = declared.input.safeParse(input);
      if (!received.success) return fail(invalidInput(received.error.issues[0]));
      const result: unknown = await handler(received.data, { cashier: now.cashier });
      return checkResult(result, declared.output, fault);
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
function checkResult(result: unknown, output: z.ZodType, fault: Fault): Result<unknown> {
  if (typeof result !== 'object' || result === null || !('ok' in result)) {
    return fault(new TypeError('not a result'), 'a handler answered no result');
  }
  if (result.ok !== true) {
    const refusal = problem.safeParse('problem' in result ? result.problem : undefined);
    if (refusal.success) return fail(refusal.data);
    return fault(summary(refusal.error), 'a problem did not fit the contract');
  }
  const value = output.safeParse('value' in result ? result.value : undefined);
  if (!value.success) return fault(summary(value.error), 'an answer did not fit the contract');
  const unplain = notPlain(value.data);
  if (unplain !== null) return fault(new TypeError(unplain), 'an answer was not plain JSON');
  return { ok: true, value: value.data };
}

/** Paths and codes for the log, never values: they may be what must not be written down. */
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
