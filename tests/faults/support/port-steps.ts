/**
 * Every call that the till makes across a port, counted, so that it can be broken at any of them.
 *
 * - `throw`: the call throws, and does nothing.
 * - `throw-after`: it does its work, and throws.
 * - `exit`: the program ends before the call does anything.
 * - `exit-after`: the program ends when the call has done its work.
 * - `quit`: somebody closes the till there: the last answers are waited for, and not for long.
 * - `late`: what answers later answers 90 seconds later; for what answers at once the machine
 *   sleeps 20 minutes.
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
  /** The port with each call of it counted; a program that has ended reaches nothing any more. */
  guard<Port extends object>(name: string, port: Port): Port;
  /** Breaks the n-th call from now, 1 the next. */
  arm(inCalls: number, mode: StepMode): void;
  disarm(): void;
  /** The program ends here and now. */
  end(): void;
  readonly hasEnded: boolean;
  /** Whether the armed step has been reached. */
  readonly wasBroken: boolean;
  readonly count: number;
  /** Names of the calls, in order; kept only while `records` is true. */
  readonly names: readonly string[];
}

export class ProgramEnded extends Error {
  constructor() {
    super('the program has ended');
  }
}

export function createPortSteps(time: {
  /** A promise that settles with the value after that many milliseconds. */
  readonly delay: <Value>(value: Promise<Value>, milliseconds: number) => Promise<Value>;
  readonly sleep: (milliseconds: number) => void;
  /** Begins to close the till, and answers at once. */
  readonly quit: () => void;
  readonly records?: boolean;
}): PortSteps {
  let count = 0;
  let at = 0;
  let mode: StepMode = 'throw';
  let hasEnded = false;
  let wasBroken = false;
  const names: string[] = [];

  function run(name: string, work: () => unknown): unknown {
    const isClock = name.startsWith('clock.');
    // A clock never throws; that of a program that has ended is heard by nobody.
    if (hasEnded) {
      if (isClock) return work();
      throw new ProgramEnded();
    }
    count += 1;
    if (time.records) names.push(name);
    if (count !== at) return work();
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
    arm: (inCalls, how) => {
      at = count + inCalls;
      mode = how;
      wasBroken = false;
    },
    disarm: () => {
      at = 0;
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

/** What a program that has ended leaves behind is heard by nobody. */
function ignoreRejection(answer: unknown): void {
  if (answer instanceof Promise) answer.catch(() => {});
}
