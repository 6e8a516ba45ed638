import {
  type CallInput,
  type CallName,
  type CallOutput,
  type CallResult,
  calls,
  type EventName,
  type EventPayload,
  events,
  fail,
  problem,
  type TillBridge,
} from '../../shared/contract/index.ts';

/** The page's side of the contract. Calls never throw and never retry: a failure is a problem. */
export interface TillClient {
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallResult<Name>>;
  /** Answers the function that ends the listening. */
  on<Name extends EventName>(
    name: Name,
    listener: (payload: EventPayload<Name>) => void,
  ): () => void;
}

/** What an answer from main is that the contract does not know. */
function strange<Name extends CallName>(reference: string): CallResult<Name> {
  return fail({ kind: 'internal', reference });
}

/**
 * A client over the bridge that the preload exposes, or over the fake of the tests. What comes in is
 * read with the contract's own schemas, so that a screen never meets a shape that it does not know.
 */
export function createTillClient(bridge: TillBridge): TillClient {
  return {
    async call(name, input) {
      let answer: unknown;
      try {
        answer = await bridge.call(name, input);
      } catch {
        // The bridge itself broke off: main is gone or the page is being closed.
        return strange(`bridge:${name}`);
      }
      return readAnswer(name, answer);
    },
    on(name, listener) {
      return bridge.on(name, (payload) => {
        const read = events[name].payload.safeParse(payload);
        if (read.success) listener(read.data as EventPayload<typeof name>);
      });
    },
  };
}

function readAnswer<Name extends CallName>(name: Name, answer: unknown): CallResult<Name> {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) {
    return strange(`answer:${name}`);
  }
  if (answer.ok === true && 'value' in answer) {
    const read = calls[name].output.safeParse(answer.value);
    // The schema is the one that `CallOutput` is derived from.
    return read.success
      ? { ok: true, value: read.data as CallOutput<Name> }
      : strange(`answer:${name}`);
  }
  if (answer.ok === false && 'problem' in answer) {
    const read = problem.safeParse(answer.problem);
    return read.success ? fail(read.data) : strange(`problem:${name}`);
  }
  return strange(`answer:${name}`);
}
