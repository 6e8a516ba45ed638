import { existsSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { app } from 'electron';
import { parseProfileOption } from '../../settings/command-line/index.ts';
import { isHeadless } from '../headless.ts';

/** Late enough that nobody is still waiting for the sign-in. */
const FLUSH_DELAY_MS = 10_000;

/**
 * Keeps V8's compiled code in the profile from one start to the next. Compiled code is run
 * unchecked, so it must be in a place where nobody else may write. Modules imported before this
 * call are compiled again at each start. If it cannot be kept, the till only starts more slowly.
 */
export function startCompileCache(): void {
  const profile = parseProfileOption(process.argv, process.cwd()) ?? app.getPath('userData');
  // Whoever only asks how a till is makes no profile.
  if (isHeadless(process.argv) && !existsSync(profile)) return;
  enableCompileCache(join(profile, 'compiled'));
  // Electron quits without the hooks at which Node would write it.
  setTimeout(flushCompileCache, FLUSH_DELAY_MS).unref();
}
