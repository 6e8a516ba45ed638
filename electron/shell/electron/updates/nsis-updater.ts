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
  /** Where the installer put `app-update.yml`; null where nothing was installed. */
  readonly resourcesFolder: string | null;
}

/** The updater of Windows' installer. It checks the publisher whom `app-update.yml` names. */
export function createNsisUpdater(
  ports: AdapterPorts & { readonly log: Log },
  signed: SignedFeedPorts,
): Updater {
  const updater = new NsisUpdater(null, createAppAdapter(ports));
  updater.logger = createUpdaterLogger(ports.log);
  applySignedFeed(updater, signed);
  return updater;
}

/** What an updater asks of the program, which ends by its own hand and never by the updater's. */
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
    info: (said: unknown) => log.info({ text: String(said) }, 'updates: electron-updater info'),
    warn: (said: unknown) => log.warn({ text: String(said) }, 'updates: electron-updater warning'),
    error: (said: unknown) =>
      log.warn({ text: String(said) }, 'updates: electron-updater reported error'),
  };
}

/** Of the installer's own, the publisher and the cache's name are used; it may have none. */
function resolveConfigFile(folder: string, resourcesFolder: string | null): string {
  const installed = resourcesFolder === null ? null : join(resourcesFolder, 'app-update.yml');
  if (installed !== null && existsSync(installed)) return installed;
  const file = join(folder, 'app-update.yml');
  writeFileSync(file, 'updaterCacheDirName: mostrador-updater\n');
  return file;
}
