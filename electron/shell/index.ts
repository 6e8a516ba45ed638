/**
 * The shell: window, app:// protocol, permissions, vault, power and updates. Besides the stand-in
 * in browser-shell (and electron-store in settings), it is the only code that knows `electron`.
 *
 * `startShell` first does what must come first (profile folder, single instance, scheme) and never
 * waits at top level. It calls `onReady` once with the `Shell` when windows may be opened. A second
 * copy on the same profile quits; its `onReady` is never called.
 *
 * The command line: `--profile DIR` is the folder for everything of this till; `--provision FILE`,
 * `--training`, `--restore FILE` and `--insist FILE` are passed on in `shell.asked`.
 */
export { type Asked, readCommandLine } from './command-line.ts';
export { keepCompiledCode } from './compiled-code.ts';
export { APP_ORIGIN } from './origin.ts';
export { type Shell, type ShellEvent, type ShellOptions, startShell } from './start.ts';
