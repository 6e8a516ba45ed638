import type { Clock } from '../../../platform/index.ts';
import type { ChainSyncProblem } from './chain-status-line.ts';

/** How long a change waits for others before the chain is told. */
const CHANGE_DELAY_MS = 15_000;
/** How often a till that has nothing to tell says that it is there. */
const IDLE_INTERVAL_MS = 60_000;
/** There is more to tell at once. */
const CONTINUE_DELAY_MS = 100;
/** After a failure; each one in a row waits twice as long. */
const MIN_RETRY_DELAY_MS = 15_000;
const MAX_RETRY_DELAY_MS = 300_000;
/**
 * Another till uses the login. Whoever lost its session only because its own hello arrived late gets it
 * back with the next one; of two tills that take it from each other, one leaves it to the other so long.
 */
const SESSION_TAKEN_DELAY_MS = 1_800_000;
const MAX_SESSIONS_TAKEN = 3;
const JITTER_RATIO = 0.2;

/** When the next round is due. */
export interface SyncScheduler {
  start(): void;
  onChanged(): void;
  stop(): void;
}

export function createSyncScheduler(ports: {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly run: () => Promise<'all' | 'more' | ChainSyncProblem>;
}): SyncScheduler {
  const { clock, random } = ports;
  let isRunning = false;
  let isBusy = false;
  let hasChanged = false;
  let failures = 0;
  let taken: readonly number[] = [];
  let due = 0;
  let cancel: (() => void) | null = null;

  const schedule = (milliseconds: number): void => {
    cancel?.();
    // Tills that lost their chain together do not come back together.
    const wait = milliseconds * (1 - JITTER_RATIO + 2 * JITTER_RATIO * random());
    due = clock.uptime() + wait;
    cancel = clock.after(wait, () => void turn());
  };

  const turn = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    hasChanged = false;
    const end = await ports.run();
    isBusy = false;
    if (!isRunning) return;
    failures = end === 'all' || end === 'more' ? 0 : failures + 1;
    schedule(waitAfter(end));
  };

  const waitAfter = (end: 'all' | 'more' | ChainSyncProblem): number => {
    switch (end) {
      case 'all':
        return hasChanged ? CHANGE_DELAY_MS : IDLE_INTERVAL_MS;
      case 'more':
        return CONTINUE_DELAY_MS;
      case 'session-taken': {
        const now = clock.uptime();
        taken = [...taken.filter((at) => now - at < 2 * SESSION_TAKEN_DELAY_MS), now];
        return taken.length < MAX_SESSIONS_TAKEN ? MIN_RETRY_DELAY_MS : SESSION_TAKEN_DELAY_MS;
      }
      case 'refused':
      case 'no-password':
      case 'wrong-certificate':
      case 'other-environment':
      case 'newer':
      case 'older':
        return MAX_RETRY_DELAY_MS;
      case 'unreachable':
      case 'read-only':
      case 'full':
      case 'too-many':
      case 'failed':
        return Math.min(MIN_RETRY_DELAY_MS * 2 ** (failures - 1), MAX_RETRY_DELAY_MS);
    }
  };

  return {
    start: () => {
      isRunning = true;
      failures = 0;
      // Nor do tills that are opened together begin together.
      schedule(CHANGE_DELAY_MS * random());
    },
    onChanged: () => {
      hasChanged = true;
      if (!isRunning || isBusy || failures > 0) return;
      if (due - clock.uptime() > CHANGE_DELAY_MS * (1 + JITTER_RATIO)) schedule(CHANGE_DELAY_MS);
    },
    stop: () => {
      isRunning = false;
      cancel?.();
    },
  };
}
