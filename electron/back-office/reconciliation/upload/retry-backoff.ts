import type { Problem, Result } from '../../../../shared/contract/index.ts';
import type { Clock } from '../../../platform/index.ts';
import { needsPerson } from './uploader.ts';

const MIN_RETRY_DELAY_MS = 60_000;
const MAX_RETRY_DELAY_MS = 15 * 60_000;
/** After the fast retries, and for problems that only a person can fix. */
const SLOW_RETRY_DELAY_MS = 60 * 60_000;
const MAX_FAST_RETRIES = 8;

/** The pauses between attempts, separate for each day: a failing day does not delay others. */
export interface RetryBackoff {
  record(day: string, result: Result<null>): void;
  isPaused(day: string): boolean;
  getFailureCount(day: string): number;
  /** Returns when the pause of a day ends, in milliseconds since the epoch; null if it has none. */
  getPauseEnd(day: string): number | null;
  /** Lists the future ends of pauses. */
  listPauseEnds(): number[];
  retainDays(days: ReadonlySet<string>): void;
  clear(): void;
}

export function createRetryBackoff(clock: Clock): RetryBackoff {
  const pauses = new Map<string, { readonly failures: number; readonly until: number }>();
  const getFailureCount = (day: string): number => pauses.get(day)?.failures ?? 0;
  return {
    getFailureCount,
    record: (day, result) => {
      if (result.ok) {
        pauses.delete(day);
        return;
      }
      const failures = getFailureCount(day) + 1;
      pauses.set(day, {
        failures,
        until: clock.now() + computeRetryDelay(result.problem, failures),
      });
    },
    // If more time is left than the longest pause, the clock was set back: the pause is then
    // ignored.
    isPaused: (day) => {
      const pause = pauses.get(day);
      if (pause === undefined) return false;
      const remainingMs = pause.until - clock.now();
      return remainingMs > 0 && remainingMs <= SLOW_RETRY_DELAY_MS;
    },
    getPauseEnd: (day) => pauses.get(day)?.until ?? null,
    // An expired pause needs no timer: the next check ends it.
    listPauseEnds: () => {
      const now = clock.now();
      return [...pauses.values()].map(({ until }) => until).filter((until) => until > now);
    },
    retainDays: (days) => {
      for (const day of pauses.keys()) if (!days.has(day)) pauses.delete(day);
    },
    clear: () => pauses.clear(),
  };
}

function computeRetryDelay(problem: Problem, failures: number): number {
  if (needsPerson(problem) || failures > MAX_FAST_RETRIES) return SLOW_RETRY_DELAY_MS;
  return Math.min(MIN_RETRY_DELAY_MS * 2 ** (failures - 1), MAX_RETRY_DELAY_MS);
}
