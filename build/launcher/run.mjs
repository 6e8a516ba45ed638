import { spawn } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/**
 * The Node to run, and the folder of package.json.
 *
 * @typedef {{ readonly node: string, readonly root: string }} Checkout
 */

/**
 * A command of launch.mjs; returns its exit code.
 *
 * @typedef {Checkout & { readonly args: readonly string[] }} CommandOptions
 * @typedef {(options: CommandOptions) => number | Promise<number>} Command
 */

/**
 * Returns an environment in which `node` runs the given Node; `changes` are added to it.
 *
 * @param {string} node
 * @param {NodeJS.ProcessEnv} changes
 * @returns {NodeJS.ProcessEnv}
 */
export function buildEnvironment(node, changes = {}) {
  const path = [dirname(node), process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, PATH: path, ...changes };
}

/**
 * Runs a program in this terminal and returns its exit code. Forwards signals. With `withChannel`, the
 * IPC channel to the program closes if this process dies.
 *
 * @typedef {{ readonly cwd: string, readonly env: NodeJS.ProcessEnv }} Place
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Place & {
 *   readonly withChannel?: boolean,
 *   readonly onSpawn?: (child: import('node:child_process').ChildProcess) => void,
 * }} options
 */
export async function runInTerminal(command, args, { cwd, env, withChannel = false, onSpawn }) {
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = withChannel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
  /** @type {import('node:child_process').ChildProcess | null} */
  let child = null;
  // Before the program starts: otherwise a signal could end this process and leave the program running.
  const stopForwarding = forwardSignals((signal) => child?.kill(signal));
  try {
    child = spawn(command, args, { cwd, env, stdio });
    recordExitSignal(child);
    onSpawn?.(child);
    return await waitForExit(child);
  } finally {
    stopForwarding();
    if (child?.connected) child.disconnect();
  }
}

/**
 * @param {(signal: NodeJS.Signals) => void} forward
 * @returns {() => void} Stops it.
 */
function forwardSignals(forward) {
  // The terminal sends Ctrl-C to the child too; this process only waits for its exit.
  const ignore = () => {};
  const listeners = { SIGINT: ignore, SIGTERM: forward, SIGHUP: forward };
  for (const [signal, listener] of Object.entries(listeners)) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of Object.entries(listeners)) process.off(signal, listener);
  };
}

/**
 * Adds the signal that ends a till on the browser shell to its mark of the last exit, which it cannot do
 * itself. The next start logs it.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export function recordExitSignal(child) {
  let file = '';
  child.on('message', (/** @type {unknown} */ message) => {
    const { profile } = { profile: null, ...Object(message) };
    if (typeof profile === 'string') file = join(profile, 'last-exit');
  });
  child.once('exit', (_code, signal) => {
    if (signal !== null && existsSync(file)) appendFileSync(file, `signal ${signal}\n`);
  });
}

/**
 * Resolves with the exit code of a child process. A signal that ends it is a code above 128, as in a shell.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function waitForExit(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']);
    });
  });
}

/**
 * Runs a program and returns its exit code and output, for commands that run several in parallel.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Place & { readonly timeout?: number }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runCaptured(command, args, { cwd, env, timeout }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, timeout, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const append = (/** @type {Buffer} */ data) => {
      output += String(data);
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.once('error', (error) => resolve({ code: 1, output: String(error) }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * The path of a package's command-line script, to run it with a chosen Node.
 *
 * @param {string} root
 * @param {readonly string[]} path
 */
export function getBinPath(root, ...path) {
  return [root, 'node_modules', ...path].join('/');
}
