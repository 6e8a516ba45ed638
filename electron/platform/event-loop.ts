import { setImmediate } from 'node:timers/promises';

/** Long work in main, done in slices so that a payment never has to wait for all of it. */

/** Lets other work that is ready run first. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}

/** The longest time that one slice may block main, in milliseconds. */
const MAX_SLICE_MS = 8;

/**
 * Runs a generator that yields wherever it may be interrupted, and lets other work run between
 * slices. Resolves to undefined once `isStopped` returns true. Interruptions do not change the
 * result.
 */
export async function runInSlices<Value>(
  work: Generator<void, Value>,
  isStopped: () => boolean,
): Promise<Value | undefined> {
  let sliceStart = performance.now();
  for (;;) {
    if (isStopped()) return undefined;
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - sliceStart < MAX_SLICE_MS) continue;
    await yieldToEventLoop();
    sliceStart = performance.now();
  }
}

/** Runs the same work without interruption, for a caller that waits for the result. */
export function runToCompletion<Value>(work: Generator<void, Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
