import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { JITLESS_PARSE, type Log } from '../../../platform/index.ts';
import { parsePublicKeys } from './feed.ts';
import type { createNsisUpdater } from './nsis-updater.ts';

const keysFileSchema = z.strictObject({ now: z.string().nullable(), next: z.string().nullable() });

/**
 * The public keys that this program trusts, in `feed-keys.json` beside its code: now, and next for
 * the case that the current one is lost or too old. Until a releaser has created one (`npm run
 * publish-feed -- --new-key FILE`), there is none, and no feed is trusted. If the file cannot be
 * read, no feed is trusted either, and the shop can continue to sell.
 */
export function readBuiltInKeys(log: Log): KeyObject[] {
  try {
    const file = join(import.meta.dirname, 'feed-keys.json');
    const { now, next } = keysFileSchema.parse(
      JSON.parse(readFileSync(file, 'utf8')),
      JITLESS_PARSE,
    );
    return parsePublicKeys([now, next]);
  } catch (error) {
    log.error({ err: error }, 'updates: built-in feed keys unreadable');
    return [];
  }
}

/** The address of the feed in the installer; null if it names none. */
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

/** electron-updater is loaded only here, so that it does not delay the start. */
export const loadNsisUpdater = async (
  ...args: Parameters<typeof createNsisUpdater>
): Promise<ReturnType<typeof createNsisUpdater>> =>
  (await import('./nsis-updater.ts')).createNsisUpdater(...args);
