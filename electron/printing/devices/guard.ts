import type { Clock } from '../../platform/index.ts';

/** Places whose file system has not come back from what it was asked long ago. */
const stuck = new Set<string>();

export type GuardedResult<Value> =
  | { readonly end: 'done'; readonly value: Value }
  /** The time ran out; what was begun may still come to its end. */
  | { readonly end: 'late' }
  /** An earlier piece of work at this place is not back yet; nothing was begun. */
  | { readonly end: 'stuck' };

/**
 * Work on a file system that may never answer: a share whose server is gone, a device that hangs.
 * It cannot be broken off, and each piece of it holds one of the few threads that all files of the
 * till go through; so a place that is late gets no more work until it is back.
 */
export async function within<Value>(
  place: string,
  clock: Clock,
  milliseconds: number,
  work: (isLate: () => boolean) => Promise<Value>,
): Promise<GuardedResult<Value>> {
  if (stuck.has(place)) return { end: 'stuck' };
  let isLate = false;
  let cancelTimer = (): void => {};
  const late = new Promise<GuardedResult<Value>>((resolve) => {
    cancelTimer = clock.after(milliseconds, () => {
      isLate = true;
      stuck.add(place);
      resolve({ end: 'late' });
    });
  });
  const done = work(() => isLate)
    .then((value): GuardedResult<Value> => ({ end: 'done', value }))
    .finally(() => {
      cancelTimer();
      stuck.delete(place);
    });
  // Once it is late, nobody listens to its failure.
  done.catch(() => {});
  return await Promise.race([done, late]);
}
