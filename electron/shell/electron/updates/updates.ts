import {
  fail,
  ok,
  type Problem,
  type Result,
  type UpdateBlocker,
  type UpdateRefusalReason,
  type UpdateState,
  type UpdateStatus,
} from '../../../../shared/contract/index.ts';
import { findUpdateBlockers, type UpdateGateFacts } from '../../../back-office/monitoring/index.ts';
import { type Clock, createSerialQueue } from '../../../platform/index.ts';
import {
  createUpdateOffer,
  isUpdateFileUnchanged,
  type ReadyUpdate,
  type UpdateOfferPorts,
} from './update-offer.ts';
import { toUpdateRefusal } from './update-refusal.ts';
import { openUpdateStateFile } from './update-state-file.ts';

/** The till that the updated program runs. */
export interface UpdateTillPort {
  /** The address of the feed in the settings; null: the installer's. */
  readonly feed: string | null;
  /** True if a fleet's tool installs updates. */
  readonly isFleetManaged: boolean;
  /** Must be called while the person who requests the update is signed in. */
  getUpdateGate(): UpdateGateFacts;
  createBackup(): Promise<Result<unknown>>;
  /** Notes the start in the audit log. */
  recordUpdateStart(version: string): void;
}

export interface UpdatePorts
  extends Pick<UpdateOfferPorts, 'folder' | 'log' | 'hasPublisher' | 'createUpdater'> {
  readonly version: string;
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** The address in the installer's `app-update.yml`; null if it names none. */
  readonly installerFeed: string | null;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly till: () => UpdateTillPort | null;
  /** Reads the closed till's files; null if no till is set up. */
  readonly getClosedTillUpdateGate: () => UpdateGateFacts | null;
  readonly quit: () => void;
  readonly onChange: () => void;
}

export interface Updates {
  state(): UpdateState;
  /** The update status for the status line. */
  getUpdateStatus(): UpdateStatus | null;
  /** Checks soon after the start, and then every few hours. */
  start(): void;
  stop(): void;
  check(): Promise<UpdateState>;
  install(): Promise<Result<Record<string, never>>>;
  /**
   * Last step of a quit, once the till has closed its files: starts the installer if an owner
   * requested it and nothing blocks it.
   */
  installOnQuit(): Promise<void>;
}

const NUMERIC = { numeric: true };
const FIRST_CHECK_DELAY_MS = 60_000;
const CHECK_INTERVAL_MS = 4 * 3_600_000;

/** The refusals that the status line shows; the others are shown only on the updates screen. */
const REPORTED_REFUSALS: readonly UpdateRefusalReason[] = [
  'not-a-feed',
  'staging',
  'other-host',
  'changed',
  'not-publisher',
  'swapped',
  'disk-full',
  'waits',
  'not-installed',
];

