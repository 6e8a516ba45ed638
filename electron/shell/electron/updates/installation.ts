import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { createUpdater } from './updater.ts';

export interface InstallerConfig {
  /** The address of the feed; null if the installer names none. */
  readonly feed: string | null;
  /** The holder of the certificate that signs updates, as Windows writes it; null if it names none. */
  readonly publisher: string | null;
}

/** Reads `app-update.yml`, which electron-builder writes into the installer. */
export function readInstallerConfig(resourcesFolder: string | null): InstallerConfig {
  const text = resourcesFolder === null ? '' : readConfigText(resourcesFolder);
  return {
    feed: /^url:\s*['"]?([^\s'"]+)['"]?\s*$/m.exec(text)?.[1] ?? null,
    publisher: parsePublisher(/^publisherName:\s*(?:-\s+)?(.+)$/m.exec(text)?.[1] ?? ''),
  };
}

/** Removes the quotes that YAML needs around some texts. */
function parsePublisher(text: string): string | null {
  const quotedText = /^'(.*)'$/.exec(text.trim())?.[1];
  const publisher = quotedText?.replaceAll("''", "'") ?? text.trim();
  return /^[\w.]+=/.test(publisher) ? publisher : null;
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
