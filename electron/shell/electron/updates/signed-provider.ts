import { type Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import type { UpdateInfo } from 'builder-util-runtime';
import type { AppUpdater } from 'electron-updater/out/AppUpdater.js';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { Provider, type ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { ResolvedUpdateFileInfo } from 'electron-updater/out/types.js';
import { type Feed, FeedRefusal } from './feed.ts';
import { isRedirect, toRedirectRefusal } from './fetch-feed.ts';

export interface SignedFeedPorts {
  /** The https address of the feed's folder. */
  readonly folder: URL;
  readonly agent: Agent;
  /** Fetches and checks the feed; throws `FeedRefusal`. */
  readonly loadFeed: () => Promise<Feed>;
  readonly isWithinRollout: (feed: Feed) => boolean;
}

/**
 * Makes an updater of electron-updater use only the signed feed: it ignores `app-update.yml` and
 * its own defaults. It never downgrades, follows no redirect, downloads whole files and nothing
 * else, and does not install automatically.
 */
export function applySignedFeed(updater: AppUpdater, ports: SignedFeedPorts): void {
  let feed: Feed | null = null;
  class SignedProvider extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }
    override async getLatestVersion(): Promise<UpdateInfo> {
      feed = await ports.loadFeed();
      return toUpdateInfo(feed);
    }
    override resolveFiles({ files }: UpdateInfo): ResolvedUpdateFileInfo[] {
      return files.map((info) => ({ url: new URL(info.url, ports.folder), info }));
    }
  }
  const executor = new ElectronHttpExecutor();
  Object.assign(executor, {
    createRequest: createStrictRequest(ports, () =>
      Math.max(0, ...(feed?.files.map(({ size }) => size) ?? [])),
    ),
    addRedirectHandlers: () => {},
  });
  Object.assign(updater, { httpExecutor: executor });
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  updater.disableDifferentialDownload = true;
  updater.isUserWithinRollout = () => feed !== null && ports.isWithinRollout(feed);
  updater.setFeedURL({ provider: 'custom', updateProvider: SignedProvider });
  // Set last, because setting a channel would allow downgrades.
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
}

/** Converts a feed for electron-updater. A per-machine installer needs administrator rights. */
function toUpdateInfo({ version, released, files }: Feed): UpdateInfo {
  const updateFiles = files.map(({ name, size, sha512 }) => ({
    url: name,
    size,
    sha512,
    isAdminRightsRequired: name.endsWith('.exe'),
  }));
  const [firstFile] = updateFiles;
  if (firstFile === undefined) throw new FeedRefusal('not-a-feed', 'the feed names no file');
  return {
    version,
    releaseDate: released,
    files: updateFiles,
    path: firstFile.url,
    sha512: firstFile.sha512,
  };
}

/**
 * A request that accepts a file only from the feed's own host by https, and no more bytes than the
 * feed states.
 */
function createStrictRequest({ folder, agent }: SignedFeedPorts, getMaxBytes: () => number) {
  return (
    options: RequestOptions,
    callback: (response: import('node:http').IncomingMessage) => void,
  ) => {
    const requestUrl = new URL(`${options.protocol}//${options.hostname}:${options.port ?? 443}`);
    if (requestUrl.origin !== folder.origin) {
      throw new FeedRefusal('other-host', `${requestUrl.origin} is not the host of the feed`);
    }
    const request = httpsRequest({ ...options, agent }, (response) => {
      const { statusCode = 0, headers } = response;
      if (isRedirect(statusCode) || headers.location !== undefined) {
        response.destroy();
        request.emit('error', toRedirectRefusal(headers.location));
        return;
      }
      const maxBytes = getMaxBytes();
      let length = 0;
      callback(response);
      response.on('data', (part: Buffer) => {
        length += part.length;
        if (length > maxBytes) response.destroy(new FeedRefusal('changed', 'the file is too long'));
      });
    });
    return request;
  };
}
