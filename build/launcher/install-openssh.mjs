import { existsSync } from 'node:fs';
import { writeMessage } from './messages.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** Where Debian, macOS and most others put it. It has to be named whole: sshd starts itself anew. */
const SSHD_PATH = '/usr/sbin/sshd';

/**
 * The upload's tests speak to OpenSSH itself; installed where we may, else it is said what to
 * install, and they alone fail. Windows has none, and they are left out there.
 */
export async function ensureOpenSsh({ node, root }) {
  if (process.platform === 'win32' || existsSync(SSHD_PATH)) return;
  if (canInstall()) await installOpenSsh({ node, root });
  if (existsSync(SSHD_PATH)) return;
  writeMessage(
    'The tests of the daily file need an OpenSSH server, and there is none. Install it:\n\n' +
      '    apt-get install openssh-server      (Debian, Ubuntu)\n' +
      '    dnf install openssh-server          (Fedora)\n\n' +
      'It need not run: each test starts one of its own.',
  );
}

function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

async function installOpenSsh({ node, root }) {
  const env = buildEnvironment(node, { DEBIAN_FRONTEND: 'noninteractive' });
  const apt = async (...args) => runInTerminal('apt-get', args, { cwd: root, env });
  writeMessage('Installing an OpenSSH server with apt-get…');
  await apt('update', '-q');
  await apt('install', '-y', '-q', '--no-install-recommends', 'openssh-server');
}
