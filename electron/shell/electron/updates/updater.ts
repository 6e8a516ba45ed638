import { sep } from 'node:path';
import { NsisUpdater } from 'electron-updater';
import { z } from 'zod';
import { type Clock, JITLESS_PARSE_OPTIONS, type Log } from '../../../platform/index.ts';
import { createUpdateRequestGuard } from './request-guard.ts';
import { verifyInstallerSignature } from './signature.ts';
import { UpdateRefusal } from './update-refusal.ts';

/** What the feed announces. */
export interface UpdateAnnouncement {
  readonly version: string;
  /** Above 0 if the version is newer than the running program's, below 0 if it is older. */
  readonly versionComparison: number;
  /** It is newer, and this till is among the share that receives it. */
  readonly isOffered: boolean;
  readonly files: readonly AnnouncedInstallerFile[];
}

/** A file of the version; `sha512` is Base64, `size` is in bytes. */
export type AnnouncedInstallerFile = z.infer<typeof announcementSchema>['files'][number];

/** electron-updater, of which only this is used. Create a new one for each check. */
export interface Updater {
  /** Throws `UpdateRefusal`, or an error of electron-updater. */
  check(): Promise<UpdateAnnouncement>;
  /** Returns the path of the verified installer. Call it after a check that offers a version. */
  download(
    installer: Pick<AnnouncedInstallerFile, 'size'>,
    onProgress: (percent: number) => void,
  ): Promise<string>;
  /** Starts the downloaded installer; false if that failed. */
  install(): boolean;
}

export interface UpdaterPorts {
  /** The https address of the feed's folder. */
  readonly address: URL;
  /** Installers are downloaded into it, and nowhere else. */
  readonly downloadsFolder: string;
  /** Whose signature an installer must have; null: nothing is accepted. */
  readonly publisher: string | null;
  /** The address of the shop's proxy; null to use the system's. */
  readonly proxy: string | null;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
}

/** Unknown fields of a newer electron-builder are ignored. */
const announcementSchema = z.object({
  version: z.string(),
  files: z
    .array(z.object({ url: z.string(), sha512: z.string().min(1), size: z.int().positive() }))
    .min(1),
  /** electron-updater offers the version to every till if this is missing, or not a number. */
  stagingPercentage: z.int().min(0).max(100),
});

const FEED_MAX_BYTES = 65_536;
const FEED_TIMEOUT_MS = 120_000;
const INSTALLER_TIMEOUT_MS = 3_600_000;
const LOG_MAX_LENGTH = 2_000;

/** electron-updater's updater for Windows, with the downloads in a folder of the profile. */
class TillUpdater extends NsisUpdater {
  constructor(address: URL, downloadsFolder: string) {
    super({ provider: 'generic', url: address.href });
    Object.defineProperty(this.app, 'baseCachePath', { value: downloadsFolder });
  }
}

/**
 * Configures electron-updater: it downgrades never, downloads and installs nothing by itself, and
 * requests only the feed's own host by https. Its updater for Windows is used on every system,
 * because on others it only reads the version.
 */
export async function createUpdater(ports: UpdaterPorts): Promise<Updater> {
  const { address, downloadsFolder, log } = ports;
  const updater = new TillUpdater(address, downloadsFolder);
  updater.logger = createUpdaterLogger(log);
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  updater.disableDifferentialDownload = true;
  // A till that is not installed reports new versions too.
  updater.forceDevUpdateConfig = true;
  // It verifies no file that an earlier run downloaded, so `download` verifies every file.
  updater.verifyUpdateCodeSignature = async () => null;
  const proxy = ports.proxy === null ? null : URL.parse(ports.proxy);
  await updater.netSession.setProxy(
    proxy === null ? { mode: 'system' } : { proxyRules: `${proxy.protocol}//${proxy.host}` },
  );
  const guard = createUpdateRequestGuard(updater, { address, proxy, clock: ports.clock, log });

  return {
    check: async () => {
      try {
        const result = await guard.run(
          { maxBytes: FEED_MAX_BYTES, tooLarge: 'not-a-feed', timeoutMs: FEED_TIMEOUT_MS },
          () => updater.checkForUpdates(),
        );
        const announcement = parseAnnouncement(result?.updateInfo);
        return {
          ...announcement,
          versionComparison: -updater.currentVersion.compare(announcement.version),
          isOffered: result?.isUpdateAvailable === true,
        };
      } catch (error) {
        if (error instanceof UpdateRefusal) throw error;
        const isFeedInvalid =
          error instanceof Error &&
          'code' in error &&
          /^ERR_UPDATER_INVALID_/.test(String(error.code));
        throw new UpdateRefusal(
          isFeedInvalid ? 'not-a-feed' : 'unreachable',
          'the feed cannot be read',
          new Error(String(error).slice(0, LOG_MAX_LENGTH)),
        );
      }
    },
    download: async ({ size }, onProgress) => {
      updater.on('download-progress', ({ percent }) => onProgress(Math.floor(percent)));
      const [file] = await guard.run(
        { maxBytes: size, tooLarge: 'changed', timeoutMs: INSTALLER_TIMEOUT_MS },
        () => updater.downloadUpdate(),
      );
      if (file === undefined) throw new UpdateRefusal('broke-off', 'nothing was downloaded');
      if (!file.startsWith(downloadsFolder + sep))
        throw new UpdateRefusal('swapped', `${file} is not in the folder of the downloads`);
      await verifyInstallerSignature(file, ports.publisher);
      return file;
    },
    install: () => updater.install(true, true),
  };
}

function parseAnnouncement(updateInfo: unknown): z.infer<typeof announcementSchema> {
  const parsed = announcementSchema.safeParse(updateInfo, JITLESS_PARSE_OPTIONS);
  if (parsed.success) return parsed.data;
  const isStaging = parsed.error.issues.some(({ path }) => path[0] === 'stagingPercentage');
  throw new UpdateRefusal(
    isStaging ? 'staging' : 'not-a-feed',
    `the feed cannot be read: ${z.prettifyError(parsed.error)}`,
  );
}

function createUpdaterLogger(log: Log) {
  const toFields = (text: unknown) => ({ text: String(text).slice(0, LOG_MAX_LENGTH) });
  return {
    info: (text: unknown) => log.info(toFields(text), 'updates: electron-updater info'),
    warn: (text: unknown) => log.warn(toFields(text), 'updates: electron-updater warning'),
    error: (text: unknown) => log.warn(toFields(text), 'updates: electron-updater reported error'),
  };
}
