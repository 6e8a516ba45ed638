import { existsSync } from 'node:fs';
import { environmentFor, runHere } from './run.mjs';
import { say } from './say.mjs';

/** Where Debian, macOS and most others put it. It has to be named whole: sshd starts itself anew. */
const SSHD = '/usr/sbin/sshd';

/**
 * The upload's tests speak to OpenSSH itself; installed where we may, else it is said what to
 * install, and they alone fail. Windows has none, and they are left out there.
 */
export async function ensureOpenSsh({ node, root }) {
  if (process.platform === 'win32' || existsSync(SSHD)) return;
  if (mayInstall()) await install({ node, root });
  if (existsSync(SSHD)) return;
  say(
    'The tests of the daily file need an OpenSSH server, and there is none. Install it:\n\n' +
      '    apt-get install openssh-server      (Debian, Ubuntu)\n' +
      '    dnf install openssh-server          (Fedora)\n\n' +
      'It need not run: each test starts one of its own.',
  );
}

function mayInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

async function install({ node, root }) {
  const env = environmentFor(node, { DEBIAN_FRONTEND: 'noninteractive' });
  const apt = async (...args) => runHere('apt-get', args, { cwd: root, env });
  say('Installing an OpenSSH server with apt-get…');
  await apt('update', '-q');
  await apt('install', '-y', '-q', '--no-install-recommends', 'openssh-server');
}
