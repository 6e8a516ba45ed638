import type { Clock } from '../../../platform/index.ts';
import { UploadFailure } from '../upload-server.ts';

/** Ends steps that take too long or are stopped. */
export interface Watchdog {
  /** Fails with `silent` once this much time has passed since the start or the last `touch`. */
  runWithin<Value>(milliseconds: number, work: Promise<Value>): Promise<Value>;
  /** Something moved: the time starts again. */
  restartTimer(): void;
  stop(): void;
}

export function createWatchdog(
  clock: Clock,
  signal: AbortSignal,
  onEnd = (): void => {},
): Watchdog {
  const running = new Set<{ readonly touch: () => void; readonly stop: () => void }>();
  const stopAll = (): void => {
    for (const one of running) one.stop();
  };
  signal.addEventListener('abort', stopAll);

  return {
    runWithin: (milliseconds, work) =>
      new Promise((resolve, reject) => {
        let cancel = (): void => {};
        const fail = (reason: 'silent' | 'stopped'): void => {
          finish();
          onEnd();
          reject(new UploadFailure(reason));
        };
        const one = {
          touch: () => {
            cancel();
            cancel = clock.after(milliseconds, () => fail('silent'));
          },
          stop: () => fail('stopped'),
        };
        const finish = (): void => {
          cancel();
          running.delete(one);
        };
        running.add(one);
        one.touch();
        if (signal.aborted) one.stop();
        work.then(
          (value) => {
            finish();
            resolve(value);
          },
          (error: unknown) => {
            finish();
            reject(error);
          },
        );
      }),
    restartTimer: () => {
      for (const one of running) one.touch();
    },
    stop: () => signal.removeEventListener('abort', stopAll),
  };
}
