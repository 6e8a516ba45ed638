import type { Clock } from '../../platform/index.ts';
import { isNoLongerElectedError } from './database/index.ts';

/** Work of the elected process that runs immediately and then periodically. */
export interface RepeatingTask {
  /** Runs the work now, and resolves when it is done; for tests. */
  runNow(): Promise<void>;
  /** Resolves once the work no longer runs. */
  stop(): Promise<void>;
}

/**
 * Runs the work once at a time. A process that lost the election reports no failure: the database
 * rejected its changes.
 */
export function startRepeatingTask(ports: {
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly runOnce: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly onEnd?: () => void;
}): RepeatingTask {
  let isEnded = false;
  let cancel = (): void => {};
  let running: Promise<void> = Promise.resolve();
  const run = (): Promise<void> => {
    running = ports.runOnce().catch((error: unknown) => {
      if (!isEnded && !isNoLongerElectedError(error)) ports.onFailure(error);
    });
    return running;
  };
  const runAndSchedule = (): void => {
    run().then(() => {
      if (!isEnded) cancel = ports.clock.after(ports.intervalMs, runAndSchedule);
    });
  };
  runAndSchedule();
  return {
    runNow: async () => {
      await running;
      await run();
    },
    stop: async () => {
      isEnded = true;
      ports.onEnd?.();
      cancel();
      await running;
    },
  };
}
