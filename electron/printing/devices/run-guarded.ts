import type { Clock } from '../../platform/index.ts';

/** Places whose file system has not returned from an earlier call. */
const stuckPlaces = new Set<string>();

export type GuardedResult<Value> =
  | { readonly end: 'done'; readonly value: Value }
  /** The time ran out; the work that was begun may still finish. */
  | { readonly end: 'late' }
  /** Earlier work at this place has not returned yet; nothing was begun. */
  | { readonly end: 'stuck' };

/**
 * Work on a file system that may never return: a share whose server is gone, a device that hangs.
 * Such work cannot be interrupted, and each piece of it holds one of the few threads that all files
 * of the till share. A place that is late therefore gets no more work until it returns.
 */
export async function runGuarded<Value>(
  place: string,
  clock: Clock,
  milliseconds: number,
  work: (isLate: () => boolean) => Promise<Value>,
): Promise<GuardedResult<Value>> {
  if (stuckPlaces.has(place)) return { end: 'stuck' };
  let isLate = false;
  let cancelTimer = (): void => {};
  const late = new Promise<GuardedResult<Value>>((resolve) => {
    cancelTimer = clock.after(milliseconds, () => {
      isLate = true;
      stuckPlaces.add(place);
      resolve({ end: 'late' });
    });
  });
  const done = work(() => isLate)
    .then((value): GuardedResult<Value> => ({ end: 'done', value }))
    .finally(() => {
      cancelTimer();
      stuckPlaces.delete(place);
    });
  // Once it is late, nobody handles its failure.
  done.catch(() => {});
  return await Promise.race([done, late]);
}
