import { uptime } from 'node:os';

/**
 * Time as a port, in milliseconds. Everything in main that waits or records a time takes a `Clock`,
 * so that tests run in virtual time.
 */
export interface Clock {
  /** Since the epoch, UTC. A person or a time server may set it. */
  now(): number;
  /**
   * Milliseconds since a moment before this run began. Nobody can set it. It includes the time that
   * the machine slept.
   */
  uptime(): number;
  /** Calls back once after that many milliseconds. Returns the function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  uptime: createUptimeMsReaderIncludingSleep(() => performance.now(), uptime),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Two readings in whole seconds differ by less than this when the machine did not sleep. */
const MIN_SLEEP_MS = 2000;

/**
 * On some systems the high-resolution counter stops while the machine sleeps. The system's uptime
 * continues, but has a resolution of one second: the sleep is the difference between the two,
 * accurate to a second.
 */
export function createUptimeMsReaderIncludingSleep(
  readMonotonicMs: () => number,
  readSystemUptimeSeconds: () => number,
): () => number {
  const start = { fine: readMonotonicMs(), system: readSystemUptimeSeconds() * 1000 };
  let sleptMs = 0;
  return () => {
    const elapsed = readMonotonicMs() - start.fine;
    const ahead = readSystemUptimeSeconds() * 1000 - start.system - elapsed;
    if (ahead - sleptMs > MIN_SLEEP_MS) sleptMs = ahead - MIN_SLEEP_MS / 2;
    return elapsed + sleptMs;
  };
}

/** Resolves after that many milliseconds of the given clock. */
export function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}

/** `2026-11-21T10:42:07.123Z` */
export function toIsoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
