import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { writeMessage } from './messages.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** Debian's package reads its configuration from here when it is installed. */
const CLUSTER_CONFIG_FOLDER = '/etc/postgresql-common';
const DEBIAN_POSTGRES_FOLDER = '/usr/lib/postgresql';

/**
 * Ensures PostgreSQL for the tests of the chain. Installs it if that is possible; otherwise prints
 * instructions, and only these tests fail. On Windows, these tests are skipped.
 *
 * @param {import('./run.mjs').Checkout} checkout
 */
export async function ensurePostgres({ node, root }) {
  if (process.platform === 'win32' || isInstalled()) return;
  if (canInstall()) await installPostgres({ node, root });
  if (isInstalled()) return;
  writeMessage(
    'The tests of the chain need PostgreSQL 15 or newer, and there is none. Install it:\n\n' +
      '    apt-get install postgresql          (Debian, Ubuntu)\n' +
      '    dnf install postgresql-server       (Fedora)\n\n' +
      'It does not have to run: the tests start their own.',
  );
}

function isInstalled() {
  // npm may run on Node 20, which has no glob.
  const versions = existsSync(DEBIAN_POSTGRES_FOLDER) ? readdirSync(DEBIAN_POSTGRES_FOLDER) : [];
  if (versions.some((version) => existsSync(`${DEBIAN_POSTGRES_FOLDER}/${version}/bin/postgres`)))
    return true;
  // The client's headers also contain pg_config, which then returns a folder without a server.
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  return status === 0 && existsSync(`${stdout.trim()}/postgres`);
}

function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** @param {import('./run.mjs').Checkout} checkout */
async function installPostgres({ node, root }) {
  const env = buildEnvironment(node, { DEBIAN_FRONTEND: 'noninteractive' });
  const apt = (/** @type {string[]} */ ...args) =>
    runInTerminal('apt-get', args, { cwd: root, env });
  // Prevents the package from creating and starting a database server.
  const settings = `${CLUSTER_CONFIG_FOLDER}/createcluster.conf`;
  if (!existsSync(settings)) {
    mkdirSync(CLUSTER_CONFIG_FOLDER, { recursive: true });
    writeFileSync(settings, 'create_main_cluster = false\n');
  }
  writeMessage('Installing PostgreSQL with apt-get…');
  await apt('update', '-q');
  await apt('install', '-y', '-q', '--no-install-recommends', 'postgresql');
}
