import {
  type CallAnswer,
  type CallInput,
  type CallName,
  type CallOutput,
  type EventName,
  type EventPayload,
  fail,
  type Problem,
  type TillBridge,
} from '../../../shared/contract/index.ts';

/**
 * The page's side of the contract. Calls never throw and are never repeated: a failure is a
 * problem.
 */
export interface TillClient {
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallAnswer<Name>>;
  /** Returns the function that stops listening. */
  on<Name extends EventName>(
    name: Name,
    listener: (payload: EventPayload<Name>) => void,
  ): () => void;
}

/** The answer for a failure that the contract does not know. */
function toUnexpectedAnswer<Name extends CallName>(reference: string): CallAnswer<Name> {
  return fail({ kind: 'internal', reference });
}

/**
 * A client over the preload's bridge or the tests' fake. Main validates every answer and event
 * before sending it. The page does not validate again, and so loads no schemas before somebody can
 * sign in.
 */
export function createTillClient(bridge: TillBridge): TillClient {
  return {
    async call(name, input) {
      let answer: unknown;
      try {
        answer = await bridge.call(name, input);
      } catch {
        // The bridge failed: main is gone, or the page is being closed.
        return toUnexpectedAnswer(`bridge:${name}`);
      }
      return parseAnswer(name, answer);
    },
    on(name, listener) {
      return bridge.on(name, (payload) => listener(payload as EventPayload<typeof name>));
    },
  };
}

function parseAnswer<Name extends CallName>(name: Name, answer: unknown): CallAnswer<Name> {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) {
    return toUnexpectedAnswer(`answer:${name}`);
  }
  if (answer.ok === true && 'value' in answer) {
    return { ok: true, value: answer.value as CallOutput<Name> };
  }
  if (answer.ok === false && 'problem' in answer && isProblem(answer.problem)) {
    return fail(answer.problem);
  }
  return toUnexpectedAnswer(`problem:${name}`);
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
