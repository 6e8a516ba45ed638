import type { Staff } from '../../counter/staff/index.ts';
import type { Clock } from '../../platform/index.ts';

/** Locks a till that nobody touches, also where the page that should do it hangs or says nothing. */
export interface IdleLock {
  /** The page says that somebody touched the till. It says so at most every ten seconds. */
  recordActivity(): void;
  start(): void;
  stop(): void;
}

const POLL_INTERVAL_MS = 5_000;
/** The page comes first: it counts from the last touch, of which main hears a little later. */
const GRACE_MS = 30_000;

export function createIdleLock(ports: {
  readonly clock: Clock;
  readonly staff: Pick<Staff, 'current' | 'lock'>;
  /** 0: never. Read again at each look. */
  readonly minutes: () => number;
  /** How long nobody has touched the computer, whatever a page says; null if it cannot tell. */
  readonly idleSeconds: () => number | null;
}): IdleLock {
  const { clock, staff } = ports;
  let touchedAt = clock.uptime();
  let cancel: (() => void) | null = null;

  const look = (): void => {
    const limit = ports.minutes() * 60_000;
    if (staff.current() === null) touchedAt = clock.uptime();
    else if (limit > 0 && isIdle(limit)) staff.lock('idle');
    cancel = clock.after(POLL_INTERVAL_MS, look);
  };
  const isIdle = (limit: number): boolean =>
    clock.uptime() - touchedAt >= limit + GRACE_MS ||
    (ports.idleSeconds() ?? 0) * 1_000 >= limit + GRACE_MS;

  return {
    recordActivity: () => {
      touchedAt = clock.uptime();
    },
    start: () => {
      cancel ??= clock.after(POLL_INTERVAL_MS, look);
    },
    stop: () => {
      cancel?.();
      cancel = null;
    },
  };
}
