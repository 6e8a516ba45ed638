import { CancellationToken, NsisUpdater } from 'electron-updater';
import { z } from 'zod';
import { decodePercent } from '../../../../shared/text/index.ts';
import { type Clock, JITLESS_PARSE_OPTIONS, type Log } from '../../../platform/index.ts';
import { UpdateRefusal } from './update-refusal.ts';

/** What the feed announces. */
export interface Announcement {
  readonly version: string;
  /** Above 0 if the version is newer than the running program's, below 0 if it is older. */
  readonly comparison: number;
  /** It is newer, and this till is among the share that receives it. */
  readonly isOffered: boolean;
  readonly files: readonly AnnouncedFile[];
}

/** A file of the version; `sha512` is Base64, `size` is in bytes, if the feed states it. */
export type AnnouncedFile = z.infer<typeof announcementSchema>['files'][number];

/** electron-updater, of which only this is used. Create a new one for each check. */
export interface Updater {
  /** Throws `UpdateRefusal`, or an error of electron-updater. */
  check(): Promise<Announcement>;
  /** Returns the path of the verified installer. Call it after a check that offers a version. */
  download(onProgress: (percent: number) => void): Promise<string>;
  /** Starts the downloaded installer; false if that failed. */
  install(): boolean;
}

export interface UpdaterPorts {
  /** The https address of the feed's folder. */
  readonly address: URL;
  /** The address of the shop's proxy; null to use the system's. */
  readonly proxy: string | null;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
}

/** Unknown fields of a newer electron-builder are ignored. */
const announcementSchema = z.object({
  version: z.string(),
  files: z
    .array(z.object({ url: z.string(), sha512: z.string(), size: z.int().positive().optional() }))
    .min(1),
  /** electron-updater offers the version to every till if this is not a number. */
  stagingPercentage: z.number().min(0).max(100).optional(),
});

/** Electron's network requests have no timeout of their own. */
const SILENCE_TIMEOUT_MS = 120_000;

/**
 * Configures electron-updater: it downgrades never, downloads and installs nothing by itself, and
 * requests only the feed's own host by https. Its updater for Windows is used on every system,
 * because on others it only reads the version.
 */
export async function createUpdater(ports: UpdaterPorts): Promise<Updater> {
  const { address, log } = ports;
  const updater = new NsisUpdater({ provider: 'generic', url: address.href });
  updater.logger = createUpdaterLogger(log);
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  updater.disableDifferentialDownload = true;
  // A till that is not installed reports new versions too.
  updater.forceDevUpdateConfig = true;
  const verifySignature = updater.verifyUpdateCodeSignature;
  updater.verifyUpdateCodeSignature = async (publishers, file) =>
    (await verifySignature(publishers, file)) ??
    // It accepts everything where PowerShell cannot run, also the signature of nobody.
    ((await verifySignature(['CN=Nobody, O=Nobody'], file)) === null
      ? 'Windows could not verify the signature'
      : null);
  await applyProxy(updater, ports.proxy);
  const throwIfBlocked = blockOtherOrigins(updater, address, log);

  return {
    check: async () => {
      const { promise: silence, reject } = Promise.withResolvers<never>();
      const stopTimer = ports.clock.after(SILENCE_TIMEOUT_MS, () =>
        reject(new Error('no answer in time')),
      );
      try {
        const result = await Promise.race([updater.checkForUpdates(), silence]);
        const announcement = parseAnnouncement(result?.updateInfo);
        return {
          ...announcement,
          comparison: -updater.currentVersion.compare(announcement.version),
          isOffered: result?.isUpdateAvailable === true,
        };
      } catch (error) {
        throwIfBlocked();
        const isUnreadable =
          error instanceof UpdateRefusal ||
          (error instanceof Error &&
            'code' in error &&
            /^ERR_UPDATER_INVALID_/.test(String(error.code)));
        throw isUnreadable
          ? error
          : new UpdateRefusal('unreachable', 'the feed cannot be read', error);
      } finally {
        stopTimer();
      }
    },
    download: async (onProgress) => {
      const cancellation = new CancellationToken();
      const startTimer = () => ports.clock.after(SILENCE_TIMEOUT_MS, () => cancellation.cancel());
      let stopTimer = startTimer();
      updater.on('download-progress', ({ percent }) => {
        stopTimer();
        stopTimer = startTimer();
        onProgress(Math.floor(percent));
      });
      try {
        const [file] = await updater.downloadUpdate(cancellation);
        if (file === undefined) throw new UpdateRefusal('broke-off', 'nothing was downloaded');
        return file;
      } catch (error) {
        throwIfBlocked();
        throw error;
      } finally {
        stopTimer();
      }
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

/** Electron uses the system's certificates; the proxy's password is sent only when it asks. */
async function applyProxy(updater: NsisUpdater, proxy: string | null): Promise<void> {
  const url = proxy === null ? null : URL.parse(proxy);
  await updater.netSession.setProxy(
    url === null ? { mode: 'system' } : { proxyRules: `${url.protocol}//${url.host}` },
  );
  if (url === null || url.username === '') return;
  let hasAnswered = false;
  updater.on('login', (_info, answer) => {
    // A second question means that the password is wrong: no answer cancels the request.
    if (hasAnswered) return Reflect.apply(answer, null, []);
    hasAnswered = true;
    answer(decodePercent(url.username), decodePercent(url.password));
  });
}

/**
 * Blocks redirects, and files at another address. Returns a function that throws `UpdateRefusal` if
 * a request was blocked.
 */
function blockOtherOrigins(updater: NsisUpdater, { origin }: URL, log: Log): () => void {
  let blockedOrigin: string | null = null;
  updater.netSession.webRequest.onBeforeRequest(({ url }, respond) => {
    const requestOrigin = URL.parse(url)?.origin ?? url;
    if (requestOrigin !== origin) {
      blockedOrigin = requestOrigin;
      log.warn({ origin: requestOrigin }, 'updates: request to another host blocked');
    }
    respond({ cancel: requestOrigin !== origin });
  });
  return () => {
    if (blockedOrigin !== null)
      throw new UpdateRefusal('other-host', `${blockedOrigin} is not the host of the feed`);
  };
}

function createUpdaterLogger(log: Log) {
  return {
    info: (text: unknown) => log.info({ text: String(text) }, 'updates: electron-updater info'),
    warn: (text: unknown) => log.warn({ text: String(text) }, 'updates: electron-updater warning'),
    error: (text: unknown) =>
      log.warn({ text: String(text) }, 'updates: electron-updater reported error'),
  };
}
