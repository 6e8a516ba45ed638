import { existsSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { app } from 'electron';
import { assertProfileFolderIsOwn, createFolderSync } from '../../platform/index.ts';
import { parseProfileOption } from '../../settings/command-line/index.ts';
import { isHeadless } from '../headless.ts';

/** Late enough to not delay the sign-in. */
const FLUSH_DELAY_MS = 10_000;

/**
 * Stores V8's compiled code in the profile between starts. Compiled code is run unchecked, so it
 * must be in a folder that no other user can write to. Modules imported before this call are
 * compiled at each start. If the cache cannot be stored, the till only starts more slowly.
 */
export function startAppCompileCache(): void {
  const profile = parseProfileOption(process.argv, process.cwd()) ?? app.getPath('userData');
  // A read-only command must not create a profile.
  if (isHeadless(process.argv) && !existsSync(profile)) return;
  try {
    createFolderSync(profile, 0o700);
    assertProfileFolderIsOwn(profile);
  } catch {
    // `startShell` says so. Nothing is written to the folder, and no code of another person is run.
    return;
  }
  enableCompileCache(join(profile, 'compiled'));
  // Electron quits without the hooks in which Node would write it.
  setTimeout(flushCompileCache, FLUSH_DELAY_MS).unref();
}
