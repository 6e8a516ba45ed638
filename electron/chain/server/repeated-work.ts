import type { Clock } from '../../platform/index.ts';
import { isNoLongerElected } from './database/index.ts';

/** Work of the elected process that is done at once, and then again and again. */
export interface RepeatedWork {
  /** Does it now, and resolves when it is done; for tests. */
  runNow(): Promise<void>;
  /** Resolves once nothing of it is running any more. */
  stop(): Promise<void>;
}

/** One round at a time. A process that was replaced reports nothing: the database refused it. */
export function startRepeatedWork(ports: {
  readonly clock: Clock;
  readonly everyMs: number;
  readonly round: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  readonly onEnd?: () => void;
}): RepeatedWork {
  let isEnded = false;
  let cancel = (): void => {};
  let running: Promise<void> = Promise.resolve();
  const check = (): Promise<void> => {
    running = ports.round().catch((error: unknown) => {
      if (!isEnded && !isNoLongerElected(error)) ports.onFailure(error);
    });
    return running;
  };
  const next = (): void => {
    check().then(() => {
      if (!isEnded) cancel = ports.clock.after(ports.everyMs, next);
    });
  };
  next();
  return {
    runNow: async () => {
      await running;
      await check();
    },
    stop: async () => {
      isEnded = true;
      ports.onEnd?.();
      cancel();
      await running;
    },
  };
}
