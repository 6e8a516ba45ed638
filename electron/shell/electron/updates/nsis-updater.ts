import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppAdapter } from 'electron-updater/out/AppAdapter.js';
import { NsisUpdater } from 'electron-updater/out/NsisUpdater.js';
import type { Log } from '../../../platform/index.ts';
import { applySignedFeed, type SignedFeedPorts } from './signed-provider.ts';
import { getDownloadsFolder, type Updater } from './update-offer.ts';

export interface AdapterPorts {
  readonly version: string;
  readonly folder: string;
  /** The folder of `app-update.yml`; null if the program is not installed. */
  readonly resourcesFolder: string | null;
}

/** The updater of the Windows installer. It checks the publisher that `app-update.yml` names. */
export function createNsisUpdater(
  ports: AdapterPorts & { readonly log: Log },
  feedPorts: SignedFeedPorts,
): Updater {
  const updater = new NsisUpdater(null, createAppAdapter(ports));
  updater.logger = createUpdaterLogger(ports.log);
  applySignedFeed(updater, feedPorts);
  return updater;
}

/**
 * What an updater needs of the program. The updater must not quit the program, so its quit
 * functions do nothing.
 */
export function createAppAdapter({ version, folder, resourcesFolder }: AdapterPorts): AppAdapter {
  return {
    version,
    name: 'mostrador',
    isPackaged: true,
    appUpdateConfigPath: resolveConfigFile(folder, resourcesFolder),
    userDataPath: folder,
    baseCachePath: getDownloadsFolder(folder),
    whenReady: async () => {},
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {},
  };
}

export function createUpdaterLogger(log: Log) {
  return {
    info: (text: unknown) => log.info({ text: String(text) }, 'updates: electron-updater info'),
    warn: (text: unknown) => log.warn({ text: String(text) }, 'updates: electron-updater warning'),
    error: (text: unknown) =>
      log.warn({ text: String(text) }, 'updates: electron-updater reported error'),
  };
}

/**
 * The installer's `app-update.yml`, of which the publisher and the cache name are used; creates one
 * if it is missing.
 */
function resolveConfigFile(folder: string, resourcesFolder: string | null): string {
  const installedFile = resourcesFolder === null ? null : join(resourcesFolder, 'app-update.yml');
  if (installedFile !== null && existsSync(installedFile)) return installedFile;
  const file = join(folder, 'app-update.yml');
  writeFileSync(file, 'updaterCacheDirName: mostrador-updater\n');
  return file;
}
