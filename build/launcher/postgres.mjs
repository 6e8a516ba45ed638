import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { environmentFor, runHere } from './run.mjs';
import { say } from './say.mjs';

/** Where Debian reads what its package does beside unpacking itself. */
const SETTINGS = '/etc/postgresql-common';
const DEBIANS = '/usr/lib/postgresql';

/**
 * The chain's tests speak to PostgreSQL itself; installed where we may, else it is said what to
 * install, and they alone fail. Windows has none, and they are left out there.
 */
export async function ensurePostgres({ node, root }) {
  if (process.platform === 'win32' || isThere()) return;
  if (mayInstall()) await install({ node, root });
  if (isThere()) return;
  say(
    'The tests of the chain need PostgreSQL 15 or newer, and there is none. Install it:\n\n' +
      '    apt-get install postgresql          (Debian, Ubuntu)\n' +
      '    dnf install postgresql-server       (Fedora)\n\n' +
      'It need not run: the tests start one of their own.',
  );
}

function isThere() {
  // Node 20, which may be the one that npm runs on, has no glob.
  const versions = existsSync(DEBIANS) ? readdirSync(DEBIANS) : [];
  if (versions.some((one) => existsSync(`${DEBIANS}/${one}/bin/postgres`))) return true;
  // It comes with the client's headers as well, and then names a folder in which there is no server.
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  return status === 0 && existsSync(`${stdout.trim()}/postgres`);
}

function mayInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

async function install({ node, root }) {
  const env = environmentFor(node, { DEBIAN_FRONTEND: 'noninteractive' });
  const apt = async (...args) => runHere('apt-get', args, { cwd: root, env });
  // Nobody has asked for a server that runs here from now on.
  const settings = `${SETTINGS}/createcluster.conf`;
  if (!existsSync(settings)) {
    mkdirSync(SETTINGS, { recursive: true });
    writeFileSync(settings, 'create_main_cluster = false\n');
  }
  say('Installing PostgreSQL with apt-get…');
  await apt('update', '-q');
  await apt('install', '-y', '-q', '--no-install-recommends', 'postgresql');
}
