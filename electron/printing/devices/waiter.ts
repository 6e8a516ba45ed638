import type { Clock } from '../../platform/index.ts';

/** The end of a wait: the test passed, the time ran out, the connection was lost, or the till stops. */
export type WaitOutcome = 'met' | 'time' | 'lost' | 'stopped';

/** Waits for data on a connection. `recheck` makes every wait run its test again. */
export interface ConditionWaiter {
  /**
   * Resolves to `met` as soon as `test` returns true; it runs again at each `recheck`. Data that
   * arrived in time counts, even if the program was blocked until the time had run out.
   */
  waitUntil(test: () => boolean, milliseconds: number): Promise<WaitOutcome>;
  recheck(): void;
}

export function createConditionWaiter(
  clock: Clock,
  signal: AbortSignal,
  isLost: () => boolean,
): ConditionWaiter {
  const waiters = new Set<() => void>();
  return {
    recheck: () => {
      for (const waiter of [...waiters]) waiter();
    },
    waitUntil: (test, milliseconds) =>
      new Promise((resolve) => {
        let cancelTimer = (): void => {};
        const end = (outcome: WaitOutcome): void => {
          waiters.delete(check);
          signal.removeEventListener('abort', check);
          cancelTimer();
          resolve(outcome);
        };
        const check = (): void => {
          if (test()) end('met');
          else if (isLost()) end('lost');
          else if (signal.aborted) end('stopped');
        };
        waiters.add(check);
        signal.addEventListener('abort', check);
        cancelTimer = clock.after(milliseconds, () => {
          // The event loop runs timers before pending input of the connection.
          const immediate = setImmediate(() => end('time'));
          cancelTimer = () => clearImmediate(immediate);
        });
        check();
      }),
  };
}
