import { fail, type Problem, type Result } from '../../../shared/contract/index.ts';
import type { Clock } from '../../platform/index.ts';
import { UploadFailure } from './upload-server.ts';

/** The work in progress when the till closes; the ledger waits for it. */
export interface RunningWork {
  /** Runs it as work that closing waits for. An `UploadFailure` is returned as its problem. */
  track<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>>;
  /** Resolves when `also` and all running work have ended, or after three seconds. */
  waitForEnd(also: Promise<unknown>): Promise<void>;
}

const SHUTDOWN_TIMEOUT_MS = 3_000;

export function createRunningWork(clock: Clock): RunningWork {
  const running = new Set<Promise<unknown>>();
  return {
    track: (work) => {
      const done = work().catch((error: unknown) => {
        if (error instanceof UploadFailure) return fail<Problem>(error.problem);
        throw error;
      });
      const ended = done.catch(() => {});
      running.add(ended);
      ended.then(() => running.delete(ended));
      return done;
    },
    // A folder that hangs delays its copy, but not the end of the till.
    waitForEnd: (also) =>
      new Promise<void>((resolve) => {
        const giveUp = clock.after(SHUTDOWN_TIMEOUT_MS, resolve);
        Promise.all([also, ...running]).then(() => {
          giveUp();
          resolve();
        });
      }),
  };
}
