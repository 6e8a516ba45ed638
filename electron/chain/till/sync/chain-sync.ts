import { type Database, setChainSyncTriggers } from '../../../ledger/index.ts';
import { type Clock, type Log, pause } from '../../../platform/index.ts';
import type { ChainConnection } from '../../client/index.ts';
import type { PushedTillStatus } from '../../protocol/index.ts';
import {
  type ChainStatusLine,
  type ChainSyncProblem,
  type OverdueFile,
  readChainStatusLine,
  toOverdueFile,
} from './chain-status-line.ts';
import { syncChangesOnce } from './sync-once.ts';
import { createSyncScheduler } from './sync-scheduler.ts';
import { createWebhookNoticeQueue, type WebhookNoticePorts } from './webhook-notice-queue.ts';

/** A pause between pushes, so that a long catch-up does not slow down the counter. */
const THROTTLE_MS = 25;
/** The chain does not delay the shutdown of the till for longer. */
const SHUTDOWN_TIMEOUT_MS = 3_000;
/** The delay before a closing till tries again to get one of the database's connections. */
const CLOSING_RETRY_DELAY_MS = 500;

/** Sends this till's changes to the chain. Nothing ever waits for it. */
export interface ChainSync {
  /** A row that the chain gets may have changed. */
  onLedgerChanged(): void;
  /** Null if no chain is set. */
  getStatusLine(): ChainStatusLine | null;
  start(): void;
  /** Call it after a change of the settings or when the machine resumes from sleep. */
  wake(): void;
  /**
   * Pushes the closing status, for at most three seconds. Resolves when the ledger is no longer
   * used.
   */
  stop(): Promise<void>;
}

/** `no-password`: the vault does not return the password. */
export type ChainConnectResult =
  | { readonly ok: true; readonly value: ChainConnection }
  | {
      readonly ok: false;
      readonly problem: { readonly kind: ChainSyncProblem; readonly detail: string };
    };

export interface ChainSyncPorts extends WebhookNoticePorts {
  readonly database: Database;
  readonly ledgerId: () => string;
  readonly clock: Clock;
  /** The service's time, for what is written. Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Log;
  /** Whether the settings name a chain. */
  readonly isChainConfigured: () => boolean;
  /** Identifies the database and this till's user: a session is valid only for the same key. */
  readonly getChainKey: () => string;
  /** Opens a new connection; the connection and its queries have their own timeouts. */
  readonly connect: () => Promise<ChainConnectResult>;
  /** The database has just accepted a hello over this connection. Never rejects. */
  readonly onSessionStarted: (connection: ChainConnection) => Promise<void>;
  readonly buildStatus: (options: {
    readonly isEverythingPushed: boolean;
    readonly isClosing: boolean;
    readonly doneNotices: readonly number[];
  }) => PushedTillStatus;
  /** The status line may have changed. */
  readonly onChange: () => void;
  /** From 0 to 1. */
  readonly random: () => number;
}

type SyncOutcome = 'all' | 'more' | ChainSyncProblem;

