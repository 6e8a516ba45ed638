import { type Database, setChainTriggers } from '../../../ledger/index.ts';
import { type Clock, type Log, pause } from '../../../platform/index.ts';
import type { ChainConnection } from '../client/index.ts';
import type { ChainStatus } from '../protocol/index.ts';
import {
  type ChainStatusLine,
  type ChainSyncProblem,
  readChainStatusLine,
} from './chain-status-line.ts';
import { createNoticeQueue, type NoticePorts } from './notice-queue.ts';
import { syncOnce } from './sync-once.ts';
import { createSyncScheduler } from './sync-scheduler.ts';

/** Nothing of a catch-up may be felt at the counter. */
const THROTTLE_MS = 25;
/** A till that is closed is not kept open by its chain. */
const SHUTDOWN_TIMEOUT_MS = 3_000;

/** Tells the chain what happens at this till. Nobody ever waits for it. */
export interface ChainSync {
  /** Something that the chain is told may have changed. */
  onLedgerChanged(): void;
  /** Null where no chain is set. */
  getStatusLine(): ChainStatusLine | null;
  start(): void;
  /** The settings changed, or the machine woke up. */
  wake(): void;
  /** Says goodbye, if that is quick. Resolves once the ledger is no longer used. */
  stop(): Promise<void>;
}

/** `no-password`: the vault does not give it. */
export type ChainConnectResult =
  | { readonly ok: true; readonly value: ChainConnection }
  | {
      readonly ok: false;
      readonly problem: { readonly kind: ChainSyncProblem; readonly detail: string };
    };

export interface ChainSyncPorts extends NoticePorts {
  readonly database: Database;
  readonly ledgerId: () => string;
  readonly clock: Clock;
  /** The time of what is written: the service's. Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Log;
  /** Whether the settings name a chain. */
  readonly isSet: () => boolean;
  /** Names the database and this till's user there: no other one knows the session. */
  readonly getChainKey: () => string;
  /** A new connection; it and its calls answer or fail by deadlines of their own. */
  readonly connect: () => Promise<ChainConnectResult>;
  /** The database has just taken a hello over this connection. Never rejects. */
  readonly onHello: (connection: ChainConnection) => Promise<void>;
  readonly status: (how: {
    readonly isAll: boolean;
    readonly isClosing: boolean;
    readonly hints: readonly number[];
  }) => ChainStatus;
  /** The light may have changed. */
  readonly onChange: () => void;
  /** From 0 to 1. */
  readonly random: () => number;
}

type SyncOutcome = 'all' | 'more' | ChainSyncProblem;

/** Throws `StorageError`, where the ledger cannot be told to note changes, or to stop. */
export function createChainSync(ports: ChainSyncPorts): ChainSync {
  const { database, clock, log } = ports;
  const hints = createNoticeQueue(ports);
  let isStarted = false;
  let isClosing = false;
  let isClosed = false;
  let session: number | null = null;
  let place = ports.getChainKey();
  let problem: ChainSyncProblem | null = null;
  let sentAt: number | null = null;
  let round: Promise<SyncOutcome> | null = null;
  let open: ChainConnection | null = null;

  setChainTriggers(database, ports.isSet());

  const oneRound = async (): Promise<SyncOutcome> => {
    // There was no room for them when the chain was set.
    setChainTriggers(database, true);
    const connected = await ports.connect();
    if (!connected.ok) return failed(connected.problem);
    const connection = connected.value;
    open = connection;
    try {
      const told = await syncOnce(
        {
          ...ports,
          ledgerId: ports.ledgerId(),
          status: (isAll) => ports.status({ isAll, isClosing, hints: hints.listDone() }),
          onAnswer: (sent, found) => hints.handleAnswer(sent.hints, found),
          isStopped: () => isClosed,
          throttle: () => pause(clock, THROTTLE_MS),
        },
        connection,
        session,
      );
      if (!told.ok) return failed(told.problem);
      const before = session;
      session = told.value.session;
      if (session !== before && !isClosing) await ports.onHello(connection);
      return told.value.isComplete ? 'all' : 'more';
    } finally {
      open = null;
      await connection.end();
    }
  };

  const failed = (found: {
    readonly kind: ChainSyncProblem;
    readonly detail: string;
  }): ChainSyncProblem => {
    if (found.kind !== problem) log.warn({ problem: found }, 'chain-sync: sync failed');
    // The next hello ends whichever other session there is.
    if (found.kind === 'session-taken') session = null;
    return found.kind;
  };

  const runRound = (): Promise<SyncOutcome> => {
    round ??= oneRound()
      .catch((error: unknown): SyncOutcome => {
        log.error({ err: error }, 'chain-sync: sync threw');
        return 'failed';
      })
      .then((end) => {
        round = null;
        const isTold = end === 'all' || end === 'more';
        if (isTold && problem !== null) log.info({}, 'chain-sync: sync recovered');
        problem = isTold ? null : end;
        if (isTold) sentAt = ports.now();
        if (!isClosed) ports.onChange();
        return end;
      });
    return round;
  };

  const pace = createSyncScheduler({ clock, random: ports.random, run: runRound });

  /** The chain hears that this till performs nothing until its next hello. */
  const sayGoodbye = async (): Promise<void> => {
    await round;
    if (problem === null) await runRound();
  };

  return {
    onLedgerChanged: pace.onChanged,
    getStatusLine: () =>
      ports.isSet() ? readChainStatusLine(database, { problem, sentAt }) : null,
    start: () => {
      isStarted = true;
      if (!isClosing && ports.isSet()) pace.start();
    },
    wake: () => {
      if (isClosing) return;
      const isSet = ports.isSet();
      pace.stop();
      // A session that still holds is kept: the owner takes many hellos for two copies of one till.
      if (place !== ports.getChainKey()) session = null;
      place = ports.getChainKey();
      problem = null;
      try {
        setChainTriggers(database, isSet);
      } catch (error) {
        log.error({ err: error }, 'chain-sync: updating ledger triggers failed');
      }
      if (isSet && isStarted) pace.start();
    },
    stop: async () => {
      pace.stop();
      isClosing = true;
      let cancel = (): void => {};
      const isLate = new Promise<void>((resolve) => {
        cancel = clock.after(SHUTDOWN_TIMEOUT_MS, resolve);
      });
      if (isStarted && ports.isSet()) await Promise.race([sayGoodbye(), isLate]);
      cancel();
      // Nothing of a round that goes on touches the ledger from here on.
      isClosed = true;
      await open?.end();
    },
  };
}
