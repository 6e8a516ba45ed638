/**
 * Updates of an installed till. Nothing here imports `electron`, so that all of it is tried on plain
 * Node; `nsis-updater.ts`, which loads electron-updater, is fetched only to look for an update.
 *
 * - A feed says which version there is (`feed.ts`). It is taken only with the signature of one of two
 *   keys that are built in, now and next; before it expires; never after a newer one; from its own
 *   host by https, without redirects. A version that is older is never installed.
 * - One gate (`electron/back-office/monitoring/update-gate.ts`) is asked before any update, by F7, by the end of the till and by
 *   `--status --json`; the mark of the last exit (`last-exit.ts`) tells an installer the same when no
 *   program of ours runs.
 * - On Windows an owner installs from F7, unless a fleet's tool does. The feed and the gate are asked
 *   again, a backup is made, the till ends, the file's hash is taken once more, and the installer
 *   starts. What the feed no longer offers is dropped. On Linux apt installs, and the till only says
 *   what there is.
 *
 * Times are milliseconds since the epoch, or ISO 8601 in UTC. Problems: `update`, `backup`.
 */
export {
  FEED_FILE,
  type Feed,
  FeedRefusal,
  publicKeys,
  readFeed,
  SIGNATURE_FILE,
} from './feed.ts';
export { loadNsisUpdater, readBuiltInKeys, readInstallerFeed } from './installation.ts';
export {
  type ExitState,
  LAST_EXIT_FILE,
  readLastExit,
  startExitTracking,
  toExitState,
} from './last-exit.ts';
export { createUpdates, type Updates, type UpdatingTill } from './updates.ts';
