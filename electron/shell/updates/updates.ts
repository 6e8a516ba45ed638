import {
  fail,
  ok,
  type Problem,
  type Result,
  type UpdateHindrance,
  type UpdateNews,
  type UpdateRefusal,
  type UpdateState,
} from '../../../shared/contract/index.ts';
import { type GateFacts, hindrances } from '../../monitoring/index.ts';
import { type Clock, createSerialQueue } from '../../platform/index.ts';
import { compareVersions } from './feed.ts';
import { openKept } from './kept.ts';
import { type AskingTill, createOffer, isStillIt, type OfferPorts, type Ready } from './offer.ts';
import { refusalOf } from './refusal.ts';

/** The till whose program it is. */
export interface UpdatingTill extends AskingTill {
  /** The address of the feed by the settings; null: the installer's. */
  readonly feed: string | null;
  /** A fleet's tool installs. */
  readonly isFleets: boolean;
  /** With the person who asks for the update signed in. */
  gate(): GateFacts;
  backUp(): Promise<Result<unknown>>;
  /** For the audit log. */
  noteStart(version: string): void;
}

export interface UpdatePorts
  extends Pick<OfferPorts, 'version' | 'folder' | 'keys' | 'log' | 'agent' | 'createUpdater'> {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** The address in the installer's `app-update.yml`; null if it names none. */
  readonly installersFeed: string | null;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly till: () => UpdatingTill | null;
  /** What the files say once the till has closed them; null where none is set up. */
  readonly closedGate: () => GateFacts | null;
  readonly quit: () => void;
  readonly onChange: () => void;
}

export interface Updates {
  state(): UpdateState;
  /** For the status line. */
  news(): UpdateNews | null;
  /** Looks soon, and again every few hours. */
  start(): void;
  stop(): void;
  look(): Promise<UpdateState>;
  install(): Promise<Result<Record<string, never>>>;
  /**
   * At the very end, once the till has closed its files: starts the installer, if an owner asked for
   * it and nothing speaks against it now.
   */
  installAtEnd(): Promise<void>;
}

const FIRST_MS = 60_000;
const EVERY_MS = 4 * 3_600_000;

/** What a light tells; the rest is in the room. */
const ON_THE_LIGHT: readonly UpdateRefusal[] = [
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
  const kept = openKept(ports.folder, log);
  const inTurn = createSerialQueue();
  let armed: Ready | null = null;
  let isInstalling = false;
  let cancel: (() => void) | null = null;

  const by = (): UpdateState['by'] => {
    if (ports.till()?.isFleets === true) return 'fleet';
    if (ports.platform === 'linux') return 'system';
    return ports.platform === 'win32' && ports.isPackaged ? 'owner' : 'hand';
  };
  const address = (): string | null => ports.till()?.feed ?? ports.installersFeed;
  const offer = createOffer(
    { ...ports, address, downloads: () => by() === 'owner', kept },
    leftOver(),
  );

  /** What came of an installer that the run before was to start. */
  function leftOver(): UpdateRefusal | null {
    const { started, refused } = kept.now();
    if (refused !== null) return refused;
    return started !== null && compareVersions(started, ports.version) > 0 ? 'not-installed' : null;
  }

  const waitsFor = (): UpdateHindrance[] => {
    const till = ports.till();
    // The backup is made on the way.
    return till === null ? [] : hindrances(till.gate()).filter((one) => one !== 'no-backup');
  };

  const state = (): UpdateState => {
    const { doing, ...rest } = offer.state();
    return {
      version: ports.version,
      by: by(),
      hasFeed: address() !== null,
      ...rest,
      waitsFor: waitsFor(),
      doing: doing ?? (isInstalling ? 'installing' : null),
    };
  };

  const prepare = async (): Promise<Problem | null> => {
    const till = ports.till();
    if (till === null) return { kind: 'not-set-up' };
    if (by() !== 'owner') return refusal('not-here');
    if (waitsFor().length > 0) return refusal('waits');
    const before = offer.state().found;
    await offer.look('by-person');
    const { refused } = offer.state();
    if (refused !== null) return refusal(refused);
    const wanted = offer.ready();
    if (wanted === null || wanted.version !== before?.version) {
      return refusal(before === null ? 'nothing-ready' : 'withdrawn');
    }
    const made = await till.backUp();
    if (!made.ok) return made.problem;
    if (hindrances(till.gate()).length > 0) return refusal('waits');
    if (!isStillIt(wanted)) {
      offer.drop('swapped');
      return refusal('swapped');
    }
    till.noteStart(wanted.version);
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
      log.error({ err: error }, 'an update could not be installed');
      return fail(refusal(refusalOf(error)));
    } finally {
      isInstalling = armed !== null;
      ports.onChange();
    }
  };

  const startInstaller = async (wanted: Ready): Promise<void> => {
    const gate = ports.closedGate();
    const waits = gate === null ? [] : hindrances(gate);
    if (waits.length > 0) {
      log.warn({ waits }, 'the update was not installed after all');
      return await kept.keep({ refused: 'waits' });
    }
    await kept.keep({ started: wanted.version, refused: null });
    // Nothing is awaited between this look at the file and the start of the installer.
    if (!isStillIt(wanted)) {
      offer.drop('swapped');
      return await kept.keep({ refused: 'swapped' });
    }
    if (!wanted.updater.install(true, true)) await kept.keep({ refused: 'not-installed' });
  };

  const schedule = (after: number): void => {
    cancel = ports.clock.after(after, () => {
      if (address() !== null && ports.till() !== null && armed === null)
        void inTurn(() => offer.look('by-clock'));
      schedule(EVERY_MS);
    });
  };

  return {
    state,
    news: () => {
      const { found, refused } = offer.state();
      const said = refused !== null && ON_THE_LIGHT.includes(refused) ? refused : null;
      if (found === null && said === null) return null;
      const { version = null, isReady = false } = found ?? {};
      const waits = found === null ? [] : waitsFor();
      return { version, isReady, refused: said, waitsFor: waits, by: by() };
    },
    start: () => schedule(FIRST_MS),
    stop: () => cancel?.(),
    look: () => inTurn(() => offer.look('by-person')).then(state),
    install: () => inTurn(install),
    installAtEnd: async () => {
      if (armed === null) return;
      try {
        await startInstaller(armed);
      } catch (error) {
        log.error({ err: error }, 'the installer could not be started');
      }
    },
  };
}

function refusal(reason: UpdateRefusal): Extract<Problem, { kind: 'update' }> {
  return { kind: 'update', reason };
}
