import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './build.mjs';
import {
  findElectronBinary,
  installElectronOnce,
  windowUnavailableReason,
} from './electron-runtime.mjs';
import { writeMessage } from './messages.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/**
 * Starts the till. Without `--profile` and `--provision`, starts the training till of this checkout:
 * its profile is .profile/, and the first start sets it up for training.
 *
 * @type {import('./run.mjs').Command}
 */
export async function run({ node, args, root }) {
  await buildIfStale({ node, root });
  const electron = await findUsableElectron({ node, args, root });
  const tillArgs = [...addDefaultArguments(args, root)];
  if (electron !== null) {
    const env = { ...process.env };
    // Set by parent processes that use Electron; it would make the till run as plain Node.
    delete env.ELECTRON_RUN_AS_NODE;
    return await runInTerminal(electron, [root, ...tillArgs], { cwd: process.cwd(), env });
  }
  const register = pathToFileURL(join(root, 'electron', 'shell', 'browser', 'register.ts')).href;
  const main = join(root, 'dist', 'main', 'main.js');
  const runBrowserShell = () =>
    runInTerminal(node, ['--disable-sigusr1', '--import', register, main, ...tillArgs], {
      cwd: process.cwd(),
      env: buildEnvironment(node),
      withChannel: true,
    });
  return await runAgainOnRelaunch(runBrowserShell);
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

/** @param {import('./run.mjs').CommandOptions} options */
async function findUsableElectron({ node, args, root }) {
  if (args.includes('--browser')) return null;
  const reason = windowUnavailableReason(process);
  if (reason !== null) {
    writeMessage(`Starting in the browser shell: ${reason}.`);
    return null;
  }
  if (findElectronBinary(root, process.env) === null) await installElectronOnce({ node, root });
  const binary = findElectronBinary(root, process.env);
  if (binary === null)
    writeMessage("Starting in the browser shell: Electron's runtime is not installed.");
  return binary;
}