/** Throws `StorageError` if the triggers that note changes cannot be set or removed. */
export function createChainSync(ports: ChainSyncPorts): ChainSync {
  const { database, clock, log } = ports;
  const noticeQueue = createWebhookNoticeQueue(ports);
  let isStarted = false;
  let isClosing = false;
  let isClosed = false;
  let session: number | null = null;
  /** The last session for which `onSessionStarted` was called. */
  let announcedSession: number | null = null;
  /** The session that the database ended while this till used it. */
  let lostSession: number | null = null;
  let chainKey = ports.getChainKey();
  let problem: ChainSyncProblem | null = null;
  let sentAt: number | null = null;
  let overdueFile: OverdueFile | null = null;
  let currentSync: Promise<SyncOutcome> | null = null;
  let connection: ChainConnection | null = null;

  setChainSyncTriggers(database, ports.isChainConfigured());

  const runSyncOnce = async (): Promise<SyncOutcome> => {
    // Setting the triggers may have failed before, for example because the disk was full.
    setChainSyncTriggers(database, true);
    const connected = await ports.connect();
    if (!connected.ok) return handleFailure(connected.problem);
    const activeConnection = connected.value;
    connection = activeConnection;
    try {
      const result = await syncChangesOnce(
        {
          ...ports,
          ledgerId: ports.ledgerId(),
          buildStatus: (isEverythingPushed) =>
            ports.buildStatus({
              isEverythingPushed,
              isClosing,
              doneNotices: noticeQueue.listHandledNoticeIds(),
            }),
          lostSession,
          onSession: (startedSession) => {
            session = startedSession;
            lostSession = null;
          },
          onAnswer: (status, answer) => {
            noticeQueue.handleAnswer(status.hints, answer.hints);
            overdueFile = toOverdueFile(answer);
          },
          isStopped: () => isClosed,
          throttle: () => pause(clock, THROTTLE_MS),
        },
        activeConnection,
        session,
      );
      if (!result.ok) return handleFailure(result.problem);
      if (session !== announcedSession && !isClosing) {
        announcedSession = session;
        await ports.onSessionStarted(activeConnection);
      }
      return result.value.isComplete ? 'all' : 'more';
    } finally {
      connection = null;
      await activeConnection.end();
    }
  };

  const handleFailure = (failure: {
    readonly kind: ChainSyncProblem;
    readonly detail: string;
  }): ChainSyncProblem => {
    if (failure.kind !== problem) log.warn({ problem: failure }, 'chain-sync: sync failed');
    // The next hello ends the other session.
    if (failure.kind === 'session-taken') {
      lostSession = session;
      session = null;
    }
    return failure.kind;
  };

  const sync = (): Promise<SyncOutcome> => {
    currentSync ??= runSyncOnce()
      .catch((error: unknown): SyncOutcome => {
        log.error({ err: error }, 'chain-sync: sync threw');
        return 'failed';
      })
      .then((outcome) => {
        currentSync = null;
        const isSynced = outcome === 'all' || outcome === 'more';
        if (isSynced && problem !== null) log.info({}, 'chain-sync: sync recovered');
        problem = isSynced ? null : outcome;
        if (isSynced) sentAt = ports.now();
        if (!isClosed) ports.onChange();
        return outcome;
      });
    return currentSync;
  };

  const scheduler = createSyncScheduler({ clock, random: ports.random, runSync: sync });

  /** Pushes the closing status: this till performs nothing until its next hello. */
  const pushClosingStatus = async (): Promise<void> => {
    await currentSync;
    if (problem !== null && !isTransientProblem(problem)) return;
    while (!isClosed && (await sync()) === 'too-many') await pause(clock, CLOSING_RETRY_DELAY_MS);
  };

  return {
    onLedgerChanged: scheduler.onLedgerChanged,
    getStatusLine: () =>
      ports.isChainConfigured()
        ? readChainStatusLine(database, { problem, sentAt, overdueFile })
        : null,
    start: () => {
      isStarted = true;
      if (!isClosing && ports.isChainConfigured()) scheduler.start();
    },
    wake: () => {
      if (isClosing) return;
      const isSet = ports.isChainConfigured();
      scheduler.stop();
      if (chainKey !== ports.getChainKey()) {
        session = null;
        lostSession = null;
        overdueFile = null;
      }
      chainKey = ports.getChainKey();
      problem = null;
      try {
        setChainSyncTriggers(database, isSet);
      } catch (error) {
        log.error({ err: error }, 'chain-sync: updating ledger triggers failed');
      }
      if (isSet && isStarted) scheduler.start();
    },
    stop: async () => {
      scheduler.stop();
      isClosing = true;
      let cancelTimeout = (): void => {};
      const timeout = new Promise<void>((resolve) => {
        cancelTimeout = clock.after(SHUTDOWN_TIMEOUT_MS, resolve);
      });
      if (isStarted && ports.isChainConfigured())
        await Promise.race([pushClosingStatus(), timeout]);
      cancelTimeout();
      // A sync that is still running must not use the ledger from here on.
      isClosed = true;
      await connection?.end();
    },
  };
}

/** Whether the next sync can succeed without a person's help. */
function isTransientProblem(problem: ChainSyncProblem): boolean {
  switch (problem) {
    case 'unreachable':
    case 'read-only':
    case 'full':
    case 'too-many':
    case 'failed':
      return true;
    // A closing till does not take the session back: the other till is open.
    case 'session-taken':
    case 'refused':
    case 'no-password':
    case 'wrong-certificate':
    case 'other-environment':
    case 'newer':
    case 'older':
      return false;
  }
}
