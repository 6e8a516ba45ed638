import { existsSync } from 'node:fs';
import { writeMessage } from './messages.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** The path on Debian, macOS and most other systems. Must be absolute, because sshd re-executes itself. */
const SSHD_PATH = '/usr/sbin/sshd';

/**
 * Ensures an OpenSSH server for the tests of the upload. Installs one if that is possible; otherwise
 * prints instructions, and only these tests fail. On Windows, these tests are skipped.
 *
 * @param {import('./run.mjs').Checkout} checkout
 */
export async function ensureOpenSsh({ node, root }) {
  if (process.platform === 'win32' || existsSync(SSHD_PATH)) return;
  if (canInstall()) await installOpenSsh({ node, root });
  if (existsSync(SSHD_PATH)) return;
  writeMessage(
    'The tests of the daily file need an OpenSSH server, and there is none. Install it:\n\n' +
      '    apt-get install openssh-server      (Debian, Ubuntu)\n' +
      '    dnf install openssh-server          (Fedora)\n\n' +
      'It does not have to run: each test starts its own.',
  );
}

function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** @param {import('./run.mjs').Checkout} checkout */
async function installOpenSsh({ node, root }) {
  const env = buildEnvironment(node, { DEBIAN_FRONTEND: 'noninteractive' });
  const apt = (/** @type {string[]} */ ...args) =>
    runInTerminal('apt-get', args, { cwd: root, env });
  writeMessage('Installing an OpenSSH server with apt-get…');
  await apt('update', '-q');
  await apt('install', '-y', '-q', '--no-install-recommends', 'openssh-server');
}
