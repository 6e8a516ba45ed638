import type { Clock } from '../../platform/index.ts';
import { isNoLongerElected } from './database/index.ts';

/** Work of the elected process that runs immediately and then periodically. */
export interface RepeatedWork {
  /** Runs the work now, and resolves when it is done; for tests. */
  runNow(): Promise<void>;
  /** Resolves once the work no longer runs. */
  stop(): Promise<void>;
}

/**
 * Runs one round at a time. A process that lost the election reports no failure: the database
 * rejected its changes.
 */
export function startRepeatedWork(ports: {
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly round: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly onEnd?: () => void;
}): RepeatedWork {
  let isEnded = false;
  let cancel = (): void => {};
  let running: Promise<void> = Promise.resolve();
  const runRound = (): Promise<void> => {
    running = ports.round().catch((error: unknown) => {
      if (!isEnded && !isNoLongerElected(error)) ports.onFailure(error);
    });
    return running;
  };
  const runAndSchedule = (): void => {
    runRound().then(() => {
      if (!isEnded) cancel = ports.clock.after(ports.intervalMs, runAndSchedule);
    });
  };
  runAndSchedule();
  return {
    runNow: async () => {
      await running;
      await runRound();
    },
    stop: async () => {
      isEnded = true;
      ports.onEnd?.();
      cancel();
      await running;
    },
  };
}
