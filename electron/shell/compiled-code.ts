import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { app } from 'electron';
import { readCommandLine } from './command-line.ts';

/** Late enough that nobody waits for the sign-in any more. */
const WRITE_AFTER_MS = 10_000;

/**
 * Keeps what V8 makes of our code from one start to the next, in the profile: compiled code is run
 * as it is found, so it must lie where nobody else may write. Everything that is imported before
 * this is compiled anew at each start. Where it cannot be kept the till starts as well, only later.
 */
export function keepCompiledCode(): void {
  const { profile } = readCommandLine(process.argv, process.cwd());
  enableCompileCache(join(profile ?? app.getPath('userData'), 'compiled'));
  // Electron ends without the hooks at which Node would write it.
  setTimeout(flushCompileCache, WRITE_AFTER_MS).unref();
}
