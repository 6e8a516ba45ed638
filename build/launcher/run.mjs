import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/** The environment for what runs on Node 24: a `node` in it is that one. */
export function environmentFor(node, changed = {}) {
  const path = [dirname(node), process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, PATH: path, ...changed };
}

/**
 * Runs a program in this terminal and answers its exit code. A signal to us is passed on, and the
 * program is told by its closed channel when we are gone without a word.
 */
export function runHere(command, args, { cwd, env, withChannel = false }) {
  const stdio = withChannel ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio });
    const passOn = (signal) => child.kill(signal);
    // Ctrl-C reaches the child by itself; we only wait for its end.
    const wait = () => {};
    process.on('SIGINT', wait);
    process.on('SIGTERM', passOn);
    process.on('SIGHUP', passOn);
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGINT', wait);
      process.off('SIGTERM', passOn);
      process.off('SIGHUP', passOn);
      if (child.connected) child.disconnect();
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

/** Runs a program and keeps what it says, for commands that run several at once. */
export function runQuietly(command, args, { cwd, env, timeout }) {
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
export function binOf(root, ...path) {
  return [root, 'node_modules', ...path].join('/');
}
