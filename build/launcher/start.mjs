import { join } from 'node:path';
import { BROWSER_SHELL_VARIABLES, buildBrowserShellArguments } from './browser-shell.mjs';
import { buildIfStale } from './build.mjs';
import { getChromiumOptions } from './electron-runtime.mjs';
import { writeMessage } from './messages.mjs';
import { prepareElectron } from './prepare-electron.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';
import { runElectron } from './run-electron.mjs';

/** With one of these, the till does something else than to open its window at once. */
const REQUEST_PATTERN =
  /^--(provision|restore|apply|upload-daily-file|status|diagnostics|version|help)(=|$)/;

/**
 * Starts the till. Without `--profile` and `--provision`, starts the training till of this checkout:
 * its profile is .profile/, and the first start sets it up for training. Where Electron cannot start, or
 * does not show its window, starts the browser shell and says why.
 *
 * @typedef {import('./prepare-electron.mjs').Machine & { readonly windowTimeoutMs?: number }} Machine
 * @param {import('./run.mjs').CommandOptions & { readonly machine?: Machine }} options
 */
export async function run({ node, args, root, machine = process }) {
  await buildIfStale({ node, root });
  const tillArgs = addDefaultArguments(args, root);
  if (!args.includes('--browser')) {
    const end = await tryElectron({ node, root, tillArgs, machine });
    if (end.reason === undefined) return end.code;
    writeMessage(`Starting in the browser shell: ${end.reason}`);
  }
  const main = join(root, 'dist', 'main', 'main.js');
  const runBrowserShell = () =>
    runInTerminal(node, [...buildBrowserShellArguments({ root, main }), ...tillArgs], {
      cwd: process.cwd(),
      env: buildEnvironment(node, BROWSER_SHELL_VARIABLES),
      withChannel: true,
    });
  return await runAgainOnRelaunch(runBrowserShell);
}

/**
 * Runs the till in Electron. Returns its exit code, or why it did not start.
 *
 * @param {import('./run.mjs').Checkout & {
 *   readonly tillArgs: readonly string[],
 *   readonly machine: Machine,
 * }} options
 */
async function tryElectron({ node, root, tillArgs, machine }) {
  const electron = await prepareElectron({ node, root, machine });
  if (electron.reason !== undefined) return electron;
  const { systemRoot, windowTimeoutMs } = machine;
  const env = { ...machine.env };
  // Set by parent processes that use Electron; it would make the till run as plain Node.
  delete env.ELECTRON_RUN_AS_NODE;
  return await runElectron({
    binary: electron.binary,
    args: [...getChromiumOptions(machine), root, ...tillArgs],
    env,
    root,
    hasRequest: tillArgs.some((arg) => REQUEST_PATTERN.test(arg)),
    systemRoot,
    windowTimeoutMs,
  });
}

/** The exit code of a till in the browser shell that wants to be started again: `app.relaunch`. */
const RELAUNCH_EXIT_CODE = 64;

/** @param {() => Promise<number>} runTill */
export async function runAgainOnRelaunch(runTill) {
  for (;;) {
    const code = await runTill();
    if (code !== RELAUNCH_EXIT_CODE) return code;
  }
}

/**
 * @param {readonly string[]} args
 * @param {string} root
 */
export function addDefaultArguments(args, root) {
  const hasProfile = args.some((arg) => /^--(profile|provision)(=|$)/.test(arg));
  return hasProfile ? args : [...args, '--profile', join(root, '.profile'), '--training'];
}
