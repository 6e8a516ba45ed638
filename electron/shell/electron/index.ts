/**
 * The shell: window, app:// protocol, permissions, vault, power and updates. Besides its
 * replacement in shell/browser (and electron-store in settings), it is the only code that depends
 * on `electron`.
 *
 * `startShell` first does what must precede `ready` (profile folder, single instance, scheme) and
 * never awaits at top level. It calls `onReady` once with the `Shell` when windows may be opened. A
 * second copy on the same profile quits; its `onReady` is never called.
 *
 * The command line: `--profile DIR` is the folder for all files of this till; `--provision FILE`,
 * `--training`, `--restore FILE`, `--pin FILE`, `--insist FILE`, `--recovery-key FILE` and
 * `--upload-daily-file` are passed on in `shell.commandLine`. The last opens no window. A second
 * copy that has a command, `--provision` or `--restore` calls `onProfileInUse`.
 */

export { startAppCompileCache } from './compile-cache.ts';
export { reportStart } from './start-report.ts';
export { type Shell, type ShellEvent, startShell } from './start-shell.ts';
