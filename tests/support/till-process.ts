import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const ROOT = join(import.meta.dirname, '..', '..');
const REGISTER = pathToFileURL(join(ROOT, 'electron', 'browser-shell', 'register.ts')).href;

/**
 * Compiled once for all new tills of a run. One that starts again on its profile keeps its own there, as it does in a
 * shop.
 */
export const COMPILED = join(ROOT, 'out', 'test', 'compiled');

/** Main in a process of its own, on the browser shell. */
export interface TillProcess {
  readonly child: ChildProcess;
  /** The line on standard output; null where it ended without one. */
  readonly address: string | null;
  /** Its exit code, once all that it said has come. */
  readonly exited: Promise<number | null>;
  /** What it has said on standard error. */
  said(): string;
}

/** `through` is a command that starts main for us, with main's own command line behind it. */
export async function startProcess(
  main: string,
  args: readonly string[],
  through: readonly string[] = [],
): Promise<TillProcess> {
  const line = [...through, process.execPath, '--import', REGISTER, main, '--no-open', ...args];
  const [command = '', ...words] = line;
  const isNew = args.includes('--provision');
  const env = isNew ? { ...process.env, NODE_COMPILE_CACHE: COMPILED } : process.env;
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
  return { child, exited, said: () => said, address: printed === '' ? null : printed.trim() };
}
