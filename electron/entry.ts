/**
 * Where the program begins: what it was compiled to last time is found first, and then the rest is
 * loaded. `await`, because Electron is ready only once this file has been evaluated.
 */
import { keepCompiledCode } from './shell/index.ts';

keepCompiledCode();
await import('./main.ts');
