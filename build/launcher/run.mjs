import { spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';
import { delimiter, dirname } from 'node:path';
import { createInterface } from 'node:readline';

/** The environment for what runs on Node 24: a `node` in it is that one. */
export function buildEnvironment(node, changed = {}) {
  const path = [dirname(node), process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, PATH: path, ...changed };
}

/**
 * Runs a program in this terminal and answers its exit code. A signal to us is passed on, and the
 * program is told by its closed channel when we are gone without a word.
 */
export function runInTerminal(command, args, { cwd, env, withChannel = false }) {
  const stdio = withChannel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
  const child = spawn(command, args, { cwd, env, stdio });
  return waitForExit(child, 'exit').finally(() => child.connected && child.disconnect());
}

/**
 * Runs a program beside another one: each line that it says stands behind its label. One that `givesWay` takes what
 * the other leaves of the processor.
 */
export function runLabelled(command, args, { cwd, env, label, givesWay = false }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  if (givesWay && child.pid !== undefined) setPriority(child.pid, Math.min(getPriority() + 5, 19));
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ]) {
    createInterface({ input: from }).on('line', (line) => {
      to.write(`${`${label} | ${line}`.trimEnd()}\n`);
    });
  }
  return waitForExit(child, 'close');
}

/** The exit code of a program that ends with us: a signal to us is passed on. */
function waitForExit(child, event) {
  return new Promise((resolve, reject) => {
    const passOn = (signal) => child.kill(signal);
    // Ctrl-C reaches the child by itself; we only wait for its end.
    const wait = () => {};
    const signals = { SIGINT: wait, SIGTERM: passOn, SIGHUP: passOn };
    for (const [signal, then] of Object.entries(signals)) process.on(signal, then);
    const done = () => {
      for (const [signal, then] of Object.entries(signals)) process.off(signal, then);
    };
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once(event, (code, signal) => {
      done();
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

/** Runs a program and keeps what it says, for commands that run several at once. */
export function runCaptured(command, args, { cwd, env, timeout }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, timeout, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (data) => {
      output += String(data);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => resolve({ code: 1, output: String(error) }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** The script of a package's command, to be run on the Node that we choose. */
export function getBinPath(root, ...path) {
  return [root, 'node_modules', ...path].join('/');
}
