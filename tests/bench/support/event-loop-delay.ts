import { closeSync, openSync, readSync } from 'node:fs';

/**
 * Monitors main's event loop until it is stopped, which returns the longest time in which it was
 * blocked, in milliseconds, without the time in which the system ran other processes.
 */
export function startLoopMonitor(): { stop(): number } {
  const schedulerStats = openSchedulerStats();
  let previous = { at: performance.now(), waited: schedulerStats.readWaitMs() };
  let maxDelayMs = 0;
  const sample = (): void => {
    const now = { at: performance.now(), waited: schedulerStats.readWaitMs() };
    maxDelayMs = Math.max(maxDelayMs, now.at - previous.at - (now.waited - previous.waited));
    previous = now;
  };
  const timer = setInterval(sample, 1);
  return {
    stop: () => {
      clearInterval(timer);
      sample();
      schedulerStats.close();
      return maxDelayMs;
    },
  };
}

/**
 * Measures synchronous work in milliseconds, without the time in which the system ran other
 * processes. Waiting for the disk counts.
 */
export function measureTime(work: () => void): number {
  const schedulerStats = openSchedulerStats();
  try {
    // Both readings of the wait are inside the measured time; otherwise a wait between them could
    // make the result negative.
    const startedAt = performance.now();
    const initialWaitMs = schedulerStats.readWaitMs();
    work();
    const addedWaitMs = schedulerStats.readWaitMs() - initialWaitMs;
    return performance.now() - startedAt - addedWaitMs;
  } finally {
    schedulerStats.close();
  }
}

/**
 * Reads the milliseconds in which main's thread was runnable but not running, as Linux counts them.
 * Other systems do not report it: `readWaitMs` returns 0 there.
 */
export function openSchedulerStats(): { readWaitMs(): number; close(): void } {
  let file: number;
  try {
    file = openSync('/proc/self/schedstat', 'r');
  } catch {
    return { readWaitMs: () => 0, close: () => {} };
  }
  const bytes = Buffer.alloc(128);
  return {
    readWaitMs: () => {
      const [, waitNs] = bytes.toString('latin1', 0, readSync(file, bytes, 0, 128, 0)).split(' ');
      return Number(waitNs) / 1e6;
    },
    close: () => closeSync(file),
  };
}
