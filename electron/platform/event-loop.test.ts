import { describe, expect, it } from 'vitest';
import { runInSlices, runToCompletion } from './event-loop.ts';

/** Steps that each take longer than a slice may, on any machine. */
function* slowSteps(count: number): Generator<void, number> {
  for (let step = 0; step < count; step += 1) {
    const end = performance.now() + 12;
    while (performance.now() < end);
    yield;
  }
  return count;
}

describe('runInSlices', () => {
  it('lets other work run between its slices', async () => {
    let turns = 0;
    const takeTurn = (): void => {
      turns += 1;
      if (turns < 5) setImmediate(takeTurn);
    };
    setImmediate(takeTurn);
    expect(await runInSlices(slowSteps(6), () => false)).toBe(6);
    expect(turns).toBe(5);
  });

  it('stops sliced work between two steps once isStopped returns true', async () => {
    let checks = 0;
    const isStopped = (): boolean => {
      checks += 1;
      return checks > 2;
    };
    expect(await runInSlices(slowSteps(6), isStopped)).toBeUndefined();
    expect(checks).toBe(3);
  });

  it('returns the same result when it runs to completion without interruption', () => {
    expect(runToCompletion(slowSteps(2))).toBe(2);
  });
});
