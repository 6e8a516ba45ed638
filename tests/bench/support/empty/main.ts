/** An empty page in the same shell: what the start of the till is compared with. */
import { join } from 'node:path';
import { silentLog } from '../../../../electron/platform/index.ts';
import { startShell } from '../../../../electron/shell/electron/index.ts';

const here = import.meta.dirname;

startShell({
  preloadPath: join(here, '..', 'preload', 'preload.cjs'),
  rendererFolder: join(here, '..', 'renderer'),
  onReadOnlyCommand: async () => 1,
  onProfileInUse: async () => 1,
  createLog: () => silentLog,
  onReady: (shell) => shell.openWindow(),
});
