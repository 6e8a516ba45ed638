/**
 * Entry point: starts the compile cache, then loads the rest. Uses `await`, because Electron is
 * ready only once this file has been evaluated.
 */
import { startAppCompileCache } from '../shell/electron/index.ts';

// First in every entry point: files that the program creates are accessible to this user only.
process.umask(0o077);
// Without a listener, this signal opens Node's inspector, in which others can run code.
process.on('SIGUSR1', () => {});
// Node's 64 KB live so long that they are collected only with the old objects: 90 KB for each sale.
Buffer.poolSize = 8 * 1024;
startAppCompileCache();
await import('./main.ts');
