/**
 * The till without a window: `--upload-daily-file` for the scheduler of the system, `--apply`,
 * `--status` and `--diagnostics`. The exit code tells what became of it
 * (`electron/platform/exit-codes.ts`), and standard output says it in English.
 *
 * One process holds a profile. A till that is open listens at a socket of its profile (a named pipe
 * on Windows), in either shell; whoever is started for a command asks there first, and the open
 * till does the work and reports back (`remote-commands.ts`). Only the account of the till and whoever
 * administers the computer reach it. Durations are milliseconds.
 */
export { applyPatchFile } from './apply-patch-file.ts';
export {
  type CommandOutcome,
  formatProblem,
  type HeadlessUploadReport,
  toCommandOutcome,
} from './command-outcome.ts';
export { readTill } from './read-till.ts';
export {
  type RemoteCommand,
  type RemoteCommandServer,
  sendRemoteCommand,
  startRemoteCommandServer,
} from './remote-commands.ts';
export { runRemoteCommand, sendRemoteCommandWithRetry } from './run-remote-command.ts';
