/**
 * `mostrador-cli`: the commands without a window, on plain Node and never through Electron, which
 * needs a display on Linux and has no terminal on Windows. It reads the files of a closed till, and
 * passes everything that needs the till's keys to the open till, because the system's key store
 * opens them only to Mostrador. If no till is open, it reports that and ends with `EXIT_CODES.closed`.
 *
 * Messages are in English, for a terminal or a scheduler's log; exit codes are those of
 * `electron/platform/exit-codes.ts`.
 */
export {
  assertProfileReadable,
  findProfileFolder,
  getDefaultProfileFolder,
  type ProfileEnvironment,
} from './default-profile.ts';
export { runCli } from './run-cli.ts';
export { runInOpenTill } from './run-in-open-till.ts';
