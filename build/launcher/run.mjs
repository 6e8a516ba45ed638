import { spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { createInterface } from 'node:readline';

/** Returns an environment in which `node` runs the given Node; `changes` are added to it. */
export function buildEnvironment(node, changes = {}) {
  const path = [dirname(node), process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, PATH: path, ...changes };
}

/**
 * Runs a program in this terminal and returns its exit code. Forwards signals. With `withChannel`, the
 * IPC channel to the program closes if this process dies.
 */
export function runInTerminal(command, args, { cwd, env, withChannel = false }) {
  const stdio = withChannel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
  const child = spawn(command, args, { cwd, env, stdio });
  return waitForExit(child, 'exit').finally(() => child.connected && child.disconnect());
}

/**
 * Runs a program in parallel with another one, with its label before each line of output. With `givesWay`, the program
 * runs with a lower priority.
 */
export function runLabelled(command, args, { cwd, env, label, givesWay = false }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  if (givesWay && child.pid !== undefined) setPriority(child.pid, Math.min(getPriority() + 5, 19));
  for (const [input, output] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    createInterface({ input }).on('line', (line) => {
      output.write(`${`${label} | ${line}`.trimEnd()}\n`);
    });
  }
  return waitForExit(child, 'close');
}

/** Resolves with the exit code of a child process, and forwards signals to it until then. */
function waitForExit(child, event) {
  return new Promise((resolve, reject) => {
    const forward = (signal) => child.kill(signal);
    // The terminal sends Ctrl-C to the child too; this process only waits for its exit.
    const ignore = () => {};
    const listeners = { SIGINT: ignore, SIGTERM: forward, SIGHUP: forward };
    for (const [signal, listener] of Object.entries(listeners)) process.on(signal, listener);
    const removeListeners = () => {
      for (const [signal, listener] of Object.entries(listeners)) process.off(signal, listener);
    };
    child.once('error', (error) => {
      removeListeners();
      reject(error);
    });
    child.once(event, (code, signal) => {
      removeListeners();
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

/** Runs a program and returns its exit code and output, for commands that run several in parallel. */
export function runCaptured(command, args, { cwd, env, timeout }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, timeout, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const append = (data) => {
      output += String(data);
    };
    child.stdout.on('data', append);
    child.stderr.on('data', append);
    child.once('error', (error) => resolve({ code: 1, output: String(error) }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** The path of a package's command-line script, to run it with a chosen Node. */
export function getBinPath(root, ...path) {
  return [root, 'node_modules', ...path].join('/');
}
