import type { Clock } from '../../platform/index.ts';
import type { ChainTrouble } from './light.ts';

/** How long a change waits for others before the chain is told. */
const AFTER_CHANGE_MS = 15_000;
/** How often a till that has nothing to tell says that it is there. */
const IDLE_MS = 60_000;
/** There is more to tell at once. */
const MORE_MS = 100;
/** After a failure; each one in a row waits twice as long. */
const AGAIN_MS = 15_000;
const LONGEST_MS = 300_000;
/**
 * Another till uses the login. Whoever lost its session only because its own hello arrived late gets it
 * back with the next one; of two tills that take it from each other, one leaves it to the other so long.
 */
const TAKEN_MS = 1_800_000;
const MOST_TAKEN = 3;
const JITTER = 0.2;

/** When the next round is due. */
export interface Pace {
  start(): void;
  changed(): void;
  stop(): void;
}

export function createPace(ports: {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly run: () => Promise<'all' | 'more' | ChainTrouble>;
}): Pace {
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
    const wait = milliseconds * (1 - JITTER + 2 * JITTER * random());
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

  const waitAfter = (end: 'all' | 'more' | ChainTrouble): number => {
    switch (end) {
      case 'all':
        return hasChanged ? AFTER_CHANGE_MS : IDLE_MS;
      case 'more':
        return MORE_MS;
      case 'session-taken': {
        const now = clock.uptime();
        taken = [...taken.filter((at) => now - at < 2 * TAKEN_MS), now];
        return taken.length < MOST_TAKEN ? AGAIN_MS : TAKEN_MS;
      }
      case 'refused':
      case 'no-password':
      case 'wrong-certificate':
      case 'other-environment':
      case 'newer':
      case 'older':
        return LONGEST_MS;
      case 'unreachable':
      case 'read-only':
      case 'full':
      case 'too-many':
      case 'failed':
        return Math.min(AGAIN_MS * 2 ** (failures - 1), LONGEST_MS);
    }
  };

  return {
    start: () => {
      isRunning = true;
      failures = 0;
      // Nor do tills that are opened together begin together.
      schedule(AFTER_CHANGE_MS * random());
    },
    changed: () => {
      hasChanged = true;
      if (!isRunning || isBusy || failures > 0) return;
      if (due - clock.uptime() > AFTER_CHANGE_MS * (1 + JITTER)) schedule(AFTER_CHANGE_MS);
    },
    stop: () => {
      isRunning = false;
      cancel?.();
    },
  };
}
