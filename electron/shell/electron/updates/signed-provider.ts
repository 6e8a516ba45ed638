import { type Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import type { UpdateInfo } from 'builder-util-runtime';
import type { AppUpdater } from 'electron-updater/out/AppUpdater.js';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { Provider, type ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { ResolvedUpdateFileInfo } from 'electron-updater/out/types.js';
import { type Feed, FeedRefusal } from './feed.ts';
import { isRedirect, toRedirectRefusal } from './fetch-feed.ts';

export interface SignedFeedPorts {
  /** The folder of the feed, https. */
  readonly folder: URL;
  readonly agent: Agent;
  /** Fetches and checks the feed; throws `FeedRefusal`. */
  readonly loadFeed: () => Promise<Feed>;
  readonly isWithinRollout: (feed: Feed) => boolean;
}

/**
 * Makes an updater of electron-updater obey the signed feed alone: whatever it finds in
 * `app-update.yml` or asks of its own accord is not used. It never goes back to an older version,
 * follows no redirect, fetches whole files and nothing beside them, and installs nothing by itself.
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
  // Last: setting a channel, as configurations do, would allow it.
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
}

/** What electron-updater asks of a feed; a per-machine installer needs the administrator's rights. */
function toUpdateInfo({ version, released, files }: Feed): UpdateInfo {
  const all = files.map(({ name, size, sha512 }) => ({
    url: name,
    size,
    sha512,
    isAdminRightsRequired: name.endsWith('.exe'),
  }));
  const [first] = all;
  if (first === undefined) throw new FeedRefusal('not-a-feed', 'the feed names no file');
  return { version, releaseDate: released, files: all, path: first.url, sha512: first.sha512 };
}

/** A file comes from the feed's own host by https, at no more than the length that the feed names. */
function createStrictRequest({ folder, agent }: SignedFeedPorts, longest: () => number) {
  return (
    options: RequestOptions,
    callback: (response: import('node:http').IncomingMessage) => void,
  ) => {
    const asked = new URL(`${options.protocol}//${options.hostname}:${options.port ?? 443}`);
    if (asked.origin !== folder.origin) {
      throw new FeedRefusal('other-host', `${asked.origin} is not the host of the feed`);
    }
    const request = httpsRequest({ ...options, agent }, (response) => {
      const { statusCode = 0, headers } = response;
      if (isRedirect(statusCode) || headers.location !== undefined) {
        response.destroy();
        request.emit('error', toRedirectRefusal(headers.location));
        return;
      }
      const most = longest();
      let length = 0;
      callback(response);
      response.on('data', (part: Buffer) => {
        length += part.length;
        if (length > most) response.destroy(new FeedRefusal('changed', 'the file is too long'));
      });
    });
    return request;
  };
}
