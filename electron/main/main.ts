import { join } from 'node:path';
import { type FileLog, handleUncaughtErrors, openFileLog } from '../platform/index.ts';
import { CALL_CHANNEL } from '../preload/index.ts';
import { type Shell, type ShellEvent, startShell } from '../shell/electron/index.ts';
import type { CallListener } from './ipc/index.ts';

// The built main stands in dist/main, beside dist/preload and dist/renderer.
const dist = join(import.meta.dirname, '..');
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
  onReadOnlyCommand: async (profileFolder, asked, version) =>
    (await import('./application.ts')).runReadOnlyCommand(profileFolder, asked, version),
  onProfileInUse: async (profileFolder, asked) =>
    (await import('./application.ts')).forwardToRunningTill(profileFolder, asked),
});

/**
 * The page takes longest to come, so it is on its way first, and main does nothing that its files
 * would wait for. While the browser compiles them, main loads and opens the till; what the page asks
 * before that is answered once the till is open.
 */
async function start(shell: Shell): Promise<void> {
  // Not sooner: what goes wrong before there is a window ends the program.
  handleUncaughtErrors(process, shell.log);
  const answering = Promise.withResolvers<CallListener<ShellEvent>>();
  const called = Promise.withResolvers<void>();
  shell.ipc.handle(CALL_CHANNEL, async (event, asked) => {
    called.resolve();
    const answer = await answering.promise;
    return await answer(event, asked);
  });
  // What the command line asks for may be refused, or need no window.
  const { restore, provision, command } = shell.commandLine;
  const isPlain = restore === null && provision === null && command === null;
  const opening = isPlain ? shell.openWindow() : null;
  if (opening !== null) await Promise.race([shell.waitForPageServed(), called.promise]);
  const { openApplication } = await import('./application.ts');
  const answers = await openApplication(shell, () => fileLog?.flush());
  if (answers === null) return;
  answering.resolve(answers);
  await (opening ?? shell.openWindow());
}
