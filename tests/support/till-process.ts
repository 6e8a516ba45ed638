import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { recordExitSignal } from '../../build/launcher/run.mjs';
import type { TillCommand } from './till-commands.ts';

export const ROOT = join(import.meta.dirname, '..', '..');
const dist = process.env.TILL_DIST;
/** `--import` loads it before main. Built, like main, if this run has built the till. */
export const REGISTER = pathToFileURL(
  dist === undefined
    ? join(ROOT, 'electron', 'shell', 'browser', 'register.ts')
    : join(ROOT, dist, 'browser-shell', 'register.js'),
).href;

/**
 * Compiled once for all new tills of a run. A till that restarts on its profile has its own cache
 * there, as in a shop.
 */
export const COMPILE_CACHE = join(ROOT, 'out', 'test', 'compiled');

/**
 * The system language, in the variable that overrides all others: a till that is not set up must
 * not start in the developer's language.
 */
export const SYSTEM_LANGUAGE = 'es_MX';

/** What makes a till cheaper than in a shop; see the file of this name. */
export type TillShortcut = 'quick-pins' | 'small-catalog';

/** Main in its own process, on the browser shell. */
export interface TillProcess {
  readonly child: ChildProcess;
  /** The line on standard output; null if the process ended without one. */
  readonly address: string | null;
  /** Resolves with the exit code after all output has been read. */
  readonly exited: Promise<number | null>;
  /** Returns the output on standard error until now. */
  getOutput(): string;
  /** Makes this happen in the process. */
  command(command: TillCommand): Promise<void>;
}

/**
 * Starts main and waits for its first line or its exit. `wrapperCommand` is a command that runs main:
 * main's own command line is appended to it. `signal` kills it.
 */
export async function startTillProcess(
  main: string,
  args: readonly string[],
  wrapperCommand: readonly string[] = [],
  shortcuts: readonly TillShortcut[] = ['quick-pins'],
  signal?: AbortSignal,
): Promise<TillProcess> {
  const preloadedFiles = ['till-commands', ...shortcuts].map(
    (name) => pathToFileURL(join(import.meta.dirname, `${name}.ts`)).href,
  );
  const imports = [REGISTER, ...preloadedFiles].flatMap((file) => ['--import', file]);
  const node = [process.execPath, ...imports];
  const commandLine = [...wrapperCommand, ...node, main, '--no-open', ...args];
  const [file = '', ...commandArgs] = commandLine;
  const isNew = args.includes('--provision');
  const env = {
    ...process.env,
    LANGUAGE: SYSTEM_LANGUAGE,
    NODE_COMPILE_CACHE: isNew ? COMPILE_CACHE : undefined,
  };
  const child = spawn(file, commandArgs, {
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    killSignal: 'SIGKILL',
    ...(signal === undefined ? {} : { signal }),
  });
  recordExitSignal(child);
  let errorOutput = '';
  let output = '';
  child.stderr?.on('data', (data) => {
    errorOutput += String(data);
  });
  const streamEnds = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'end'));
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('exit', (code) => void Promise.all(streamEnds).then(() => resolve(code)));
    child.once('error', reject);
  });
  const firstLine = new Promise<void>((resolve) => {
    child.stdout?.on('data', (data) => {
      output += String(data);
      if (output.includes('\n')) resolve();
    });
  });
  await Promise.race([firstLine, exited]);
  const command = (tillCommand: TillCommand): Promise<void> =>
    new Promise((resolve, reject) => {
      child.send(tillCommand, (error) => (error ? reject(error) : resolve()));
    });
  return {
    child,
    exited,
    getOutput: () => errorOutput,
    command,
    address: output === '' ? null : output.trim(),
  };
}
