import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const ROOT = join(import.meta.dirname, '..', '..');
const REGISTER = pathToFileURL(join(ROOT, 'electron', 'shell', 'browser', 'register.ts')).href;
const SLEEPER = pathToFileURL(join(ROOT, 'tests', 'support', 'sleeper.ts')).href;
const QUICK_PINS = pathToFileURL(join(ROOT, 'tests', 'support', 'quick-pins.ts')).href;

/**
 * Compiled once for all new tills of a run. One that starts again on its profile keeps its own there, as it does in a
 * shop.
 */
export const COMPILE_CACHE = join(ROOT, 'out', 'test', 'compiled');

/**
 * The system's language, where this variable goes before all others: a till that is not set up begins
 * in no developer's language.
 */
export const SYSTEM_LANGUAGE = 'es_MX';

/** Whether a till's PINs cost what they cost in a shop. */
export type PinHashes = 'quick' | 'full';

/** Main in a process of its own, on the browser shell. */
export interface TillProcess {
  readonly child: ChildProcess;
  /** The line on standard output; null where it ended without one. */
  readonly address: string | null;
  /** Its exit code, once all that it said has come. */
  readonly exited: Promise<number | null>;
  /** What it has said on standard error. */
  getOutput(): string;
  /** Its machine has slept for so long: time has passed, and nothing was done in it. */
  sleep(milliseconds: number): Promise<void>;
}

/** `through` is a command that starts main for us, with main's own command line behind it. */
export async function startProcess(
  main: string,
  args: readonly string[],
  through: readonly string[] = [],
  pins: PinHashes = 'quick',
): Promise<TillProcess> {
  const loaded = [REGISTER, SLEEPER, ...(pins === 'quick' ? [QUICK_PINS] : [])];
  const node = [process.execPath, ...loaded.flatMap((file) => ['--import', file])];
  const line = [...through, ...node, main, '--no-open', ...args];
  const [command = '', ...words] = line;
  const isNew = args.includes('--provision');
  const env = {
    ...process.env,
    LANGUAGE: SYSTEM_LANGUAGE,
    ...(isNew ? { NODE_COMPILE_CACHE: COMPILE_CACHE } : {}),
  };
  const child = spawn(command, words, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let said = '';
  let printed = '';
  child.stderr?.on('data', (data) => {
    said += String(data);
  });
  const ends = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'end'));
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('exit', (code) => void Promise.all(ends).then(() => resolve(code)));
    child.once('error', reject);
  });
  const firstLine = new Promise<void>((resolve) => {
    child.stdout?.on('data', (data) => {
      printed += String(data);
      if (printed.includes('\n')) resolve();
    });
  });
  await Promise.race([firstLine, exited]);
  const sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve, reject) => {
      child.send({ slept: milliseconds }, (error) => (error ? reject(error) : resolve()));
    });
  return {
    child,
    exited,
    getOutput: () => said,
    sleep,
    address: printed === '' ? null : printed.trim(),
  };
}
