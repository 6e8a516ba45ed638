import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWhereNeeded } from './build.mjs';
import { electronBinary, tryToInstall, whyNoWindow } from './electron-runtime.mjs';
import { environmentFor, runHere } from './run.mjs';
import { say } from './say.mjs';

/**
 * Starts the till. Without `--profile` and `--provision` it is the training till of this checkout:
 * its profile is in .profile/, and it is set up for training at its first start.
 */
export async function run({ node, args, root }) {
  await buildWhereNeeded({ node, root });
  const electron = await chooseElectron({ node, args, root });
  const till = [...withDefaults(args, root)];
  if (electron !== null) {
    const env = { ...process.env };
    // Set by programs that are Electron themselves; it would make ours a plain Node.
    delete env.ELECTRON_RUN_AS_NODE;
    return await runHere(electron, [root, ...till], { cwd: process.cwd(), env });
  }
  const register = pathToFileURL(join(root, 'electron', 'shell', 'browser', 'register.ts')).href;
  const main = join(root, 'dist', 'main', 'main.js');
  return await runHere(node, ['--import', register, main, ...till], {
    cwd: process.cwd(),
    env: environmentFor(node),
    withChannel: true,
  });
}

export function withDefaults(args, root) {
  const isOwn = args.some((word) => /^--(profile|provision)(=|$)/.test(word));
  return isOwn ? args : [...args, '--profile', join(root, '.profile'), '--training'];
}

async function chooseElectron({ node, args, root }) {
  if (args.includes('--browser')) return null;
  const reason = whyNoWindow(process);
  if (reason !== null) {
    say(`Starting in the browser shell: ${reason}.`);
    return null;
  }
  if (electronBinary(root, process.env) === null) await tryToInstall({ node, root, say });
  const found = electronBinary(root, process.env);
  if (found === null) say("Starting in the browser shell: Electron's runtime is not installed.");
  return found;
}
