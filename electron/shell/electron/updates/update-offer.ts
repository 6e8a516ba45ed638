import { createHash, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import type { Agent } from 'node:https';
import { join } from 'node:path';
import type { UpdateRefusalReason, UpdateState } from '../../../../shared/contract/index.ts';
import { type Clock, type Log, toIsoTime } from '../../../platform/index.ts';
import { compareVersions, type Feed, FeedRefusal, isWithinRollout, readFeed } from './feed.ts';
import { fetchFeed, parseFeedAddress } from './fetch-feed.ts';
import type { SignedFeedPorts } from './signed-provider.ts';
import { toUpdateRefusal } from './update-refusal.ts';
import type { UpdateStateFile } from './update-state-file.ts';

/** The part of electron-updater's updater that is used. */
export interface Updater {
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'download-progress', listener: (progress: { percent: number }) => void): unknown;
  checkForUpdates(): Promise<{ readonly isUpdateAvailable: boolean } | null>;
  downloadUpdate(): Promise<string[]>;
  install(isSilent: boolean, isForceRunAfter: boolean): boolean;
}

/** The till that checks for an update. */
export interface RequestingTill {
  readonly chainName: string;
  readonly posNumber: string;
  /** The service's time. */
  now(): number;
}

export interface OfferPorts {
  readonly version: string;
  /** For downloads and the saved state; accessible to this user only. */
  readonly folder: string;
  readonly keys: readonly KeyObject[];
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** Connects to the host of the feed with the till's certificates and proxy. */
  readonly agent: (address: URL) => Promise<Agent>;
  readonly till: () => RequestingTill | null;
  /** The address of the feed; null if none is set. */
  readonly feedAddress: () => string | null;
  /** Whether an offered update is downloaded, to be installed by the till. */
  readonly shouldDownload: () => boolean;
  /** A new updater for each check, so that files on the disk are verified again. */
  readonly createUpdater: (ports: SignedFeedPorts) => Promise<Updater>;
  readonly stateFile: UpdateStateFile;
  readonly onChange: () => void;
}

export interface ReadyUpdate {
  readonly version: string;
  readonly file: string;
  readonly sha512: string;
  readonly updater: Updater;
}

export type OfferState = Pick<
  UpdateState,
  'checkedAt' | 'offered' | 'later' | 'refused' | 'doing' | 'percent'
>;

/** The update that the feed offers to this till, and its downloaded and verified installer. */
export interface UpdateOffer {
  state(): OfferState;
  readyUpdate(): ReadyUpdate | null;
  /**
   * Never throws: an error is in `state`. A refusal of the previous run is reported until a person
   * checks.
   */
  checkForUpdate(trigger: 'by-person' | 'by-clock'): Promise<void>;
  /** Deletes the download, so that nothing can be installed. */
  discard(refusalReason: UpdateRefusalReason): void;
}

/** Free space beyond the file itself, for the installer and the ledger. */
const MIN_SPARE_BYTES = 300 * 1_048_576;

