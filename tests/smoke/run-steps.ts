import { stripVTControlCharacters } from 'node:util';

/** What one line of the smoke check says. */
export type StepResult = { readonly name: string } & (
  | { readonly state: 'ok'; readonly detail: string }
  | {
      readonly state: 'failed';
      readonly expected: string;
      readonly actual: string;
      /** The whole text, of which `actual` is the beginning. */
      readonly error: string;
      readonly next: string;
    }
  | { readonly state: 'not-asked'; readonly reason: string }
);

export interface Step {
  readonly name: string;
  /** What holds if the step passes. */
  readonly expected: string;
  /** What a person does if it fails. */
  readonly next: string;
  /** The step is asked only if this earlier one has passed. */
  readonly needs?: string;
  /** Why it cannot be asked here; null if it can. */
  readonly notAskedReason?: string | null;
  /** Its share of the time of all steps, at most; a quarter by default. */
  readonly timeShare?: number;
  /** Returns what was seen. Throws what was seen instead, or `NotAskedError`. */
  ask(): Promise<string>;
}

/** The step found out that it cannot be asked here. */
export class NotAskedError extends Error {}

/** Shorter than a screen: the error of a browser contains its whole log. */
const MAX_ACTUAL_LINES = 8;
const MAX_LINE_LENGTH = 300;
const DEFAULT_TIME_SHARE = 0.25;

/**
 * Asks one step after the other; a failed one does not stop the others. No step has the
 * time of all, so that one that hangs leaves time for the rest.
 */
export async function runSteps(
  steps: readonly Step[],
  { totalMs, onResult }: { readonly totalMs: number; onResult(result: StepResult): void },
): Promise<readonly StepResult[]> {
  const deadline = Date.now() + totalMs;
  const results: StepResult[] = [];
  for (const step of steps) {
    const { timeShare = DEFAULT_TIME_SHARE } = step;
    const timeoutMs = Math.min(totalMs * timeShare, deadline - Date.now());
    const result = await runStep(step, results, timeoutMs);
    results.push(result);
    onResult(result);
  }
  return results;
}

async function runStep(
  step: Step,
  earlierResults: readonly StepResult[],
  timeoutMs: number,
): Promise<StepResult> {
  const { name, expected, next, needs, notAskedReason = null } = step;
  if (notAskedReason !== null) return { name, state: 'not-asked', reason: notAskedReason };
  const isPossible =
    needs === undefined ||
    earlierResults.some((earlier) => earlier.name === needs && earlier.state === 'ok');
  if (!isPossible) return { name, state: 'not-asked', reason: `"${needs}" did not pass` };
  try {
    if (timeoutMs <= 0)
      throw new Error(
        'the time of all questions was over; a slow computer needs a higher --seconds',
      );
    return { name, state: 'ok', detail: await withTimeout(step.ask(), timeoutMs) };
  } catch (error) {
    if (error instanceof NotAskedError) return { name, state: 'not-asked', reason: error.message };
    const text = stripVTControlCharacters(error instanceof Error ? error.message : String(error));
    return { name, state: 'failed', expected, actual: shorten(text), error: text, next };
  }
}

/** Rejects if `work` has not settled after this time. */
export async function withTimeout<Value>(work: Promise<Value>, timeoutMs: number): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const message = `nothing within ${Math.ceil(timeoutMs / 1000)} s; a slow computer needs a higher --seconds`;
  const timer = setTimeout(() => reject(new Error(message)), timeoutMs);
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function shorten(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd().slice(0, MAX_LINE_LENGTH))
    .filter((line) => line !== '' && !/^\s+at .*:\d+/.test(line))
    .slice(0, MAX_ACTUAL_LINES)
    .join('\n');
}
