/**
 * The till without a window: `--upload-daily-file` for the system's scheduler, `--apply`,
 * `--status` and `--diagnostics`. The exit code gives the result
 * (`electron/platform/exit-codes.ts`), and standard output describes it in English.
 *
 * One process holds a profile. An open till listens at a socket of its profile (a named pipe on
 * Windows), in either shell; a process started for a command sends a request there first, and the
 * open till does the work and returns the result (`remote-commands.ts`). Only the account of the
 * till and administrators of the computer can reach it. Durations are milliseconds.
 */
export { applyPatchFile } from './apply-patch-file.ts';
export {
  buildOpenTillStatusReport,
  createClosedTillReader,
  readTillSettings,
} from './closed-till.ts';
export {
  type CommandOutcome,
  formatProblemLine,
  type HeadlessUploadReport,
  toUploadCommandOutcome,
} from './command-outcome.ts';
export { leaveChain } from './leave-chain.ts';
export { consumePinFile } from './pin-file.ts';
export {
  type RemoteCommand,
  type RemoteCommandServer,
  sendRemoteCommand,
  startRemoteCommandServer,
} from './remote-commands.ts';
export { runReadOnlyTillCommand } from './run-read-only-command.ts';
export { runRemoteCommand, sendRemoteCommandWithRetry } from './run-remote-command.ts';
