import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Returns the path of the Electron binary; null if it is not installed. Reads only files, because
 * importing the package starts a download.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export function findElectronBinary(root, env) {
  const binaryName = readTextIfPresent(join(root, 'node_modules', 'electron', 'path.txt'));
  const name = binaryName ?? (env.ELECTRON_OVERRIDE_DIST_PATH ? 'electron' : null);
  const file = name && join(getElectronDist(root, env), name);
  return file && existsSync(file) ? file : null;
}

/**
 * The folder of Electron's runtime, whether or not it is installed.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export function getElectronDist(root, env) {
  // Absolute, so that a program beside the terminal's folder is not looked up on the PATH.
  return resolve(env.ELECTRON_OVERRIDE_DIST_PATH || join(root, 'node_modules', 'electron', 'dist'));
}

/**
 * Why the installed runtime cannot be used; null if it can.
 *
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 */
export function runtimeUnusableReason(root, env) {
  const dist = getElectronDist(root, env);
  if (findElectronBinary(root, env) === null) return `Electron's runtime is not in ${dist}.`;
  const { version: expected } = JSON.parse(
    readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8'),
  );
  const version = readTextIfPresent(join(dist, 'version'))?.replace(/^v/, '');
  if (version === undefined) return `Electron's runtime in ${dist} is not complete.`;
  return version === expected
    ? null
    : `Electron's runtime in ${dist} is version ${version}, and the till needs ${expected}.`;
}

/**
 * Options for Chromium, before the path of the till. On Wayland, windows cannot be placed, so the customer's
 * screen would cover the till: X11 is used wherever it is available.
 *
 * @param {Pick<NodeJS.Process, 'platform' | 'env'>} machine
 */
export function getChromiumOptions({ platform, env }) {
  return platform === 'linux' && env.DISPLAY ? ['--ozone-platform=x11'] : [];
}

/**
 * Why Electron cannot start here, even if it is installed; null if it can.
 *
 * @param {Pick<NodeJS.Process, 'platform' | 'env' | 'getuid'>} machine
 */
export function windowUnavailableReason({ platform, env, getuid }) {
  if (platform !== 'linux') return null;
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) {
    return 'there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set).';
  }
  if (getuid?.() === 0) return "Electron's sandbox does not run as root.";
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
