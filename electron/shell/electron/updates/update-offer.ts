import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateRefusalReason, UpdateState } from '../../../../shared/contract/index.ts';
import { type Clock, type Log, toIsoTime } from '../../../platform/index.ts';
import { toUpdateRefusal, UpdateRefusal } from './update-refusal.ts';
import type { UpdateStateFile } from './update-state-file.ts';
import type { UpdateAnnouncement, Updater } from './updater.ts';

export interface UpdateOfferPorts {
  /** For the saved state; accessible to this user only. */
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly hasTill: () => boolean;
  /** The address of the feed; null if none is set. */
  readonly feedAddress: () => string | null;
  /** Whether the installer names the publisher whose signature an update must have. */
  readonly hasPublisher: boolean;
  /** Whether an offered update is downloaded, to be installed by the till. */
  readonly shouldDownload: () => boolean;
  /** A new updater for each check; it verifies an installer that is on the disk again. */
  readonly createUpdater: (address: URL, downloadsFolder: string) => Promise<Updater>;
  readonly stateFile: UpdateStateFile;
  readonly onChange: () => void;
}

export interface ReadyUpdate {
  readonly version: string;
  readonly file: string;
  readonly sha512: string;
  readonly updater: Updater;
}

export type UpdateOfferState = Pick<
  UpdateState,
  'checkedAt' | 'offered' | 'later' | 'refused' | 'doing' | 'percent'
>;

/** The update that the feed offers to this till, and its downloaded and verified installer. */
export interface UpdateOffer {
  state(): UpdateOfferState;
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
  ports: UpdateOfferPorts,
  initialRefusal: UpdateRefusalReason | null,
): UpdateOffer {
  const { folder, log, stateFile } = ports;
  /** Of this profile, so that another till of the computer cannot disturb it. */
  const downloadsFolder = join(folder, 'downloads');
  let ready: ReadyUpdate | null = null;
  let previousRefusal = initialRefusal;
  let state: UpdateOfferState = {
    checkedAt: null,
    offered: null,
    later: null,
    refused: null,
    doing: null,
    percent: null,
  };
  const setState = (changes: Partial<UpdateOfferState>): void => {
    state = { ...state, ...changes };
    ports.onChange();
  };

  const removeFiles = (): void => {
    ready = null;
    try {
      rmSync(downloadsFolder, { recursive: true, force: true });
    } catch (error) {
      log.warn({ err: error }, 'updates: deleting download failed');
    }
  };

  /** Applies the announcement to the state, and deletes a download that it no longer offers. */
  const applyAnnouncement = ({
    version,
    versionComparison: comparison,
    isOffered,
  }: UpdateAnnouncement): void => {
    if (!isOffered) removeFiles();
    setState({
      checkedAt: toIsoTime(ports.clock.now()),
      offered: isOffered ? { version, isReady: false } : null,
      later: comparison > 0 && !isOffered ? version : null,
      refused: comparison < 0 ? 'older' : null,
    });
  };

  const download = async (
    { version, files }: UpdateAnnouncement,
    updater: Updater,
  ): Promise<void> => {
    const [installer, ...others] = files.filter(({ url }) => url.endsWith('.exe'));
    if (installer === undefined || others.length > 0)
      throw new UpdateRefusal('not-a-feed', 'the feed does not name exactly one installer');
    if (getFreeBytes(folder) < installer.size + MIN_SPARE_BYTES)
      throw new UpdateRefusal('disk-full', 'there is no room for the installer');
    setState({ doing: 'downloading', percent: 0 });
    const file = await updater.download(installer, (percent) => setState({ percent }));
    ready = { version, file, sha512: installer.sha512, updater };
    setState({ offered: { version, isReady: true } });
    log.info({ version }, 'updates: installer downloaded');
  };

  const checkNow = async (): Promise<void> => {
    const address = ports.feedAddress();
    if (address === null || !ports.hasTill()) throw new UpdateRefusal('no-feed', 'no feed is set');
    const shouldDownload = ports.shouldDownload();
    if (shouldDownload && !ports.hasPublisher)
      throw new UpdateRefusal('no-publisher', 'the installer names no publisher');
    const updater = await ports.createUpdater(parseFeedAddress(address), downloadsFolder);
    ready = null;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const announcement = await updater.check();
    applyAnnouncement(announcement);
    if (announcement.isOffered && shouldDownload) await download(announcement, updater);
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

/**
 * Parses the address of the feed's folder. Throws `UpdateRefusal` unless it is an https address
 * without a password.
 */
function parseFeedAddress(text: string): URL {
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw new UpdateRefusal('not-https', 'the address of the feed is not https');
  return url;
}

/** Whether the file's hash is still the one that the feed named. */
export function isUpdateFileUnchanged({
  file,
  sha512,
}: Pick<ReadyUpdate, 'file' | 'sha512'>): boolean {
  try {
    return createHash('sha512').update(readFileSync(file)).digest('base64') === sha512;
  } catch {
    return false;
  }
}

function toCurrentOffer(
  offeredUpdate: UpdateOfferState['offered'],
  ready: ReadyUpdate | null,
): UpdateOfferState['offered'] {
  return offeredUpdate && { ...offeredUpdate, isReady: ready !== null };
}

function getFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
