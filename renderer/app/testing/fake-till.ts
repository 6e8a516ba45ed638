import {
  type CallName,
  type CallReceived,
  calls,
  type EventName,
  type EventPayload,
  events,
  ok,
  problemSchema,
  type TillBridge,
} from '../../../shared/contract/index.ts';
import { createFakeShop, type FakeAnswers, type FakeShop } from './fake-shop.ts';

export interface FakeTillCall {
  readonly name: CallName;
  readonly input: unknown;
}

export interface FakeTill {
  readonly bridge: TillBridge;
  /** The shop behind the answers that no test has replaced; may be changed. */
  readonly shop: FakeShop;
  /** Replaces the answer of a call. */
  readonly answer: FakeAnswers;
  /** Sends an event to the page. */
  readonly emit: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
  /** Every call that was made, the oldest first. */
  readonly recordedCalls: readonly FakeTillCall[];
  /** The inputs of one call. */
  readonly getInputs: <Name extends CallName>(name: Name) => readonly CallReceived<Name>[];
}

type AnyHandler = (input: unknown) => Promise<unknown>;

/**
 * Replaces main in tests of the page, derived from the contract. Inputs and answers go through its
 * schemas and are copied as plain JSON, so that a test cannot pass with a shape that main would
 * refuse. A call without an answer throws and names itself.
 */
export function createFakeTill(shop: FakeShop = createFakeShop()): FakeTill {
  const handlers = new Map<CallName, AnyHandler>();
  const listeners = new Map<EventName, Set<(payload: unknown) => void>>();
  const recordedCalls: FakeTillCall[] = [];

  const answer: FakeAnswers = (name, handler) => {
    handlers.set(name, async (input) => handler(calls[name].input.parse(input) as never));
  };

  const emit: FakeTill['emit'] = (name, payload) => {
    const checked: unknown = toPlainJson(events[name].payload.parse(payload));
    for (const listener of listeners.get(name) ?? []) listener(checked);
  };

  const bridge: TillBridge = {
    async call(name, input) {
      recordedCalls.push({ name, input: toPlainJson(input) });
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`nobody answers ${name}`);
      return validateAnswer(name, await handler(toPlainJson(input)));
    },
    on(name, listener) {
      const known = listeners.get(name) ?? new Set();
      listeners.set(name, known);
      known.add(listener);
      return () => known.delete(listener);
    },
  };

  const fake: FakeTill = {
    bridge,
    shop,
    answer,
    emit,
    recordedCalls,
    getInputs: (name) =>
      recordedCalls
        .filter((one) => one.name === name)
        .map((one) => calls[name].input.parse(one.input) as CallReceived<typeof name>),
  };
  shop.answerAll(answer);
  return fake;
}

/** What crosses between main and page: plain JSON, nothing shared. */
function toPlainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function validateAnswer(name: CallName, answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) throw new Error(`${name} answers nothing`);
  if ('problem' in answer)
    return toPlainJson({ ok: false, problem: problemSchema.parse(answer.problem) });
  if (!('value' in answer)) throw new Error(`${name} answers neither value nor problem`);
  return toPlainJson(ok(calls[name].output.parse(answer.value)));
}
