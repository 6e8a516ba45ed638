import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * They more than halve the memory of main beside its data: Node would give short-lived objects 64 MB on a
 * large computer, and each of its threads a part of the heap for itself, of which it returns less.
 */
const MEMORY_OPTIONS = ['--max-semi-space-size=2'];
export const BROWSER_SHELL_VARIABLES = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * Returns Node's arguments that run a built main in the browser shell, with BROWSER_SHELL_VARIABLES in
 * the environment.
 *
 * @param {{ readonly root: string, readonly main: string }} options
 */
export function buildBrowserShellArguments({ root, main }) {
  const register = pathToFileURL(join(root, 'dist', 'browser-shell', 'register.js')).href;
  return ['--disable-sigusr1', ...MEMORY_OPTIONS, '--import', register, main];
}
