/**
 * The shell: window, app:// protocol, permissions, vault, power and updates. Beside the stand-in in
 * browser-shell (and electron-store in settings) it is the only code that knows `electron`.
 *
 * `startShell` does first what must come first (profile folder, single instance, scheme), never
 * waits at top level, and calls `onReady` once with the `Shell` when windows may be opened. A
 * second copy on the same profile ends by itself; its `onReady` is never called.
 *
 * The command line: `--profile DIR` is where everything of this till lives; `--provision FILE` and
 * `--training`, `--restore FILE` and `--insist FILE` are handed on in `shell.asked`.
 */
export { type Asked, readCommandLine } from './command-line.ts';
export { keepCompiledCode } from './compiled-code.ts';
export { APP_ORIGIN } from './origin.ts';
export { type Shell, type ShellEvent, type ShellOptions, startShell } from './start.ts';
