import {
  findElectronBinary,
  runtimeUnusableReason,
  windowUnavailableReason,
} from './electron-runtime.mjs';
import { sandboxUnavailableReason } from './electron-sandbox.mjs';
import { installElectron } from './install-electron.mjs';

/**
 * Returns Electron's program, or the reason why it cannot start on this computer. Downloads the runtime
 * if it is missing.
 *
 * @typedef {Pick<NodeJS.Process, 'platform' | 'env' | 'getuid'> & {
 *   readonly systemRoot?: string,
 *   readonly stallTimeoutMs?: number,
 * }} Machine
 * @param {import('./run.mjs').Checkout & { readonly machine: Machine }} options
 * @returns {Promise<{ readonly binary: string, readonly reason?: undefined } | { readonly reason: string }>}
 */
export async function prepareElectron({ node, root, machine }) {
  const { platform, env, systemRoot, stallTimeoutMs } = machine;
  const displayReason = windowUnavailableReason(machine);
  if (displayReason !== null) return { reason: displayReason };
  if (!env.ELECTRON_OVERRIDE_DIST_PATH && runtimeUnusableReason(root, env) !== null) {
    const reason = await installElectron({ node, root, stallTimeoutMs });
    if (reason !== null) return { reason };
  }
  const binary = findElectronBinary(root, env);
  const runtimeReason = runtimeUnusableReason(root, env);
  if (binary === null || runtimeReason !== null) return { reason: runtimeReason ?? '' };
  const sandboxReason = platform === 'linux' ? sandboxUnavailableReason(binary, systemRoot) : null;
  return sandboxReason === null ? { binary } : { reason: sandboxReason };
}
