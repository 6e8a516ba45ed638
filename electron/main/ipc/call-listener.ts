import type { z } from 'zod';
import {
  type Access,
  type CallName,
  type CallReceived,
  calls,
  fail,
  type Problem,
  problemSchema,
  type Result,
} from '../../../shared/contract/index.ts';
import { StorageError, toStorageProblem } from '../../ledger/index.ts';
import { JITLESS_PARSE } from '../../platform/index.ts';
import { validateAccess } from './access.ts';
import { notPlainJsonReason } from './plain-json.ts';
import type { CallListener, CallListenerOptions, Handlers } from './types.ts';

/**
 * Answers each call of the contract, which the page makes with `{ name, input }`. Throws if a
 * handler is missing or has no call.
 */
export function createCallListener<Event>(
  options: CallListenerOptions<Event>,
): CallListener<Event> {
  const names = Object.keys(calls).filter(isCallName);
  const missing = names.filter((name) => typeof options.handlers[name] !== 'function');
  if (missing.length > 0) throw new Error(`no handler for ${missing.join(', ')}`);
  const leftOver = Object.keys(options.handlers).filter((name) => !isCallName(name));
  if (leftOver.length > 0) throw new Error(`no such call: ${leftOver.join(', ')}`);

  const answers = new Map<unknown, (input: unknown) => Promise<Result<unknown>>>(
    names.map((name) => [name, createCallHandler(name, options)]),
  );
  return async (event, asked) => {
    const { name, input } = { name: null, input: undefined, ...Object(asked) };
    const answer = answers.get(name);
    if (answer === undefined || !options.isTillPage(event)) {
      const call = answer === undefined ? 'no call of the contract' : name;
      const from = getSenderKind(event, options);
      options.log.warn({ call, from }, 'ipc: call rejected, unknown call or foreign sender');
      throw new Error('refused');
    }
    return await answer(input);
  };
}

function getSenderKind<Event>(event: Event, options: CallListenerOptions<Event>): string {
  if (options.isTillPage(event)) return 'page';
  return options.isCustomerScreen?.(event) === true ? 'customer-screen' : 'stranger';
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

/** Each call with the types of its own handler, which the compiler cannot infer in a loop. */
type CallDeclarations = {
  readonly [Name in CallName]: {
    readonly access: Access;
    readonly input: {
      safeParse(value: unknown, how: ParseOptions): z.ZodSafeParseResult<CallReceived<Name>>;
    };
    readonly output: z.ZodType;
  };
};
const declarations: CallDeclarations = calls;

type ParseOptions = typeof JITLESS_PARSE | undefined;

type ReportFault = (error: unknown, what: string) => Result<never>;

function createCallHandler<Name extends CallName, Event>(
  name: Name,
  options: CallListenerOptions<Event>,
): (input: unknown) => Promise<Result<unknown>> {
  const declared: CallDeclarations[Name] = declarations[name];
  const handler: Handlers[Name] = options.handlers[name];

  // Most of the calls at the sign-in are made once.
  let how: ParseOptions = JITLESS_PARSE;

  const fault: ReportFault = (error, what) => {
    const reference = options.newId();
    options.log.error({ call: name, reference, err: error }, what);
    return fail({ kind: 'internal', reference });
  };

  return async (input) => {
    try {
      const unplain = notPlainJsonReason(input);
      if (unplain !== null) return fail({ kind: 'invalid-input', field: '', reason: unplain });
      const now = options.access();
      const refused = validateAccess(declared.access, now, input);
      if (refused !== null) return fail(refused);
      const received = declared.input.safeParse(input, how);
      if (!received.success) return fail(toInvalidInputProblem(received.error.issues[0]));
      const result: unknown = await handler(received.data, { cashier: now.cashier });
      const checked = validateResult(result, declared.output, fault, how);
      how = undefined;
      return checked;
    } catch (error) {
      if (error instanceof StorageError) {
        options.log.error({ call: name, err: error }, 'ipc: ledger unavailable during call');
        return fail(toStorageProblem(error));
      }
      return fault(error, 'ipc: handler threw');
    }
  };
}

/** Only what the contract declares leaves main; anything else is a fault of the program. */
function validateResult(
  result: unknown,
  output: z.ZodType,
  fault: ReportFault,
  how: ParseOptions,
): Result<unknown> {
  if (typeof result !== 'object' || result === null || !('ok' in result)) {
    return fault(new TypeError('not a result'), 'ipc: handler returned no result');
  }
  if (result.ok !== true) {
    const refusal = problemSchema.safeParse('problem' in result ? result.problem : undefined, how);
    if (refusal.success) return fail(refusal.data);
    return fault(toIssueError(refusal.error), 'ipc: problem violates contract');
  }
  const value = output.safeParse('value' in result ? result.value : undefined, how);
  if (!value.success) return fault(toIssueError(value.error), 'ipc: answer violates contract');
  const unplain = notPlainJsonReason(value.data);
  if (unplain !== null) return fault(new TypeError(unplain), 'ipc: answer is not plain json');
  return { ok: true, value: value.data };
}

/** Paths and codes for the log, never values: they may be secret. */
function toIssueError(error: z.ZodError): Error {
  const found = error.issues.slice(0, 5).map((one) => `${one.path.join('.')}: ${one.code}`);
  return new TypeError(found.join('; '));
}

function toInvalidInputProblem(issue: z.core.$ZodIssue | undefined): Problem {
  const path = issue?.path.map(String) ?? [];
  if (issue?.code === 'unrecognized_keys') path.push(...issue.keys.slice(0, 1));
  return {
    kind: 'invalid-input',
    field: path.join('.').slice(0, 200),
    reason: (issue?.message ?? 'does not fit').slice(0, 300),
  };
}
