import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { writeMessage } from './messages.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** Where Debian reads what its package does beside unpacking itself. */
const CLUSTER_CONFIG_FOLDER = '/etc/postgresql-common';
const DEBIAN_POSTGRES_FOLDER = '/usr/lib/postgresql';

/**
 * The chain's tests speak to PostgreSQL itself; installed where we may, else it is said what to
 * install, and they alone fail. Windows has none, and they are left out there.
 */
export async function ensurePostgres({ node, root }) {
  if (process.platform === 'win32' || isInstalled()) return;
  if (canInstall()) await installPostgres({ node, root });
  if (isInstalled()) return;
  writeMessage(
    'The tests of the chain need PostgreSQL 15 or newer, and there is none. Install it:\n\n' +
      '    apt-get install postgresql          (Debian, Ubuntu)\n' +
      '    dnf install postgresql-server       (Fedora)\n\n' +
      'It need not run: the tests start one of their own.',
  );
}

function isInstalled() {
  // Node 20, which may be the one that npm runs on, has no glob.
  const versions = existsSync(DEBIAN_POSTGRES_FOLDER) ? readdirSync(DEBIAN_POSTGRES_FOLDER) : [];
  if (versions.some((one) => existsSync(`${DEBIAN_POSTGRES_FOLDER}/${one}/bin/postgres`)))
    return true;
  // It comes with the client's headers as well, and then names a folder in which there is no server.
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  return status === 0 && existsSync(`${stdout.trim()}/postgres`);
}

function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

async function installPostgres({ node, root }) {
  const env = buildEnvironment(node, { DEBIAN_FRONTEND: 'noninteractive' });
  const apt = async (...args) => runInTerminal('apt-get', args, { cwd: root, env });
  // Nobody has asked for a server that runs here from now on.
  const settings = `${CLUSTER_CONFIG_FOLDER}/createcluster.conf`;
  if (!existsSync(settings)) {
    mkdirSync(CLUSTER_CONFIG_FOLDER, { recursive: true });
    writeFileSync(settings, 'create_main_cluster = false\n');
  }
  writeMessage('Installing PostgreSQL with apt-get…');
  await apt('update', '-q');
  await apt('install', '-y', '-q', '--no-install-recommends', 'postgresql');
}
