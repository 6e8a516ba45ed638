import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';

/** What a test can make happen in the process of main. */
export type TillCommand =
  /** The machine slept: the time is added to its uptime, as the operating system does. */
  | { readonly slept: number }
  /** Main has an error that no code catches. */
  | { readonly uncaught: 'exception' | 'rejection' };

/** Loaded before main: executes the commands of the test. */
const { uptime } = os;
let sleptSeconds = 0;
os.uptime = () => uptime() + sleptSeconds;
syncBuiltinESMExports();

process.on('message', (command: TillCommand) => {
  if ('slept' in command) sleptSeconds += command.slept / 1000;
  else if (command.uncaught === 'rejection') void Promise.reject(new Error('provoked rejection'));
  else throw new Error('provoked exception');
});
