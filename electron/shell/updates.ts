import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../platform/index.ts';

/** The part of electron-updater that is used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  on(event: 'update-downloaded' | 'error', listener: (detail: unknown) => void): unknown;
  checkForUpdates(): Promise<unknown>;
  quitAndInstall(isSilent?: boolean, isForceRunAfter?: boolean): void;
}

export interface Updates {
  /** Looks for an update now, and again every few hours. */
  start(mayInstall: () => boolean): void;
  /**
   * At the very end of a quit: true if an update was passed to the installer, which then ends the
   * program. Nothing is installed if `mayInstall` reports something unresolved.
   */
  installAtQuit(): boolean;
}

const EVERY_MS = 4 * 60 * 60 * 1000;

interface UpdatesOptions {
  readonly isPackaged: boolean;
  readonly resourcesPath: string;
  readonly log: Log;
  load(): Promise<Updater>;
}

/** Updates an installed till whose installer names a source for them; otherwise does nothing. */
export function createUpdates({ isPackaged, resourcesPath, log, load }: UpdatesOptions): Updates {
  let downloaded: Updater | null = null;
  let mayInstallNow: () => boolean = () => false;

  const look = async (): Promise<void> => {
    try {
      const updater = await load();
      updater.autoDownload = true;
      // It would install at any quit; ours asks first.
      updater.autoInstallOnAppQuit = false;
      updater.on('update-downloaded', () => {
        downloaded = updater;
        log.info({}, 'an update is ready and will be installed at a quit with nothing unresolved');
      });
      updater.on('error', (error) => log.warn({ err: error }, 'the update did not succeed'));
      await check(updater);
      setInterval(() => void check(updater), EVERY_MS).unref();
    } catch (error) {
      log.warn({ err: error }, 'updates could not be started');
    }
  };

  const check = async (updater: Updater): Promise<void> => {
    try {
      await updater.checkForUpdates();
    } catch (error) {
      log.warn({ err: error }, 'looking for an update failed');
    }
  };

  return {
    start: (mayInstall) => {
      mayInstallNow = mayInstall;
      if (!isPackaged || !existsSync(join(resourcesPath, 'app-update.yml'))) return;
      void look();
    },
    installAtQuit: () => {
      if (downloaded === null) return false;
      if (!mayInstallNow()) {
        log.info({}, 'the update waits: something is unresolved');
        return false;
      }
      downloaded.quitAndInstall(true, false);
      return true;
    },
  };
}
