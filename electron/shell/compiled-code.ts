import { existsSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { app } from 'electron';
import { profileAsked } from '../command-line/index.ts';
import { isWithoutWindow } from '../without-window.ts';

/** Late enough that nobody is still waiting for the sign-in. */
const WRITE_AFTER_MS = 10_000;

/**
 * Keeps V8's compiled code in the profile from one start to the next. Compiled code is run
 * unchecked, so it must be in a place where nobody else may write. Modules imported before this
 * call are compiled again at each start. If it cannot be kept, the till only starts more slowly.
 */
export function keepCompiledCode(): void {
  const profile = profileAsked(process.argv, process.cwd()) ?? app.getPath('userData');
  // Whoever only asks how a till is makes no profile.
  if (isWithoutWindow(process.argv) && !existsSync(profile)) return;
  enableCompileCache(join(profile, 'compiled'));
  // Electron quits without the hooks at which Node would write it.
  setTimeout(flushCompileCache, WRITE_AFTER_MS).unref();
}
