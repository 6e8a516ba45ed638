import { fail, type Problem, type Result } from '../../shared/contract/index.ts';
import type { Clock } from '../platform/index.ts';
import { UploadFailure } from './server.ts';

/** What is under way when the till closes; the ledger waits for it. */
export interface RunningWork {
  /** Runs it as work that the end waits for. An `UploadFailure` is answered as its problem. */
  tracked<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>>;
  /** Resolves when `also` and all that is under way have ended, or after three seconds. */
  ended(also: Promise<unknown>): Promise<void>;
}

const LONGEST_END_MS = 3_000;

export function createRunning(clock: Clock): RunningWork {
  const running = new Set<Promise<unknown>>();
  return {
    tracked: (work) => {
      const done = work().catch((error: unknown) => {
        if (error instanceof UploadFailure) return fail<Problem>(error.problem);
        throw error;
      });
      const ended = done.catch(() => {});
      running.add(ended);
      ended.then(() => running.delete(ended));
      return done;
    },
    // A folder that hangs holds up its copy, and not the end of the till.
    ended: (also) =>
      new Promise<void>((resolve) => {
        const giveUp = clock.after(LONGEST_END_MS, resolve);
        Promise.all([also, ...running]).then(() => {
          giveUp();
          resolve();
        });
      }),
  };
}
