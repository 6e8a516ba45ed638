import type { Clock } from '../../../platform/index.ts';
import { UploadFailure } from '../upload-server.ts';

/** Fails steps that time out or are stopped. */
export interface Watchdog {
  /**
   * Rejects with `silent` once this much time has passed since the start or the last
   * `restartTimer`, and after `MAX_STEP_MS` in any case.
   */
  runWithin<Value>(milliseconds: number, work: Promise<Value>): Promise<Value>;
  /** Call when data was transferred: restarts the timeouts. */
  restartTimer(): void;
  stop(): void;
}

/** A server that sends or confirms one byte at a time does not keep an upload busy for ever. */
export const MAX_STEP_MS = 30 * 60_000;

export function createWatchdog(
  clock: Clock,
  signal: AbortSignal,
  onEnd = (): void => {},
): Watchdog {
  const running = new Set<{ readonly restart: () => void; readonly stop: () => void }>();
  const stopAll = (): void => {
    for (const step of running) step.stop();
  };
  signal.addEventListener('abort', stopAll);

  return {
    runWithin: (milliseconds, work) =>
      new Promise((resolve, reject) => {
        let cancel = (): void => {};
        const startedAt = clock.uptime();
        const failStep = (reason: 'silent' | 'stopped'): void => {
          cleanUp();
          onEnd();
          reject(new UploadFailure(reason));
        };
        const step = {
          restart: () => {
            cancel();
            if (clock.uptime() - startedAt > MAX_STEP_MS) return failStep('silent');
            cancel = clock.after(milliseconds, () => failStep('silent'));
          },
          stop: () => failStep('stopped'),
        };
        const cleanUp = (): void => {
          cancel();
          running.delete(step);
        };
        running.add(step);
        step.restart();
        if (signal.aborted) step.stop();
        work.then(
          (value) => {
            cleanUp();
            resolve(value);
          },
          (error: unknown) => {
            cleanUp();
            reject(error);
          },
        );
      }),
    restartTimer: () => {
      for (const step of running) step.restart();
    },
    stop: () => signal.removeEventListener('abort', stopAll),
  };
}
