import { join } from 'node:path';
import { LauncherError } from './messages.mjs';
import { buildEnvironment, runInTerminal } from './run.mjs';

/** Nothing arrives for so long: the download has stalled. */
const STALL_TIMEOUT_MS = 30_000;
/** Exit codes of a program that SIGINT ended, and SIGHUP or SIGTERM. */
const INTERRUPTED_CODE = 130;
const STOP_CODES = [129, 143];

/**
 * Downloads and unpacks Electron's runtime, as long as bytes arrive. Returns why that failed; null if it is
 * installed. Ctrl-C ends only the download, which continues at the next call.
 *
 * @param {import('./run.mjs').Checkout & { readonly stallTimeoutMs?: number | undefined }} options
 * @returns {Promise<string | null>}
 */
export async function installElectron({ node, root, stallTimeoutMs = STALL_TIMEOUT_MS }) {
  let reason = "Electron's runtime could not be downloaded.";
  // Ctrl-C also reaches this process, and once more through npm, perhaps after the download has ended.
  process.on('SIGINT', () => {});
  const code = await runInTerminal(
    node,
    [join(import.meta.dirname, 'download-electron.mjs'), root, String(stallTimeoutMs)],
    {
      cwd: root,
      // The proxy of HTTPS_PROXY, as for npm.
      env: buildEnvironment(node, { NODE_USE_ENV_PROXY: '1' }),
      withChannel: true,
      onSpawn: (child) => child.on('message', (message) => (reason = String(message))),
    },
  );
  if (code === 0) return null;
  if (STOP_CODES.includes(code)) throw new LauncherError('Stopped by a signal.');
  if (code === INTERRUPTED_CODE) {
    return "the download of Electron's runtime was interrupted. The next npm start continues it.";
  }
  return reason;
}
