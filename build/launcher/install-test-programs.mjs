import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { canInstallPackages, installPackages } from './apt.mjs';
import { ensureChromium } from './find-chromium.mjs';
import { writeMessage } from './messages.mjs';

/**
 * Programs that single tests need. Each is installed if that is possible; otherwise instructions are printed, and only
 * these tests fail or are skipped.
 */

/** The path on Debian, macOS and most other systems. Must be absolute, because sshd re-executes itself. */
const SSHD_PATH = '/usr/sbin/sshd';
/** Debian's package reads its configuration from here when it is installed. */
const CLUSTER_CONFIG_FOLDER = '/etc/postgresql-common';
const DEBIAN_POSTGRES_FOLDER = '/usr/lib/postgresql';
const KEY_RING_PATHS = [
  '/usr/bin/dbus-daemon',
  '/usr/bin/dbus-send',
  '/usr/bin/gnome-keyring-daemon',
];
const COMPOSITOR_PATHS = ['/usr/bin/weston', '/usr/bin/Xvfb'];
/** A Chromium with windows; that of the other tests has none. */
const CHROMIUM_PATH = '/usr/bin/chromium';
const SPIN_PATHS = ['/usr/bin/spin', '/usr/bin/cc'];

/**
 * For the tests of the upload. On Windows, they are skipped.
 *
 * @param {import('./run.mjs').Checkout} checkout
 */
export async function ensureOpenSsh(checkout) {
  if (process.platform === 'win32' || existsSync(SSHD_PATH)) return;
  if (canInstallPackages())
    await installPackages(checkout, 'an OpenSSH server', ['openssh-server']);
  if (existsSync(SSHD_PATH)) return;
  writeMessage(
    'The tests of the daily file need an OpenSSH server, and there is none. Install it:\n\n' +
      '    apt-get install openssh-server      (Debian, Ubuntu)\n' +
      '    dnf install openssh-server          (Fedora)\n\n' +
      'It does not have to run: each test starts its own.',
  );
}

/**
 * For the tests of the chain. On Windows, they are skipped.
 *
 * @param {import('./run.mjs').Checkout} checkout
 */
export async function ensurePostgres(checkout) {
  if (process.platform === 'win32' || isPostgresInstalled()) return;
  if (canInstallPackages()) await installPostgres(checkout);
  if (isPostgresInstalled()) return;
  writeMessage(
    'The tests of the chain need PostgreSQL 15 or newer, and there is none. Install it:\n\n' +
      '    apt-get install postgresql          (Debian, Ubuntu)\n' +
      '    dnf install postgresql-server       (Fedora)\n\n' +
      'It does not have to run: the tests start their own.',
  );
}

function isPostgresInstalled() {
  // npm may run on Node 20, which has no glob.
  const versions = existsSync(DEBIAN_POSTGRES_FOLDER) ? readdirSync(DEBIAN_POSTGRES_FOLDER) : [];
  if (versions.some((version) => existsSync(`${DEBIAN_POSTGRES_FOLDER}/${version}/bin/postgres`)))
    return true;
  // The client's headers also contain pg_config, which then returns a folder without a server.
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  return status === 0 && existsSync(`${stdout.trim()}/postgres`);
}

/** @param {import('./run.mjs').Checkout} checkout */
async function installPostgres(checkout) {
  // Prevents the package from creating and starting a database server.
  const settings = `${CLUSTER_CONFIG_FOLDER}/createcluster.conf`;
  if (!existsSync(settings)) {
    mkdirSync(CLUSTER_CONFIG_FOLDER, { recursive: true });
    writeFileSync(settings, 'create_main_cluster = false\n');
  }
  await installPackages(checkout, 'PostgreSQL', ['postgresql']);
}

/**
 * For the test that observes how Chromium seals with a key ring. Only on Linux.
 *
 * @param {import('./run.mjs').Checkout} checkout
 */
export async function ensureKeyRing(checkout) {
  if (process.platform !== 'linux') return;
  if (canInstallPackages()) {
    if (!areInstalled(KEY_RING_PATHS))
      await installPackages(checkout, 'a key ring', ['dbus', 'gnome-keyring']);
    await ensureChromium(checkout);
  } else if (!areInstalled(KEY_RING_PATHS)) {
    writeMessage(
      'The test of the key ring is skipped. It needs a key ring and Chromium:\n\n' +
        '    apt-get install dbus gnome-keyring chromium      (Debian)\n' +
        '    dnf install dbus gnome-keyring chromium-headless (Fedora)',
    );
  }
}

/**
 * For the test that observes Chromium's windows on Wayland and on X11. Only on Linux, and only beside a Chromium with
 * windows, which is too large to install for one test.
 *
 * @param {import('./run.mjs').Checkout} checkout
 */
export async function ensureCompositors(checkout) {
  if (process.platform !== 'linux' || areInstalled([CHROMIUM_PATH, ...COMPOSITOR_PATHS])) return;
  if (canInstallPackages() && existsSync(CHROMIUM_PATH))
    await installPackages(checkout, 'two compositors', ['weston', 'xvfb']);
  else
    writeMessage(
      'The test of the compositors is skipped. It needs them and a Chromium with windows:\n\n' +
        '    apt-get install weston xvfb chromium                      (Debian)\n' +
        '    dnf install weston xorg-x11-server-Xvfb chromium          (Fedora)',
    );
}

/**
 * For the test that checks the Promela model of a payment. Only on Linux.
 *
 * @param {import('./run.mjs').Checkout} checkout
 */
export async function ensureSpin(checkout) {
  if (process.platform !== 'linux' || areInstalled(SPIN_PATHS)) return;
  if (canInstallPackages()) await installPackages(checkout, 'SPIN', ['spin', 'gcc', 'libc6-dev']);
  if (areInstalled(SPIN_PATHS)) return;
  writeMessage(
    'The test of the Promela model is skipped. It needs SPIN and a C compiler:\n\n' +
      '    apt-get install spin gcc libc6-dev      (Debian, Ubuntu)',
  );
}

/** @param {readonly string[]} paths */
function areInstalled(paths) {
  return paths.every((path) => existsSync(path));
}