export function createUpdates(ports: UpdatePorts): Updates {
  const { log } = ports;
  const stateFile = openUpdateStateFile(ports.folder, log);
  const runSerially = createSerialQueue();
  let scheduledUpdate: ReadyUpdate | null = null;
  let isInstalling = false;
  let cancel: (() => void) | null = null;

  const getInstaller = (): UpdateState['by'] => {
    if (ports.till()?.isFleetManaged === true) return 'fleet';
    if (ports.platform === 'linux') return 'system';
    return ports.platform === 'win32' && ports.isPackaged ? 'owner' : 'hand';
  };
  const feedAddress = (): string | null => ports.till()?.feed ?? ports.installerFeed;
  const offer = createUpdateOffer(
    {
      ...ports,
      feedAddress,
      hasTill: () => ports.till() !== null,
      shouldDownload: () => getInstaller() === 'owner',
      stateFile,
    },
    readPreviousRefusal(),
  );

  /** The refusal of an installer that the previous run should have started. */
  function readPreviousRefusal(): UpdateRefusalReason | null {
    const { started, refused } = stateFile.get();
    if (refused !== null) return refused;
    const isOlder = started !== null && ports.version.localeCompare(started, 'en', NUMERIC) < 0;
    return isOlder ? 'not-installed' : null;
  }

  const listBlockers = (): UpdateBlocker[] => {
    const till = ports.till();
    // A missing backup does not block, because one is made before the installation.
    return till === null
      ? []
      : findUpdateBlockers(till.getUpdateGate()).filter((blocker) => blocker !== 'no-backup');
  };

  const getState = (): UpdateState => {
    const { doing, ...offerState } = offer.state();
    return {
      version: ports.version,
      by: getInstaller(),
      hasFeed: feedAddress() !== null,
      ...offerState,
      waitsFor: listBlockers(),
      doing: doing ?? (isInstalling ? 'installing' : null),
    };
  };

  const prepare = async (): Promise<Problem | null> => {
    const till = ports.till();
    if (till === null) return { kind: 'not-set-up' };
    if (getInstaller() !== 'owner') return toUpdateProblem('not-here');
    if (listBlockers().length > 0) return toUpdateProblem('waits');
    const offeredUpdate = offer.state().offered;
    await offer.checkForUpdate('by-person');
    const { refused } = offer.state();
    if (refused !== null) return toUpdateProblem(refused);
    const readyUpdate = offer.readyUpdate();
    if (readyUpdate === null || readyUpdate.version !== offeredUpdate?.version) {
      return toUpdateProblem(offeredUpdate === null ? 'nothing-ready' : 'withdrawn');
    }
    const backup = await till.createBackup();
    if (!backup.ok) return backup.problem;
    if (findUpdateBlockers(till.getUpdateGate()).length > 0) return toUpdateProblem('waits');
    if (!isUpdateFileUnchanged(readyUpdate)) {
      offer.discard('swapped');
      return toUpdateProblem('swapped');
    }
    till.recordUpdateStart(readyUpdate.version);
    scheduledUpdate = readyUpdate;
    return null;
  };

  const install: Updates['install'] = async () => {
    isInstalling = true;
    ports.onChange();
    try {
      const problem = await prepare();
      if (problem !== null) return fail(problem);
      ports.quit();
      return ok({});
    } catch (error) {
      log.error({ err: error }, 'updates: install failed');
      return fail(toUpdateProblem(toUpdateRefusal(error)));
    } finally {
      isInstalling = scheduledUpdate !== null;
      ports.onChange();
    }
  };

  const startInstaller = async (readyUpdate: ReadyUpdate): Promise<void> => {
    const gate = ports.getClosedTillUpdateGate();
    const blockers = gate === null ? [] : findUpdateBlockers(gate);
    if (blockers.length > 0) {
      log.warn({ waits: blockers }, 'updates: install skipped, gate closed at exit');
      return await stateFile.save({ refused: 'waits' });
    }
    await stateFile.save({ started: readyUpdate.version, refused: null });
    // Do not await anything between this check of the file and the start of the installer.
    if (!isUpdateFileUnchanged(readyUpdate)) {
      offer.discard('swapped');
      return await stateFile.save({ refused: 'swapped' });
    }
    if (!readyUpdate.updater.install()) await stateFile.save({ refused: 'not-installed' });
  };

  const schedule = (delayMs: number): void => {
    cancel = ports.clock.after(delayMs, () => {
      if (feedAddress() !== null && ports.till() !== null && scheduledUpdate === null)
        void runSerially(() => offer.checkForUpdate('by-clock'));
      schedule(CHECK_INTERVAL_MS);
    });
  };

  return {
    state: getState,
    getUpdateStatus: () => {
      const { offered, refused } = offer.state();
      const reportedRefusal =
        refused !== null && REPORTED_REFUSALS.includes(refused) ? refused : null;
      if (offered === null && reportedRefusal === null) return null;
      const { version = null, isReady = false } = offered ?? {};
      const blockers = offered === null ? [] : listBlockers();
      return { version, isReady, refused: reportedRefusal, waitsFor: blockers, by: getInstaller() };
    },
    start: () => schedule(FIRST_CHECK_DELAY_MS),
    stop: () => cancel?.(),
    check: () => runSerially(() => offer.checkForUpdate('by-person')).then(getState),
    install: () => runSerially(install),
    installOnQuit: async () => {
      const readyUpdate = scheduledUpdate;
      // The quit can be requested again while the installer starts.
      scheduledUpdate = null;
      if (readyUpdate === null) return;
      try {
        await startInstaller(readyUpdate);
      } catch (error) {
        log.error({ err: error }, 'updates: installer start failed');
      }
    },
  };
}

function toUpdateProblem(reason: UpdateRefusalReason): Extract<Problem, { kind: 'update' }> {
  return { kind: 'update', reason };
}
