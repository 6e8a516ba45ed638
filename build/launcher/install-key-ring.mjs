import { existsSync } from 'node:fs';
import { ensureChromium } from './find-chromium.mjs';
import { writeMessage } from './messages.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

const PROGRAMS = ['/usr/bin/dbus-daemon', '/usr/bin/dbus-send', '/usr/bin/gnome-keyring-daemon'];

/**
 * Ensures a key ring, and a Chromium, for the test that observes how Chromium seals with it. Installs
 * them where that is possible; otherwise prints instructions, and this test is skipped. Only on Linux.
 *
 * @param {import('./run.mjs').Checkout} checkout
 */
export async function ensureKeyRing({ node, root }) {
  if (process.platform !== 'linux') return;
  if (!canInstall()) {
    if (!isInstalled())
      writeMessage(
        'The test of the key ring is skipped. It needs a key ring and Chromium:\n\n' +
          '    apt-get install dbus gnome-keyring chromium      (Debian)\n' +
          '    dnf install dbus gnome-keyring chromium-headless (Fedora)',
      );
    return;
  }
  if (!isInstalled()) await installKeyRing({ node, root });
  await ensureChromium({ node, root });
}

function isInstalled() {
  return PROGRAMS.every((path) => existsSync(path));
}

function canInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** @param {import('./run.mjs').Checkout} checkout */
async function installKeyRing({ node, root }) {
  const env = buildEnvironment(node, { DEBIAN_FRONTEND: 'noninteractive' });
  const apt = (/** @type {string[]} */ ...args) =>
    runInTerminal('apt-get', args, { cwd: root, env });
  writeMessage('Installing a key ring with apt-get…');
  await apt('update', '-q');
  await apt('install', '-y', '-q', '--no-install-recommends', 'dbus', 'gnome-keyring');
}
