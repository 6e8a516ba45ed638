import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Whether npm has finished installing: it writes this file last. */
export function isInstalled(root) {
  return existsSync(join(root, 'node_modules', '.package-lock.json'));
}

/** The time of the newest file among these files and folders; 0 where there are none. */
export function getNewestTime(paths) {
  let newest = 0;
  for (const path of paths) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) continue;
    const inside = found.isDirectory()
      ? getNewestTime(readdirSync(path).map((name) => join(path, name)))
      : found.mtimeMs;
    newest = Math.max(newest, inside);
  }
  return newest;
}
