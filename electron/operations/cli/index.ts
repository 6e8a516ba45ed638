/**
 * `mostrador-cli`: the commands without a window, on plain Node and never through Electron, which on
 * Linux wants a display and on Windows has no terminal. It looks into the files of a till that is
 * closed, and hands everything that needs the till's keys to the till that is open: the system's key
 * store opens them to Mostrador alone. Where no till is open, it says so and ends with `EXIT.closed`.
 *
 * Words are English, for a terminal or a scheduler's log; exit codes are those of
 * `electron/platform/exit-codes.ts`.
 */
export { getDefaultProfile, type ProfileEnvironment } from './default-profile.ts';
export { runCli } from './run-cli.ts';
