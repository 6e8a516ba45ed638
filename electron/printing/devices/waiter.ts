import type { Clock } from '../../platform/index.ts';

/** How a wait ended: what was waited for came, the time ran out, the line was lost, or we stopped. */
export type WaitOutcome = 'met' | 'time' | 'lost' | 'stopped';

/** Waits for something to arrive over a line. `wake` makes every wait check again. */
export interface Waiter {
  /**
   * Ends with `met` as soon as `test` holds; it is checked again whenever something has come. What
   * came in time counts, even if the program was held up until the time had run out.
   */
  waitUntil(test: () => boolean, milliseconds: number): Promise<WaitOutcome>;
  recheck(): void;
}

export function createWaiter(clock: Clock, signal: AbortSignal, isLost: () => boolean): Waiter {
  const waiters = new Set<() => void>();
  return {
    recheck: () => {
      for (const waiter of [...waiters]) waiter();
    },
    waitUntil: (test, milliseconds) =>
      new Promise((resolve) => {
        let cancelTimer = (): void => {};
        const end = (how: WaitOutcome): void => {
          waiters.delete(look);
          signal.removeEventListener('abort', look);
          cancelTimer();
          resolve(how);
        };
        const look = (): void => {
          if (test()) end('met');
          else if (isLost()) end('lost');
          else if (signal.aborted) end('stopped');
        };
        waiters.add(look);
        signal.addEventListener('abort', look);
        cancelTimer = clock.after(milliseconds, () => {
          // Timers have their turn before what is waiting on the line.
          const turn = setImmediate(() => end('time'));
          cancelTimer = () => clearImmediate(turn);
        });
        look();
      }),
  };
}
