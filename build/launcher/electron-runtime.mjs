import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeMessage } from './messages.mjs';
import { buildEnvironment, runCaptured } from './run.mjs';

const INSTALL_TIMEOUT_SECONDS = 45;

/**
 * Returns the path of the Electron binary; null if it is not installed. Reads only files, because
 * importing the package starts a download.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export function findElectronBinary(root, env) {
  const folder = join(root, 'node_modules', 'electron');
  const binaryName = readTextIfPresent(join(folder, 'path.txt'));
  const overrideFolder = env.ELECTRON_OVERRIDE_DIST_PATH;
  const file = overrideFolder
    ? join(overrideFolder, binaryName ?? 'electron')
    : binaryName && join(folder, 'dist', binaryName);
  return file && existsSync(file) ? file : null;
}

/**
 * Runs the package's installer, once per version of Electron and per installation of packages.
 *
 * @param {import('./run.mjs').Checkout} checkout
 */
export async function installElectronOnce({ node, root }) {
  const folder = join(root, 'node_modules', 'electron');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const marker = join(root, 'node_modules', '.cache', 'mostrador', `electron-${version}-tried`);
  if (existsSync(marker)) return;
  writeMessage(
    `Electron's runtime is not installed. Trying to download it once, for ${INSTALL_TIMEOUT_SECONDS} s at most…`,
  );
  const { code, output } = await runCaptured(node, [join(folder, 'install.js')], {
    cwd: root,
    env: buildEnvironment(node),
    timeout: INSTALL_TIMEOUT_SECONDS * 1000,
  });
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, output);
  if (code !== 0) {
    writeMessage('It could not be downloaded. To try again later: npx install-electron');
  }
}

/**
 * Why Electron cannot start here, even if it is installed; null if it can.
 *
 * @param {Pick<NodeJS.Process, 'platform' | 'env' | 'getuid'>} machine
 */
export function windowUnavailableReason({ platform, env, getuid }) {
  if (platform !== 'linux') return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (getuid?.() === 0) return "Electron's sandbox does not run as root";
  return null;
}

/** @param {string} file */
function readTextIfPresent(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
