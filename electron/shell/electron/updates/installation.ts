import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { createUpdater } from './updater.ts';

export interface InstallerConfig {
  /** The address of the feed; null if the installer names none. */
  readonly feed: string | null;
  /** Whether it names the publisher, without whom electron-updater accepts any signature. */
  readonly hasPublisher: boolean;
}

/** Reads `app-update.yml`, which electron-builder writes into the installer. */
export function readInstallerConfig(resourcesFolder: string | null): InstallerConfig {
  const text = resourcesFolder === null ? '' : readConfigText(resourcesFolder);
  return {
    feed: /^url:\s*['"]?([^\s'"]+)['"]?\s*$/m.exec(text)?.[1] ?? null,
    hasPublisher: /^publisherName:\s*(?:-\s+)?['"]?[\w.]+=/m.test(text),
  };
}

function readConfigText(resourcesFolder: string): string {
  try {
    return readFileSync(join(resourcesFolder, 'app-update.yml'), 'utf8');
  } catch {
    // An installer without a feed has no such file.
    return '';
  }
}

/** electron-updater is loaded only here, so that it does not delay the start. */
export const loadUpdater = async (
  ...args: Parameters<typeof createUpdater>
): ReturnType<typeof createUpdater> => (await import('./updater.ts')).createUpdater(...args);
