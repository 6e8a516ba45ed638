import { setImmediate } from 'node:timers/promises';

/** How long main may be kept from everything else, in milliseconds. */
const BREATH = 8;

/**
 * Runs work that stops of itself now and then, letting everything else run in between. Answers
 * undefined when `isStopped` said so. How it is cut never changes what comes out.
 */
export async function inBreaths<Value>(
  work: Generator<void, Value>,
  isStopped: () => boolean,
): Promise<Value | undefined> {
  let since = performance.now();
  for (;;) {
    if (isStopped()) return undefined;
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since < BREATH) continue;
    await setImmediate();
    since = performance.now();
  }
}

/** The same without a breath, for when somebody waits for it. */
export function atOnce<Value>(work: Generator<void, Value>): Value {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
