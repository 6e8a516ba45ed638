import { join } from 'node:path';
import { type FileLog, logUncaughtErrors, openFileLog } from '../platform/index.ts';
import { CALL_CHANNEL } from '../preload/index.ts';
import { reportStart, type Shell, type ShellEvent, startShell } from '../shell/electron/index.ts';
import type { CallListener } from './ipc/index.ts';

// The built main is in dist/main, beside dist/preload and dist/renderer. A test may run it from the
// sources, where the page is in renderer/ of the repository.
const isBuilt = import.meta.filename.endsWith('.js');
const dist = join(import.meta.dirname, isBuilt ? '..' : '../..');
let fileLog: FileLog | null = null;

startShell({
  preloadPath: join(dist, 'preload', 'preload.cjs'),
  rendererFolder: join(dist, 'renderer'),
  customerScreen: {
    preloadPath: join(dist, 'customer-preload', 'customer-preload.cjs'),
    folder: join(dist, 'customer-screen'),
  },
  createLog: (profileFolder) => {
    fileLog = openFileLog(join(profileFolder, 'logs'));
    return fileLog;
  },
  onReady: start,
  onReadOnlyCommand: async (profileFolder, request, version) =>
    (await import('./application.ts')).runReadOnlyCommand(profileFolder, request, version),
  onProfileInUse: async (profileFolder, request) =>
    (await import('./application.ts')).forwardCommandToRunningTill(profileFolder, request),
});

/**
 * The page takes longest to load, so its load starts first, and the main process does nothing that
 * would delay serving its files. While the browser compiles them, the main process loads and opens
 * the till; calls of the page are answered once the till is open.
 */
async function start(shell: Shell): Promise<void> {
  // Not earlier: an error before there is a window ends the program.
  logUncaughtErrors(process, shell.log, shell.applicationVersion);
  const callListener = Promise.withResolvers<CallListener<ShellEvent>>();
  const firstCall = Promise.withResolvers<void>();
  void firstCall.promise.then(() => reportStart('page'));
  shell.ipc.handle(CALL_CHANNEL, async (event, message) => {
    firstCall.resolve();
    const listener = await callListener.promise;
    return await listener(event, message);
  });
  // A command-line request may be refused, or need no window.
  const { restore, provision, command } = shell.commandLine;
  const hasNoRequest = restore === null && provision === null && command === null;
  const windowOpening = hasNoRequest ? shell.openWindow() : null;
  if (windowOpening !== null) await Promise.race([shell.waitForPageServed(), firstCall.promise]);
  const { openApplication } = await import('./application.ts');
  const callHandler = await openApplication(shell, () => fileLog?.flush());
  if (callHandler === null) return;
  callListener.resolve(callHandler);
  await (windowOpening ?? shell.openWindow());
}
