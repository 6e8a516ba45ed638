import {
  type CallName,
  calls,
  type EventName,
  type EventPayload,
  events,
  ok,
  problemSchema,
  type TillBridge,
  type ValidatedCallInput,
} from '../../../shared/contract/index.ts';
import { createFakeShop, type FakeAnswers, type FakeShop } from './fake-shop.ts';

export interface FakeTillCall {
  readonly name: CallName;
  readonly input: unknown;
}

export interface FakeTill {
  readonly bridge: TillBridge;
  /** The shop behind the default responses; may be changed. */
  readonly shop: FakeShop;
  /** Replaces the response of a call. */
  readonly answer: FakeAnswers;
  /** Sends an event to the page. */
  readonly emit: <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
  /** Every call that was made, oldest first. */
  readonly recordedCalls: readonly FakeTillCall[];
  /** The inputs of one call. */
  readonly getInputs: <Name extends CallName>(name: Name) => readonly ValidatedCallInput<Name>[];
}

type AnyHandler = (input: unknown) => Promise<unknown>;

/**
 * Replaces main in tests of the page, derived from the contract. Inputs and responses are validated
 * by its schemas and copied as plain JSON, so that a test cannot pass with a shape that main would
 * reject. A call without a response throws and names itself.
 */
export function createFakeTill(shop: FakeShop = createFakeShop()): FakeTill {
  const handlers = new Map<CallName, AnyHandler>();
  const listeners = new Map<EventName, Set<(payload: unknown) => void>>();
  const recordedCalls: FakeTillCall[] = [];

  const answer: FakeAnswers = (name, handler) => {
    handlers.set(name, async (input) => handler(calls[name].input.parse(input) as never));
  };

  const emit: FakeTill['emit'] = (name, payload) => {
    const parsed: unknown = toPlainJson(events[name].payload.parse(payload));
    for (const listener of listeners.get(name) ?? []) listener(parsed);
  };

  const bridge: TillBridge = {
    async call(name, input) {
      recordedCalls.push({ name, input: toPlainJson(input) });
      const handler = handlers.get(name);
      if (handler === undefined) throw new Error(`nobody answers ${name}`);
      return validateResponse(name, await handler(toPlainJson(input)));
    },
    on(name, listener) {
      const eventListeners = listeners.get(name) ?? new Set();
      listeners.set(name, eventListeners);
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
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
        .filter((call) => call.name === name)
        .map((call) => calls[name].input.parse(call.input) as ValidatedCallInput<typeof name>),
  };
  shop.answerAll(answer);
  return fake;
}

/** Copies a value as main and page exchange it: as plain JSON without shared objects. */
function toPlainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function validateResponse(name: CallName, answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) throw new Error(`${name} answers nothing`);
  if ('problem' in answer)
    return toPlainJson({ ok: false, problem: problemSchema.parse(answer.problem) });
  if (!('value' in answer)) throw new Error(`${name} answers neither value nor problem`);
  return toPlainJson(ok(calls[name].output.parse(answer.value)));
}
