/**
 * The shell: window, app:// protocol, permissions, vault, power and updates. Besides the stand-in
 * in browser-shell (and electron-store in settings), it is the only code that knows `electron`.
 *
 * `startShell` first does what must come first (profile folder, single instance, scheme) and never
 * waits at top level. It calls `onReady` once with the `Shell` when windows may be opened. A second
 * copy on the same profile quits; its `onReady` is never called.
 *
 * The command line: `--profile DIR` is the folder for everything of this till; `--provision FILE`,
 * `--training`, `--restore FILE`, `--pin FILE`, `--insist FILE`, `--recovery-key FILE` and
 * `--upload-daily-file` are passed on in `shell.asked`. The last opens no window, and a second copy
 * of it is sent to `onProfileInUse`.
 */

export { startCompileCache } from './compile-cache.ts';
export { type Shell, type ShellEvent, startShell } from './start-shell.ts';
