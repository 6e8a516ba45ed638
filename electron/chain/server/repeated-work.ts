import type { Clock } from '../../platform/index.ts';
import { isNoLongerElectedError } from './database/index.ts';

/** A run that failed is repeated after this time, as when many tills return and leave no connection. */
const RETRY_MS = 60_000;

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
  let hasFailed = false;
  const runOnce = async (): Promise<void> => {
    hasFailed = false;
    try {
      await ports.runOnce();
    } catch (error) {
      hasFailed = true;
      if (!isEnded && !isNoLongerElectedError(error)) ports.onFailure(error);
    }
  };
  const run = (): Promise<void> => {
    running = runOnce();
    return running;
  };
  const runAndSchedule = (): void => {
    run().then(() => {
      if (isEnded) return;
      const delayMs = hasFailed ? Math.min(RETRY_MS, ports.intervalMs) : ports.intervalMs;
      cancel = ports.clock.after(delayMs, runAndSchedule);
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
