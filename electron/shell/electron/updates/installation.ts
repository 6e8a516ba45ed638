import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { JITLESS_PARSE, type Log } from '../../../platform/index.ts';
import { publicKeys } from './feed.ts';
import type { createNsisUpdater } from './nsis-updater.ts';

const keysFileSchema = z.strictObject({ now: z.string().nullable(), next: z.string().nullable() });

/**
 * The public keys that this program trusts, in `feed-keys.json` beside its code: now, and next, for
 * the day on which the one of now is lost or grows old. Until a releaser has made one (`npm run
 * publish-feed -- --new-key FILE`), there is none, and no feed is trusted. A file that cannot be read
 * keeps no shop from selling: then none is trusted either.
 */
export function readBuiltInKeys(log: Log): KeyObject[] {
  try {
    const file = join(import.meta.dirname, 'feed-keys.json');
    const { now, next } = keysFileSchema.parse(
      JSON.parse(readFileSync(file, 'utf8')),
      JITLESS_PARSE,
    );
    return publicKeys([now, next]);
  } catch (error) {
    log.error({ err: error }, 'updates: built-in feed keys unreadable');
    return [];
  }
}

/** The address of the feed that the installer was made with; null if it names none. */
export function readInstallerFeed(resourcesFolder: string | null): string | null {
  if (resourcesFolder === null) return null;
  try {
    const text = readFileSync(join(resourcesFolder, 'app-update.yml'), 'utf8');
    return /^url:\s*['"]?([^\s'"]+)['"]?\s*$/m.exec(text)?.[1] ?? null;
  } catch {
    // An installer without a feed has no such file.
    return null;
  }
}

/** electron-updater is loaded only here: no start waits for it. */
export const loadNsisUpdater = async (
  ...given: Parameters<typeof createNsisUpdater>
): Promise<ReturnType<typeof createNsisUpdater>> =>
  (await import('./nsis-updater.ts')).createNsisUpdater(...given);
