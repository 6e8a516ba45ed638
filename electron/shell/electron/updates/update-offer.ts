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

/** The part of an updater of electron-updater that is used. */
export interface Updater {
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'download-progress', listener: (progress: { percent: number }) => void): unknown;
  checkForUpdates(): Promise<{ readonly isUpdateAvailable: boolean } | null>;
  downloadUpdate(): Promise<string[]>;
  install(isSilent: boolean, isForceRunAfter: boolean): boolean;
}

/** Which till asks. */
export interface RequestingTill {
  readonly chainName: string;
  readonly posNumber: string;
  /** The service's time. */
  now(): number;
}

export interface OfferPorts {
  readonly version: string;
  /** For downloads and what is remembered; of this user alone. */
  readonly folder: string;
  readonly keys: readonly KeyObject[];
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** Connects to the host of the feed as the till does: its certificates, its proxy. */
  readonly agent: (address: URL) => Promise<Agent>;
  readonly till: () => RequestingTill | null;
  /** The address of the feed; null if none is set. */
  readonly feedAddress: () => string | null;
  /** Whether what is offered is downloaded, to be installed from here. */
  readonly shouldDownload: () => boolean;
  /** A new one for each look, so that whatever it finds on the disk is checked again. */
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
  'lookedAt' | 'found' | 'later' | 'refused' | 'doing' | 'percent'
>;

/** What the feed offers this till, and the installer of it that was downloaded and checked. */
export interface UpdateOffer {
  state(): OfferState;
  readyUpdate(): ReadyUpdate | null;
  /**
   * Never throws: what is wrong is in `state`. What is left over from the run before is said until
   * a person asks.
   */
  checkForUpdate(asked: 'by-person' | 'by-clock'): Promise<void>;
  /** Nothing of it is left to be installed. */
  discard(why: UpdateRefusalReason): void;
}

/** Beyond the file itself: for the installer's own work, and the ledger's. */
const MIN_SPARE_BYTES = 300 * 1_048_576;

export function createUpdateOffer(
  ports: OfferPorts,
  before: UpdateRefusalReason | null,
): UpdateOffer {
  const { folder, log, stateFile } = ports;
  let ready: ReadyUpdate | null = null;
  let leftOver = before;
  let state: OfferState = {
    lookedAt: null,
    found: null,
    later: null,
    refused: null,
    doing: null,
    percent: null,
  };
  const set = (changes: Partial<OfferState>): void => {
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

  const ask = async (address: URL, agent: Agent, till: RequestingTill): Promise<Feed> => {
    const { raw, signature } = await fetchFeed(address, agent);
    const now = till.now();
    const read = readFeed(raw, signature, { keys: ports.keys, now, kept: stateFile.get().feed });
    await stateFile.save({ feed: read.kept });
    return read.feed;
  };

  /** Notes what the feed says; what it no longer offers is dropped. True if it offers something. */
  const take = (feed: Feed, till: RequestingTill): boolean => {
    const newer = compareVersions(feed.version, ports.version);
    const isOffered = newer > 0 && isWithinRollout(feed, till);
    if (!isOffered) removeFiles();
    set({
      lookedAt: toIsoTime(ports.clock.now()),
      found: isOffered ? { version: feed.version, isReady: false } : null,
      later: newer > 0 && !isOffered ? feed.version : null,
      refused: newer < 0 ? 'older' : null,
    });
    return isOffered;
  };

  const download = async (feed: Feed, updater: Updater): Promise<void> => {
    const wanted = feed.files.find(({ name }) => name.endsWith('.exe'));
    if (wanted === undefined) throw new FeedRefusal('not-a-feed', 'the feed has no installer');
    if (getFreeBytes(folder) < wanted.size + MIN_SPARE_BYTES) {
      throw new FeedRefusal('disk-full', 'there is no room for the installer');
    }
    set({ doing: 'downloading', percent: 0 });
    const [file] = await updater.downloadUpdate();
    if (file === undefined) throw new FeedRefusal('broke-off', 'nothing was downloaded');
    ready = { version: feed.version, file, sha512: wanted.sha512, updater };
    set({ found: { version: feed.version, isReady: true } });
    log.info({ version: feed.version }, 'updates: installer downloaded');
  };

  const lookNow = async (): Promise<void> => {
    const till = ports.till();
    const text = ports.feedAddress();
    if (till === null || text === null) throw new FeedRefusal('no-feed', 'no feed is set');
    const address = parseFeedAddress(text);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const agent = await ports.agent(address);
    if (!ports.shouldDownload()) {
      take(await ask(address, agent, till), till);
      return;
    }
    ready = null;
    let last: Feed | null = null;
    const updater = await ports.createUpdater({
      folder: address,
      agent,
      loadFeed: async () => {
        last = await ask(address, agent, till);
        return last;
      },
      isWithinRollout: (feed) => isWithinRollout(feed, till),
    });
    updater.on('error', (error) => log.warn({ err: error }, 'updates: electron-updater error'));
    updater.on('download-progress', ({ percent }) => set({ percent: Math.floor(percent) }));
    const answer = await updater.checkForUpdates();
    // The compiler does not see that the updater asked.
    const feed = last as Feed | null;
    if (feed === null) throw new FeedRefusal('not-a-feed', 'the updater read no feed');
    if (take(feed, till) && answer?.isUpdateAvailable === true) await download(feed, updater);
  };

  return {
    state: () => ({ ...state, refused: state.refused ?? leftOver }),
    readyUpdate: () => ready,
    checkForUpdate: async (asked) => {
      if (asked === 'by-person') leftOver = null;
      set({ doing: 'looking', percent: null });
      try {
        await lookNow();
        if (asked === 'by-person') await stateFile.save({ refused: null, started: null });
      } catch (error) {
        const refused = toUpdateRefusal(error);
        log.warn({ err: error, reason: refused }, 'updates: check failed');
        // A line that is down says nothing against what was found; a download may be tried again.
        const { found } = state;
        const isOffered = refused === 'broke-off' || refused === 'disk-full';
        if (refused !== 'unreachable') removeFiles();
        set({
          refused,
          found: isOffered || refused === 'unreachable' ? toCurrentOffer(found, ready) : null,
        });
      } finally {
        set({ doing: null, percent: null });
      }
    },
    discard: (refused) => {
      removeFiles();
      set({ found: null, refused });
    },
  };
}

/** In the folder for updates. */
export function getDownloadsFolder(folder: string): string {
  return join(folder, 'downloads');
}

/** Whether the file is, now, the one that the feed named. */
export function isUnchanged({ file, sha512 }: Pick<ReadyUpdate, 'file' | 'sha512'>): boolean {
  try {
    return createHash('sha512').update(readFileSync(file)).digest('base64') === sha512;
  } catch {
    return false;
  }
}

function toCurrentOffer(
  found: OfferState['found'],
  ready: ReadyUpdate | null,
): OfferState['found'] {
  return found && { ...found, isReady: ready !== null };
}

function getFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
