import { describe, expect, it } from 'vitest';
import { runInSlices, runToCompletion } from './event-loop.ts';

/** Steps that each take longer than a piece may, whatever the machine. */
function* slowSteps(count: number): Generator<void, number> {
  for (let step = 0; step < count; step += 1) {
    const end = performance.now() + 12;
    while (performance.now() < end);
    yield;
  }
  return count;
}

describe('long work', () => {
  it('lets everything else run between its steps', async () => {
    let turns = 0;
    const turn = (): void => {
      turns += 1;
      if (turns < 5) setImmediate(turn);
    };
    setImmediate(turn);
    expect(await runInSlices(slowSteps(6), () => false)).toBe(6);
    expect(turns).toBe(5);
  });

  it('ends between two steps when it is told to', async () => {
    let asked = 0;
    const stopped = (): boolean => {
      asked += 1;
      return asked > 2;
    };
    expect(await runInSlices(slowSteps(6), stopped)).toBeUndefined();
    expect(asked).toBe(3);
  });

  it('answers the same at once', () => {
    expect(runToCompletion(slowSteps(2))).toBe(2);
  });
});
