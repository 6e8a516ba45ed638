import { setImmediate } from 'node:timers/promises';

/** Long work in main, done in pieces so that a payment never waits for the whole of it. */

/** Lets everything else that is ready run first. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}

/** How long main may be kept from everything else, in milliseconds. */
const MAX_SLICE_MS = 8;

/**
 * Runs a generator that yields at each point where it may be interrupted, and lets everything else
 * run now and then. Resolves to undefined once `isStopped` is true. The interruptions never change
 * the result.
 */
export async function runInSlices<Value>(
  work: Generator<void, Value>,
  isStopped: () => boolean,
): Promise<Value | undefined> {
  let since = performance.now();
  for (;;) {
    if (isStopped()) return undefined;
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < MAX_SLICE_MS) continue;
    await yieldToEventLoop();
    since = performance.now();
  }
}

/** The same work without an interruption, for when somebody waits for it. */
export function runToCompletion<Value>(work: Generator<void, Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
