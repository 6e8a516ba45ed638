import { setImmediate } from 'node:timers/promises';

/** Long work in main, done in pieces so that a payment never waits for the whole of it. */

/** Lets everything else that is ready run first. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}

/** How long main may be kept from everything else, in milliseconds. */
const LONGEST_PIECE = 8;

/**
 * Runs a generator that yields at each point where it may be interrupted, and lets everything else
 * run now and then. Resolves to undefined once `isStopped` is true. The interruptions never change
 * the result.
 */
export async function runInPieces<Value>(
  work: Generator<void, Value>,
  isStopped: () => boolean,
): Promise<Value | undefined> {
  let since = performance.now();
  for (;;) {
    if (isStopped()) return undefined;
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < LONGEST_PIECE) continue;
    await yieldToEventLoop();
    since = performance.now();
  }
}

/** The same work without an interruption, for when somebody waits for it. */
export function runAtOnce<Value>(work: Generator<void, Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
