import type { z } from 'zod';
import {
  type CallAccess,
  type CallName,
  calls,
  fail,
  type Problem,
  problemSchema,
  type Result,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { StorageError, toStorageProblem } from '../../ledger/index.ts';
import { JITLESS_PARSE_OPTIONS } from '../../platform/index.ts';
import { findAccessProblem } from './access.ts';
import { findNonJsonReason } from './plain-json.ts';
import type { CallListener, CallListenerOptions, Handlers } from './types.ts';

/**
 * Handles each call of the contract, which the page makes with `{ name, input }`. Throws if a
 * handler is missing or has no call.
 */
export function createCallListener<Event>(
  options: CallListenerOptions<Event>,
): CallListener<Event> {
  const names = Object.keys(calls).filter(isCallName);
  const missing = names.filter((name) => typeof options.handlers[name] !== 'function');
  if (missing.length > 0) throw new Error(`no handler for ${missing.join(', ')}`);
  const unknownNames = Object.keys(options.handlers).filter((name) => !isCallName(name));
  if (unknownNames.length > 0) throw new Error(`no such call: ${unknownNames.join(', ')}`);

  const callHandlers = new Map<unknown, (input: unknown) => Promise<Result<unknown>>>(
    names.map((name) => [name, createCallHandler(name, options)]),
  );
  return async (event, message) => {
    const { name, input } = { name: null, input: undefined, ...Object(message) };
    const callHandler = callHandlers.get(name);
    if (callHandler === undefined || !options.isTillPage(event)) {
      const call = callHandler === undefined ? 'no call of the contract' : name;
      const from = getSenderKind(event, options);
      options.log.warn({ call, from }, 'ipc: call rejected, unknown call or foreign sender');
      throw new Error('refused');
    }
    return await callHandler(input);
  };
}

function getSenderKind<Event>(event: Event, options: CallListenerOptions<Event>): string {
  if (options.isTillPage(event)) return 'page';
  return options.isCustomerScreen?.(event) === true ? 'customer-screen' : 'stranger';
}

function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}

/** Each call with the types of its handler, which the compiler cannot infer in a loop. */
type CallDeclarations = {
  readonly [Name in CallName]: {
    readonly access: CallAccess;
    readonly input: {
      safeParse(
        value: unknown,
        parseOptions: ParseOptions,
      ): z.ZodSafeParseResult<ValidatedCallInput<Name>>;
    };
    readonly output: z.ZodType;
  };
};
const declarations: CallDeclarations = calls;

type ParseOptions = typeof JITLESS_PARSE_OPTIONS | undefined;

type ReportFault = (error: unknown, logMessage: string) => Result<never>;

function createCallHandler<Name extends CallName, Event>(
  name: Name,
  options: CallListenerOptions<Event>,
): (input: unknown) => Promise<Result<unknown>> {
  const declaration: CallDeclarations[Name] = declarations[name];
  const handler: Handlers[Name] = options.handlers[name];

  // Most calls at the sign-in are made once, and compiling a schema costs more than one parse.
  let parseOptions: ParseOptions = JITLESS_PARSE_OPTIONS;

  const reportFault: ReportFault = (error, logMessage) => {
    const reference = options.createId();
    options.log.error({ call: name, reference, err: error }, logMessage);
    return fail({ kind: 'internal', reference });
  };

  return async (input) => {
    try {
      const notJsonReason = findNonJsonReason(input);
      if (notJsonReason !== null)
        return fail({ kind: 'invalid-input', field: '', reason: notJsonReason });
      const now = options.access();
      const accessProblem = findAccessProblem(declaration.access, now, input);
      if (accessProblem !== null) return fail(accessProblem);
      const received = declaration.input.safeParse(input, parseOptions);
      if (!received.success) return fail(toInvalidInputProblem(received.error.issues[0]));
      const result: unknown = await handler(received.data, { cashier: now.cashier });
      const validated = validateResult(result, declaration.output, reportFault, parseOptions);
      parseOptions = undefined;
      return validated;
    } catch (error) {
      if (error instanceof StorageError) {
        options.log.error({ call: name, err: error }, 'ipc: ledger unavailable during call');
        return fail(toStorageProblem(error));
      }
      return reportFault(error, 'ipc: handler threw');
    }
  };
}

/** Only declared output leaves the main process; anything else is a programming error. */
function validateResult(
  result: unknown,
  output: z.ZodType,
  reportFault: ReportFault,
  parseOptions: ParseOptions,
): Result<unknown> {
  if (typeof result !== 'object' || result === null || !('ok' in result)) {
    return reportFault(new TypeError('not a result'), 'ipc: handler returned no result');
  }
  if (result.ok !== true) {
    const refusal = problemSchema.safeParse(
      'problem' in result ? result.problem : undefined,
      parseOptions,
    );
    if (refusal.success) return fail(refusal.data);
    return reportFault(toIssueError(refusal.error), 'ipc: problem violates contract');
  }
  const value = output.safeParse('value' in result ? result.value : undefined, parseOptions);
  if (!value.success)
    return reportFault(toIssueError(value.error), 'ipc: answer violates contract');
  const notJsonReason = findNonJsonReason(value.data);
  if (notJsonReason !== null)
    return reportFault(new TypeError(notJsonReason), 'ipc: answer is not plain json');
  return { ok: true, value: value.data };
}

/** Paths and codes for the log, never values: they may be secret. */
function toIssueError(error: z.ZodError): Error {
  const issues = error.issues.slice(0, 5).map((issue) => `${issue.path.join('.')}: ${issue.code}`);
  return new TypeError(issues.join('; '));
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
