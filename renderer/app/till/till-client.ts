import {
  type CallInput,
  type CallName,
  type CallOutput,
  type EventName,
  type EventPayload,
  fail,
  type Problem,
  type TillBridge,
  type TillCallResult,
} from '../../../shared/contract/index.ts';

/**
 * The page's side of the contract. Calls never throw and are never retried: a failure is a problem.
 */
export interface TillClient {
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<TillCallResult<Name>>;
  /** Returns the unsubscribe function. */
  on<Name extends EventName>(
    name: Name,
    listener: (payload: EventPayload<Name>) => void,
  ): () => void;
}

/** The response for a failure that the contract does not define. */
function toUnexpectedResponse<Name extends CallName>(reference: string): TillCallResult<Name> {
  return fail({ kind: 'internal', reference });
}

/**
 * A client over the preload's bridge or the tests' fake. Main validates every response and event
 * before sending it. The page does not validate again, and so loads no schemas before the sign-in.
 */
export function createTillClient(bridge: TillBridge): TillClient {
  return {
    async call(name, input) {
      let response: unknown;
      try {
        response = await bridge.call(name, input);
      } catch {
        // The bridge failed: main has ended, or the page is closing.
        return toUnexpectedResponse(`bridge:${name}`);
      }
      return parseResponse(name, response);
    },
    on(name, listener) {
      return bridge.on(name, (payload) => listener(payload as EventPayload<typeof name>));
    },
  };
}

function parseResponse<Name extends CallName>(name: Name, response: unknown): TillCallResult<Name> {
  if (typeof response !== 'object' || response === null || !('ok' in response)) {
    return toUnexpectedResponse(`answer:${name}`);
  }
  if (response.ok === true && 'value' in response) {
    return { ok: true, value: response.value as CallOutput<Name> };
  }
  if (response.ok === false && 'problem' in response && isProblem(response.problem)) {
    return fail(response.problem);
  }
  return toUnexpectedResponse(`problem:${name}`);
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'kind' in value;
}
