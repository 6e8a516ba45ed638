import type { Staff } from '../../counter/staff/index.ts';
import type { Clock } from '../../platform/index.ts';

/** Locks an idle till, even if the page that should do it hangs or does not respond. */
export interface IdleLock {
  /** The page reports activity; it does so at most every ten seconds. */
  recordActivity(): void;
  start(): void;
  stop(): void;
}

const POLL_INTERVAL_MS = 5_000;
/** Lets the page lock first: it counts from the last activity, which main learns a little later. */
const GRACE_MS = 30_000;

export function createIdleLock(ports: {
  readonly clock: Clock;
  readonly staff: Pick<Staff, 'getCurrentCashier' | 'lock'>;
  /** 0: never. Read at each poll. */
  readonly timeoutMinutes: () => number;
  /**
   * How long the computer has been idle, as the system reports it; null if the system cannot tell.
   */
  readonly systemIdleSeconds: () => number | null;
}): IdleLock {
  const { clock, staff } = ports;
  let activityAt = clock.uptime();
  let cancel: (() => void) | null = null;

  const checkIdle = (): void => {
    const limitMs = ports.timeoutMinutes() * 60_000;
    if (staff.getCurrentCashier() === null) activityAt = clock.uptime();
    else if (limitMs > 0 && isIdle(limitMs)) staff.lock('idle');
    cancel = clock.after(POLL_INTERVAL_MS, checkIdle);
  };
  const isIdle = (limitMs: number): boolean =>
    clock.uptime() - activityAt >= limitMs + GRACE_MS ||
    (ports.systemIdleSeconds() ?? 0) * 1_000 >= limitMs + GRACE_MS;

  return {
    recordActivity: () => {
      activityAt = clock.uptime();
    },
    start: () => {
      cancel ??= clock.after(POLL_INTERVAL_MS, checkIdle);
    },
    stop: () => {
      cancel?.();
      cancel = null;
    },
  };
}
