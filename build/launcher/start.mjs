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
 * Starts the till. Without `--profile` and `--provision` it is the training till of this checkout:
 * its profile is in .profile/, and it is set up for training at its first start.
 */
export async function run({ node, args, root }) {
  await buildIfStale({ node, root });
  const electron = await findUsableElectron({ node, args, root });
  const till = [...addDefaultArguments(args, root)];
  if (electron !== null) {
    const env = { ...process.env };
    // Set by programs that are Electron themselves; it would make ours a plain Node.
    delete env.ELECTRON_RUN_AS_NODE;
    return await runInTerminal(electron, [root, ...till], { cwd: process.cwd(), env });
  }
  const register = pathToFileURL(join(root, 'electron', 'shell', 'browser', 'register.ts')).href;
  const main = join(root, 'dist', 'main', 'main.js');
  return await runInTerminal(node, ['--import', register, main, ...till], {
    cwd: process.cwd(),
    env: buildEnvironment(node),
    withChannel: true,
  });
}

export function addDefaultArguments(args, root) {
  const isOwn = args.some((word) => /^--(profile|provision)(=|$)/.test(word));
  return isOwn ? args : [...args, '--profile', join(root, '.profile'), '--training'];
}

async function findUsableElectron({ node, args, root }) {
  if (args.includes('--browser')) return null;
  const reason = windowUnavailableReason(process);
  if (reason !== null) {
    writeMessage(`Starting in the browser shell: ${reason}.`);
    return null;
  }
  if (findElectronBinary(root, process.env) === null)
    await installElectronOnce({ node, root, say: writeMessage });
  const found = findElectronBinary(root, process.env);
  if (found === null)
    writeMessage("Starting in the browser shell: Electron's runtime is not installed.");
  return found;
}
