import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether npm has completed the installation: it writes this file last.
 *
 * @param {string} root
 */
export function isInstalled(root) {
  return existsSync(join(root, 'node_modules', '.package-lock.json'));
}

/**
 * Modification time of the newest file in these files and folders, in ms; 0 if there are none.
 *
 * @param {readonly string[]} paths
 */
export function getNewestTime(paths) {
  let newest = 0;
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    const time = stats.isDirectory()
      ? getNewestTime(readdirSync(path).map((name) => join(path, name)))
      : stats.mtimeMs;
    newest = Math.max(newest, time);
  }
  return newest;
}
