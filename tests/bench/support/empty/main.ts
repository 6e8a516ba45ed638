/** An empty page in the same shell, as the baseline for the till's start. */
import { join } from 'node:path';
import { silentLog } from '../../../../electron/platform/index.ts';
import { startShell } from '../../../../electron/shell/electron/index.ts';

const folder = import.meta.dirname;

startShell({
  preloadPath: join(folder, '..', 'preload', 'preload.cjs'),
  rendererFolder: join(folder, '..', 'renderer'),
  onReadOnlyCommand: async () => 1,
  onProfileInUse: async () => 1,
  createLog: () => silentLog,
  onReady: (shell) => shell.openWindow(),
});
