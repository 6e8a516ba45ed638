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
import {
  findUpdateHindrances,
  type UpdateGateFacts,
} from '../../../back-office/monitoring/index.ts';
import { type Clock, createSerialQueue } from '../../../platform/index.ts';
import { compareVersions } from './feed.ts';
import {
  createUpdateOffer,
  isUnchanged,
  type OfferPorts,
  type ReadyUpdate,
  type RequestingTill,
} from './update-offer.ts';
import { toUpdateRefusal } from './update-refusal.ts';
import { openUpdateStateFile } from './update-state-file.ts';

/** The till whose program it is. */
export interface UpdatingTill extends RequestingTill {
  /** The address of the feed by the settings; null: the installer's. */
  readonly feed: string | null;
  /** A fleet's tool installs. */
  readonly isFleetManaged: boolean;
  /** With the person who asks for the update signed in. */
  getUpdateGate(): UpdateGateFacts;
  createBackup(): Promise<Result<unknown>>;
  /** For the audit log. */
  recordUpdateStart(version: string): void;
}

export interface UpdatePorts
  extends Pick<OfferPorts, 'version' | 'folder' | 'keys' | 'log' | 'agent' | 'createUpdater'> {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** The address in the installer's `app-update.yml`; null if it names none. */
  readonly installerFeed: string | null;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly till: () => UpdatingTill | null;
  /** What the files say once the till has closed them; null where none is set up. */
  readonly closedGate: () => UpdateGateFacts | null;
  readonly quit: () => void;
  readonly onChange: () => void;
}

export interface Updates {
  state(): UpdateState;
  /** For the status line. */
  getNews(): UpdateStatus | null;
  /** Looks soon, and again every few hours. */
  start(): void;
  stop(): void;
  look(): Promise<UpdateState>;
  install(): Promise<Result<Record<string, never>>>;
  /**
   * At the very end, once the till has closed its files: starts the installer, if an owner asked for
   * it and nothing speaks against it now.
   */
  installOnQuit(): Promise<void>;
}

const FIRST_CHECK_DELAY_MS = 60_000;
const CHECK_INTERVAL_MS = 4 * 3_600_000;

/** What a light tells; the rest is in the room. */
const REPORTED_REFUSALS: readonly UpdateRefusalReason[] = [
  'unsigned',
  'wrong-key',
  'expired',
  'replayed',
  'not-a-feed',
  'staging',
  'foreign-file',
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
  const inTurn = createSerialQueue();
  let armed: ReadyUpdate | null = null;
  let isInstalling = false;
  let cancel: (() => void) | null = null;

  const by = (): UpdateState['by'] => {
    if (ports.till()?.isFleetManaged === true) return 'fleet';
    if (ports.platform === 'linux') return 'system';
    return ports.platform === 'win32' && ports.isPackaged ? 'owner' : 'hand';
  };
  const feedAddress = (): string | null => ports.till()?.feed ?? ports.installerFeed;
  const offer = createUpdateOffer(
    { ...ports, feedAddress, shouldDownload: () => by() === 'owner', stateFile },
    leftOver(),
  );

  /** What came of an installer that the run before was to start. */
  function leftOver(): UpdateRefusalReason | null {
    const { started, refused } = stateFile.get();
    if (refused !== null) return refused;
    return started !== null && compareVersions(started, ports.version) > 0 ? 'not-installed' : null;
  }

  const waitsFor = (): UpdateBlocker[] => {
    const till = ports.till();
    // The backup is made on the way.
    return till === null
      ? []
      : findUpdateHindrances(till.getUpdateGate()).filter((one) => one !== 'no-backup');
  };

  const state = (): UpdateState => {
    const { doing, ...rest } = offer.state();
    return {
      version: ports.version,
      by: by(),
      hasFeed: feedAddress() !== null,
      ...rest,
      waitsFor: waitsFor(),
      doing: doing ?? (isInstalling ? 'installing' : null),
    };
  };

  const prepare = async (): Promise<Problem | null> => {
    const till = ports.till();
    if (till === null) return { kind: 'not-set-up' };
    if (by() !== 'owner') return toUpdateProblem('not-here');
    if (waitsFor().length > 0) return toUpdateProblem('waits');
    const before = offer.state().found;
    await offer.checkForUpdate('by-person');
    const { refused } = offer.state();
    if (refused !== null) return toUpdateProblem(refused);
    const wanted = offer.readyUpdate();
    if (wanted === null || wanted.version !== before?.version) {
      return toUpdateProblem(before === null ? 'nothing-ready' : 'withdrawn');
    }
    const made = await till.createBackup();
    if (!made.ok) return made.problem;
    if (findUpdateHindrances(till.getUpdateGate()).length > 0) return toUpdateProblem('waits');
    if (!isUnchanged(wanted)) {
      offer.discard('swapped');
      return toUpdateProblem('swapped');
    }
    till.recordUpdateStart(wanted.version);
    armed = wanted;
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
      isInstalling = armed !== null;
      ports.onChange();
    }
  };

  const startInstaller = async (wanted: ReadyUpdate): Promise<void> => {
    const gate = ports.closedGate();
    const waits = gate === null ? [] : findUpdateHindrances(gate);
    if (waits.length > 0) {
      log.warn({ waits }, 'updates: install skipped, gate closed at exit');
      return await stateFile.save({ refused: 'waits' });
    }
    await stateFile.save({ started: wanted.version, refused: null });
    // Nothing is awaited between this look at the file and the start of the installer.
    if (!isUnchanged(wanted)) {
      offer.discard('swapped');
      return await stateFile.save({ refused: 'swapped' });
    }
    if (!wanted.updater.install(true, true)) await stateFile.save({ refused: 'not-installed' });
  };

  const schedule = (after: number): void => {
    cancel = ports.clock.after(after, () => {
      if (feedAddress() !== null && ports.till() !== null && armed === null)
        void inTurn(() => offer.checkForUpdate('by-clock'));
      schedule(CHECK_INTERVAL_MS);
    });
  };

  return {
    state,
    getNews: () => {
      const { found, refused } = offer.state();
      const said = refused !== null && REPORTED_REFUSALS.includes(refused) ? refused : null;
      if (found === null && said === null) return null;
      const { version = null, isReady = false } = found ?? {};
      const waits = found === null ? [] : waitsFor();
      return { version, isReady, refused: said, waitsFor: waits, by: by() };
    },
    start: () => schedule(FIRST_CHECK_DELAY_MS),
    stop: () => cancel?.(),
    look: () => inTurn(() => offer.checkForUpdate('by-person')).then(state),
    install: () => inTurn(install),
    installOnQuit: async () => {
      if (armed === null) return;
      try {
        await startInstaller(armed);
      } catch (error) {
        log.error({ err: error }, 'updates: installer start failed');
      }
    },
  };
}

function toUpdateProblem(reason: UpdateRefusalReason): Extract<Problem, { kind: 'update' }> {
  return { kind: 'update', reason };
}
