import type { Clock } from '../../../platform/index.ts';
import type { ChainSyncProblem } from './chain-status-line.ts';

/** A change is sent after this delay, together with those that follow it. */
const CHANGE_DELAY_MS = 15_000;
/** The interval at which a till without changes sends its status. */
const IDLE_INTERVAL_MS = 60_000;
/** The delay before the next sync if there are more changes to send. */
const CONTINUE_DELAY_MS = 100;
/** The delay after a failure; each consecutive failure doubles it. */
const MIN_RETRY_DELAY_MS = 15_000;
const MAX_RETRY_DELAY_MS = 300_000;
/**
 * Another till uses the same login. A till that lost its session only because its own hello arrived
 * late gets it back with the next hello; if two tills take the session from each other, one waits
 * this long.
 */
const SESSION_TAKEN_DELAY_MS = 1_800_000;
const MAX_SESSIONS_TAKEN = 3;
const JITTER_RATIO = 0.2;

/** Runs syncs when they are due. */
export interface SyncScheduler {
  start(): void;
  onLedgerChanged(): void;
  stop(): void;
}

export function createSyncScheduler(ports: {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly runSync: () => Promise<'all' | 'more' | ChainSyncProblem>;
}): SyncScheduler {
  const { clock, random } = ports;
  let isRunning = false;
  let isBusy = false;
  let hasChanged = false;
  let failures = 0;
  let takenAt: readonly number[] = [];
  let dueAt = 0;
  let cancel: (() => void) | null = null;

  const schedule = (milliseconds: number): void => {
    cancel?.();
    // Jitter: tills that lost the chain at the same time do not all return at the same time.
    const delayMs = milliseconds * (1 - JITTER_RATIO + 2 * JITTER_RATIO * random());
    dueAt = clock.uptime() + delayMs;
    cancel = clock.after(delayMs, () => void runSync());
  };

  const runSync = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    hasChanged = false;
    const outcome = await ports.runSync();
    isBusy = false;
    if (!isRunning) return;
    failures = outcome === 'all' || outcome === 'more' ? 0 : failures + 1;
    schedule(getDelay(outcome));
  };

  const getDelay = (outcome: 'all' | 'more' | ChainSyncProblem): number => {
    switch (outcome) {
      case 'all':
        return hasChanged ? CHANGE_DELAY_MS : IDLE_INTERVAL_MS;
      case 'more':
        return CONTINUE_DELAY_MS;
      case 'session-taken': {
        const now = clock.uptime();
        takenAt = [...takenAt.filter((at) => now - at < 2 * SESSION_TAKEN_DELAY_MS), now];
        return takenAt.length < MAX_SESSIONS_TAKEN ? MIN_RETRY_DELAY_MS : SESSION_TAKEN_DELAY_MS;
      }
      case 'refused':
      case 'no-password':
      case 'wrong-certificate':
      case 'other-environment':
      case 'newer':
      case 'older':
        return MAX_RETRY_DELAY_MS;
      // A push takes milliseconds, so that a connection is free soon.
      case 'too-many':
        return MIN_RETRY_DELAY_MS;
      case 'unreachable':
      case 'read-only':
      case 'full':
      case 'failed':
        return Math.min(MIN_RETRY_DELAY_MS * 2 ** (failures - 1), MAX_RETRY_DELAY_MS);
    }
  };

  return {
    start: () => {
      isRunning = true;
      failures = 0;
      // A random delay: tills that are opened together do not all connect together.
      schedule(CHANGE_DELAY_MS * random());
    },
    onLedgerChanged: () => {
      hasChanged = true;
      if (!isRunning || isBusy || failures > 0) return;
      if (dueAt - clock.uptime() > CHANGE_DELAY_MS * (1 + JITTER_RATIO)) schedule(CHANGE_DELAY_MS);
    },
    stop: () => {
      isRunning = false;
      cancel?.();
    },
  };
}
