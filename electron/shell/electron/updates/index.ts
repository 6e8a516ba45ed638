/**
 * Updates of an installed till. Nothing here imports `electron`, so that all of it can be tested on
 * plain Node; `updater.ts`, which loads electron-updater, is imported only to check for an update.
 *
 * - electron-updater's generic provider reads the available version from a folder of an https
 *   server (`latest.yml`; on macOS and Linux `latest-mac.yml`, `latest-linux.yml`). The till requests
 *   only that host, never installs an older version, and on Windows only what the publisher signed
 *   whom its own installer names.
 * - One gate (`electron/back-office/monitoring/update-gate.ts`) is checked before any update, by
 *   F7, at the end of the till and by `--status --json`; the mark of the last exit (`last-exit.ts`)
 *   gives an installer the same information when our program is not running.
 * - On Windows an owner installs from F7, unless a fleet's tool does. The feed and the gate are
 *   checked again, a backup is made, the till quits, the file's hash is checked once more, and the
 *   installer starts. A download that the feed no longer offers is deleted. On Linux apt installs,
 *   and the till only shows what is available.
 *
 * Times are milliseconds since the epoch, or ISO 8601 in UTC. Problems: `update`, `backup`.
 */
export { loadUpdater, readInstallerConfig } from './installation.ts';
export {
  LAST_EXIT_FILE,
  type LastExitState,
  readLastExit,
  startExitTracking,
  toLastExitState,
} from './last-exit.ts';
export { createUpdates, type Updates, type UpdateTillPort } from './updates.ts';
