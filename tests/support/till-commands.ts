import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { runInThisContext } from 'node:vm';

/** What a test can make happen in the process of main. */
export type TillCommand =
  /** The machine slept: the time is added to its uptime, as the operating system does. */
  | { readonly slept: number }
  /** Main has an error that no code catches. */
  | { readonly uncaught: 'exception' | 'rejection' }
  /** Main calls this function with its `electron` module and the input, as Playwright does on Electron. */
  | { readonly evaluate: string; readonly input: unknown; readonly id: number };

/** The answer to `evaluate`. */
export interface EvaluateAnswer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** Loaded before main: executes the commands of the test. */
const { uptime } = os;
let sleptSeconds = 0;
os.uptime = () => uptime() + sleptSeconds;
syncBuiltinESMExports();

process.on('message', (command: TillCommand) => {
  if ('slept' in command) sleptSeconds += command.slept / 1000;
  else if ('evaluate' in command) void evaluate(command.evaluate, command.input, command.id);
  else if (command.uncaught === 'rejection') void Promise.reject(new Error('provoked rejection'));
  else throw new Error('provoked exception');
});

async function evaluate(source: string, input: unknown, id: number): Promise<void> {
  let answer: EvaluateAnswer;
  try {
    const evaluated: unknown = runInThisContext(`(${source})`);
    if (typeof evaluated !== 'function') throw new Error('not a function');
    answer = { id, value: await evaluated(await import('electron'), input) };
  } catch (error) {
    answer = { id, error: String(error) };
  }
  process.send?.(answer);
}
