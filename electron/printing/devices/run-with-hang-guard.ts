import type { Clock } from '../../platform/index.ts';

/** Places whose file system has not returned from an earlier call. */
const stuckPlaces = new Set<string>();

export type HangGuardResult<Value> =
  | { readonly end: 'done'; readonly value: Value }
  /** The time ran out; the started work may still finish. */
  | { readonly end: 'late' }
  /** Earlier work at this place has not returned yet; nothing was started. */
  | { readonly end: 'stuck' };

/**
 * Runs work on a file system that may never return: a share whose server is gone, a device that
 * hangs. Such work cannot be interrupted, and each call holds one of the few threads that all files
 * of the till share. After a timeout, a place therefore gets no more work until the call returns.
 */
export async function runWithHangGuard<Value>(
  printerPath: string,
  clock: Clock,
  timeoutMs: number,
  work: (isLate: () => boolean) => Promise<Value>,
): Promise<HangGuardResult<Value>> {
  if (stuckPlaces.has(printerPath)) return { end: 'stuck' };
  let isLate = false;
  let cancelTimer = (): void => {};
  const timeout = new Promise<HangGuardResult<Value>>((resolve) => {
    cancelTimer = clock.after(timeoutMs, () => {
      isLate = true;
      stuckPlaces.add(printerPath);
      resolve({ end: 'late' });
    });
  });
  const done = work(() => isLate)
    .then((value): HangGuardResult<Value> => ({ end: 'done', value }))
    .finally(() => {
      cancelTimer();
      stuckPlaces.delete(printerPath);
    });
  // After a timeout, no caller handles a failure of the work.
  done.catch(() => {});
  return await Promise.race([done, timeout]);
}