export function createUpdateOffer(
  ports: OfferPorts,
  initialRefusal: UpdateRefusalReason | null,
): UpdateOffer {
  const { folder, log, stateFile } = ports;
  let ready: ReadyUpdate | null = null;
  let previousRefusal = initialRefusal;
  let state: OfferState = {
    checkedAt: null,
    offered: null,
    later: null,
    refused: null,
    doing: null,
    percent: null,
  };
  const setState = (changes: Partial<OfferState>): void => {
    state = { ...state, ...changes };
    ports.onChange();
  };

  const removeFiles = (): void => {
    ready = null;
    try {
      rmSync(getDownloadsFolder(folder), { recursive: true, force: true });
    } catch (error) {
      log.warn({ err: error }, 'updates: deleting download failed');
    }
  };

  const loadFeed = async (address: URL, agent: Agent, till: RequestingTill): Promise<Feed> => {
    const { raw, signature } = await fetchFeed(address, agent);
    const now = till.now();
    const feedResult = readFeed(raw, signature, {
      keys: ports.keys,
      now,
      accepted: stateFile.get().feed,
    });
    await stateFile.save({ feed: feedResult.accepted });
    return feedResult.feed;
  };

  /**
   * Applies the feed to the state and deletes a download that it no longer offers. Returns true if
   * it offers an update.
   */
  const applyFeed = (feed: Feed, till: RequestingTill): boolean => {
    const newer = compareVersions(feed.version, ports.version);
    const isOffered = newer > 0 && isWithinRollout(feed, till);
    if (!isOffered) removeFiles();
    setState({
      checkedAt: toIsoTime(ports.clock.now()),
      offered: isOffered ? { version: feed.version, isReady: false } : null,
      later: newer > 0 && !isOffered ? feed.version : null,
      refused: newer < 0 ? 'older' : null,
    });
    return isOffered;
  };

  const download = async (feed: Feed, updater: Updater): Promise<void> => {
    const installerFile = feed.files.find(({ name }) => name.endsWith('.exe'));
    if (installerFile === undefined)
      throw new FeedRefusal('not-a-feed', 'the feed has no installer');
    if (getFreeBytes(folder) < installerFile.size + MIN_SPARE_BYTES) {
      throw new FeedRefusal('disk-full', 'there is no room for the installer');
    }
    setState({ doing: 'downloading', percent: 0 });
    const [file] = await updater.downloadUpdate();
    if (file === undefined) throw new FeedRefusal('broke-off', 'nothing was downloaded');
    ready = { version: feed.version, file, sha512: installerFile.sha512, updater };
    setState({ offered: { version: feed.version, isReady: true } });
    log.info({ version: feed.version }, 'updates: installer downloaded');
  };

  const checkNow = async (): Promise<void> => {
    const till = ports.till();
    const text = ports.feedAddress();
    if (till === null || text === null) throw new FeedRefusal('no-feed', 'no feed is set');
    const address = parseFeedAddress(text);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const agent = await ports.agent(address);
    if (!ports.shouldDownload()) {
      applyFeed(await loadFeed(address, agent, till), till);
      return;
    }
    ready = null;
    let latestFeed: Feed | null = null;
    const updater = await ports.createUpdater({
      folder: address,
      agent,
      loadFeed: async () => {
        latestFeed = await loadFeed(address, agent, till);
        return latestFeed;
      },
      isWithinRollout: (feed) => isWithinRollout(feed, till),
    });
    updater.on('error', (error) => log.warn({ err: error }, 'updates: electron-updater error'));
    updater.on('download-progress', ({ percent }) => setState({ percent: Math.floor(percent) }));
    const checkResult = await updater.checkForUpdates();
    // The compiler does not know that the updater called `loadFeed`.
    const feed = latestFeed as Feed | null;
    if (feed === null) throw new FeedRefusal('not-a-feed', 'the updater read no feed');
    if (applyFeed(feed, till) && checkResult?.isUpdateAvailable === true)
      await download(feed, updater);
  };

  return {
    state: () => ({ ...state, refused: state.refused ?? previousRefusal }),
    readyUpdate: () => ready,
    checkForUpdate: async (trigger) => {
      if (trigger === 'by-person') previousRefusal = null;
      setState({ doing: 'checking', percent: null });
      try {
        await checkNow();
        if (trigger === 'by-person') await stateFile.save({ refused: null, started: null });
      } catch (error) {
        const reason = toUpdateRefusal(error);
        log.warn({ err: error, reason }, 'updates: check failed');
        // A lost connection does not invalidate what was found; a download can be retried.
        const { offered: offeredUpdate } = state;
        const isOffered = reason === 'broke-off' || reason === 'disk-full';
        if (reason !== 'unreachable') removeFiles();
        setState({
          refused: reason,
          offered:
            isOffered || reason === 'unreachable' ? toCurrentOffer(offeredUpdate, ready) : null,
        });
      } finally {
        setState({ doing: null, percent: null });
      }
    },
    discard: (refused) => {
      removeFiles();
      setState({ offered: null, refused });
    },
  };
}

/** The downloads folder inside the folder for updates. */
export function getDownloadsFolder(folder: string): string {
  return join(folder, 'downloads');
}

/** Whether the file's hash is still the one that the feed named. */
export function isUnchanged({ file, sha512 }: Pick<ReadyUpdate, 'file' | 'sha512'>): boolean {
  try {
    return createHash('sha512').update(readFileSync(file)).digest('base64') === sha512;
  } catch {
    return false;
  }
}

function toCurrentOffer(
  offeredUpdate: OfferState['offered'],
  ready: ReadyUpdate | null,
): OfferState['offered'] {
  return offeredUpdate && { ...offeredUpdate, isReady: ready !== null };
}

function getFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
