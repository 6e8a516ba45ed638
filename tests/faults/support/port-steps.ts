/**
 * Counts every call that the till makes across a port, and can break any of them.
 *
 * - `throw`: the call throws and does nothing.
 *
 * - `throw-after`: the call does its work and throws.
 *
 * - `exit`: the program ends before the call does anything.
 *
 * - `exit-after`: the program ends after the call has done its work.
 *
 * - `quit`: the till is closed at this call: it waits for the last answers for a limited time.
 *
 * - `late`: an asynchronous call answers 90 seconds later; at a synchronous call the machine sleeps
 * 20 minutes.
 */
export type StepMode = 'throw' | 'throw-after' | 'exit' | 'exit-after' | 'quit' | 'late';
export const STEP_MODES: readonly StepMode[] = [
  'throw',
  'throw-after',
  'exit',
  'exit-after',
  'quit',
  'late',
];

export interface PortSteps {
  /** Returns the port with each of its calls counted; a program that has ended reaches nothing. */
  guard<Port extends object>(name: string, port: Port): Port;
  /** Breaks the n-th call from now; 1 is the next. */
  arm(inCalls: number, mode: StepMode): void;
  disarm(): void;
  /** Ends the program immediately. */
  end(): void;
  readonly hasEnded: boolean;
  /** Whether the armed call has been reached. */
  readonly wasBroken: boolean;
  readonly count: number;
  /** Names of the calls, in order; recorded only if `records` is true. */
  readonly names: readonly string[];
}

export class ProgramEnded extends Error {
  constructor() {
    super('the program has ended');
  }
}

export function createPortSteps(time: {
  /** Returns a promise that settles with the value after that many milliseconds. */
  readonly delay: <Value>(value: Promise<Value>, milliseconds: number) => Promise<Value>;
  readonly sleep: (milliseconds: number) => void;
  /** Begins to close the till; does not wait. */
  readonly quit: () => void;
  readonly records?: boolean;
}): PortSteps {
  let count = 0;
  let armedCall = 0;
  let mode: StepMode = 'throw';
  let hasEnded = false;
  let wasBroken = false;
  const names: string[] = [];

  function run(name: string, work: () => unknown): unknown {
    const isClock = name.startsWith('clock.');
    // A clock never throws; nothing uses the clock of a program that has ended.
    if (hasEnded) {
      if (isClock) return work();
      throw new ProgramEnded();
    }
    count += 1;
    if (time.records) names.push(name);
    if (count !== armedCall) return work();
    wasBroken = true;
    switch (mode) {
      case 'throw':
        if (isClock) return work();
        throw new Error(`broken: ${name}`);
      case 'throw-after':
        if (isClock) return work();
        ignoreRejection(work());
        throw new Error(`broken after: ${name}`);
      case 'exit':
        hasEnded = true;
        throw new ProgramEnded();
      case 'exit-after':
        ignoreRejection(work());
        hasEnded = true;
        throw new ProgramEnded();
      case 'quit':
        time.quit();
        return work();
      case 'late': {
        const value = work();
        if (value instanceof Promise) return time.delay(value, 90_000);
        time.sleep(20 * 60_000);
        return value;
      }
    }
  }

  return {
    guard: (name, port) =>
      new Proxy(port, {
        get: (target, key) => {
          const value: unknown = Reflect.get(target, key);
          if (typeof value !== 'function') return value;
          return (...parameters: unknown[]) => {
            const answer = run(`${name}.${String(key)}`, () =>
              Reflect.apply(value, target, parameters),
            );
            ignoreRejection(answer);
            return answer;
          };
        },
      }),
    arm: (inCalls, nextMode) => {
      armedCall = count + inCalls;
      mode = nextMode;
      wasBroken = false;
    },
    disarm: () => {
      armedCall = 0;
    },
    end: () => {
      hasEnded = true;
    },
    get hasEnded() {
      return hasEnded;
    },
    get wasBroken() {
      return wasBroken;
    },
    get count() {
      return count;
    },
    get names() {
      return names;
    },
  };
}

/** Rejections of a program that has ended are ignored. */
function ignoreRejection(answer: unknown): void {
  if (answer instanceof Promise) answer.catch(() => {});
}
