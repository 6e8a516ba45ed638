import { fail, type Problem, type Result } from '../../../shared/contract/index.ts';
import type { Clock } from '../../platform/index.ts';
import { UploadFailure } from './upload-server.ts';

/** The work in progress, which must end before the ledger is closed. */
export interface WorkTracker {
  /**
   * Runs `work` and makes `waitForEnd` wait for it. An `UploadFailure` is returned as its problem.
   */
  track<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>>;
  /** Resolves when `also` and all running work have ended, or after three seconds. */
  waitForEnd(otherWork: Promise<unknown>): Promise<void>;
}

const SHUTDOWN_TIMEOUT_MS = 3_000;

export function createWorkTracker(clock: Clock): WorkTracker {
  const running = new Set<Promise<unknown>>();
  return {
    track: (work) => {
      const result = work().catch((error: unknown) => {
        if (error instanceof UploadFailure) return fail<Problem>(error.problem);
        throw error;
      });
      const ended = result.catch(() => {});
      running.add(ended);
      ended.then(() => running.delete(ended));
      return result;
    },
    // A folder that hangs must not block the shutdown, so the wait has a timeout.
    waitForEnd: (also) =>
      new Promise<void>((resolve) => {
        const cancelTimeout = clock.after(SHUTDOWN_TIMEOUT_MS, resolve);
        Promise.all([also, ...running]).then(() => {
          cancelTimeout();
          resolve();
        });
      }),
  };
}
