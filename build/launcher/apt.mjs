import { existsSync } from 'node:fs';
import { writeMessage } from './messages.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** Whether packages can be installed here without a question: as root on Debian or Ubuntu. */
export function canInstallPackages() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * Installs packages and shows apt's output. A failure is not reported: the caller looks for the program.
 *
 * @param {import('./run.mjs').Checkout} checkout
 * @param {string} title what is installed, for the message
 * @param {readonly string[]} packages
 */
export async function installPackages({ node, root }, title, packages) {
  const env = buildEnvironment(node, { DEBIAN_FRONTEND: 'noninteractive' });
  writeMessage(`Installing ${title} with apt-get…`);
  await runInTerminal('apt-get', ['update', '-q'], { cwd: root, env });
  const installArgs = ['install', '-y', '-q', '--no-install-recommends', ...packages];
  await runInTerminal('apt-get', installArgs, { cwd: root, env });
}
