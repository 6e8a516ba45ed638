import { uptime } from 'node:os';

/**
 * Time as a port. Everything in main that waits or stamps takes a `Clock`, so that tests run in
 * virtual time. In milliseconds.
 */
export interface Clock {
  /** Since the epoch, UTC. A person or a time server may set it. */
  now(): number;
  /**
   * Since some moment before this run began: how much time has passed, which nobody sets. It also
   * counts the time that the machine slept.
   */
  uptime(): number;
  /** Calls back once, after that many milliseconds; returns the function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  uptime: createUptime(() => performance.now(), uptime),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** More than two readings of whole seconds can differ by. */
const MIN_SLEEP_MS = 2000;

/**
 * On some systems the fine counter stands still while the machine sleeps. The system's own uptime
 * does not, but is told in whole seconds: what it is ahead by was slept, to a second.
 */
export function createUptime(fine: () => number, systemSeconds: () => number): () => number {
  const begun = { fine: fine(), system: systemSeconds() * 1000 };
  let slept = 0;
  return () => {
    const passed = fine() - begun.fine;
    const ahead = systemSeconds() * 1000 - begun.system - passed;
    if (ahead - slept > MIN_SLEEP_MS) slept = ahead - MIN_SLEEP_MS / 2;
    return passed + slept;
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
