/**
 * Where the program begins: what it was compiled to last time is found first, and then the rest is
 * loaded. `await`, because Electron is ready only once this file has been evaluated.
 */
import { startCompileCache } from '../shell/electron/index.ts';

// The first thing of every entry: whatever the program makes is for this user alone.
process.umask(0o077);
startCompileCache();
await import('./main.ts');
