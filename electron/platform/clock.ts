/**
 * Time as a port. Everything in main that waits or stamps takes a `Clock`, so that tests run in
 * virtual time. Milliseconds since the epoch, UTC.
 */
export interface Clock {
  now(): number;
  /** Calls back once, after that many milliseconds; returns the function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Resolves after that many milliseconds of the given clock. */
export function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}

/** `2026-11-21T10:42:07.123Z` */
export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
