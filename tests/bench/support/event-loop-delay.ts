import { closeSync, openSync, readSync } from 'node:fs';

/** The longest time in which nothing else could run in main, in milliseconds. */
export interface LoopDelay {
  /** Without the time in which the system let other processes run instead of this one. */
  readonly ownMs: number;
  readonly wallClockMs: number;
}

/** Watches main's loop until it is told to stop. */
export function startLoopMonitor(): { stop(): LoopDelay } {
  const schedule = openSchedulerStats();
  let last = { at: performance.now(), waited: schedule.waited() };
  let ownMs = 0;
  let wallClockMs = 0;
  const look = (): void => {
    const now = { at: performance.now(), waited: schedule.waited() };
    const passed = now.at - last.at;
    wallClockMs = Math.max(wallClockMs, passed);
    ownMs = Math.max(ownMs, passed - (now.waited - last.waited));
    last = now;
  };
  const timer = setInterval(look, 1);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      schedule.close();
      return { ownMs, wallClockMs };
    },
  };
}

/**
 * How long synchronous work takes, in milliseconds, without the time in which the system let other
 * processes run instead: what the disk makes it wait for counts.
 */
export function measureTime(work: () => void): number {
  const schedule = openSchedulerStats();
  try {
    // Both looks at the waits lie within the time, or a wait between would make it less than nothing.
    const began = performance.now();
    const waited = schedule.waited();
    work();
    const waitedMeanwhile = schedule.waited() - waited;
    return performance.now() - began - waitedMeanwhile;
  } finally {
    schedule.close();
  }
}

/**
 * How long main's thread could have run and was not let, in milliseconds, as Linux counts it. Other
 * systems do not tell: there the clock has to do.
 */
export function openSchedulerStats(): { waited(): number; close(): void } {
  let file: number;
  try {
    file = openSync('/proc/self/schedstat', 'r');
  } catch {
    return { waited: () => 0, close: () => {} };
  }
  const bytes = Buffer.alloc(128);
  return {
    waited: () => {
      const [, waited] = bytes.toString('latin1', 0, readSync(file, bytes, 0, 128, 0)).split(' ');
      return Number(waited) / 1e6;
    },
    close: () => closeSync(file),
  };
}
