import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { app } from 'electron';
import { readCommandLine } from './command-line.ts';

/** Late enough that nobody is still waiting for the sign-in. */
const WRITE_AFTER_MS = 10_000;

/**
 * Keeps V8's compiled code in the profile from one start to the next. Compiled code is run
 * unchecked, so it must be in a place where nobody else may write. Modules imported before this
 * call are compiled again at each start. If it cannot be kept, the till only starts more slowly.
 */
export function keepCompiledCode(): void {
  const { profile } = readCommandLine(process.argv, process.cwd());
  enableCompileCache(join(profile ?? app.getPath('userData'), 'compiled'));
  // Electron quits without the hooks at which Node would write it.
  setTimeout(flushCompileCache, WRITE_AFTER_MS).unref();
}
