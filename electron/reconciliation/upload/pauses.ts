import type { Problem, Result } from '../../../shared/contract/index.ts';
import type { Clock } from '../../platform/index.ts';
import { needsPerson } from './uploads.ts';

const FIRST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** After the window, and for trouble that only a person can fix. */
const SELDOM_MS = 60 * 60_000;
const OFTEN = 8;

/** Pauses between attempts, separate for each day: a day that is stuck delays no other. */
export interface Pauses {
  note(day: string, result: Result<null>): void;
  isPaused(day: string): boolean;
  failures(day: string): number;
  /** When the pause of a day ends; null if it has none. */
  until(day: string): number | null;
  /** The ends that are still to come. */
  ahead(): number[];
  keepOnly(days: ReadonlySet<string>): void;
  clear(): void;
}

export function createPauses(clock: Clock): Pauses {
  const pauses = new Map<string, { readonly failures: number; readonly until: number }>();
  const failures = (day: string): number => pauses.get(day)?.failures ?? 0;
  return {
    failures,
    note: (day, result) => {
      if (result.ok) {
        pauses.delete(day);
        return;
      }
      const times = failures(day) + 1;
      pauses.set(day, { failures: times, until: clock.now() + pauseAfter(result.problem, times) });
    },
    // More than any pause is left only if the clock was set back: the attempt then does not wait.
    isPaused: (day) => {
      const pause = pauses.get(day);
      if (pause === undefined) return false;
      const left = pause.until - clock.now();
      return left > 0 && left <= SELDOM_MS;
    },
    until: (day) => pauses.get(day)?.until ?? null,
    // A pause that is over needs no timer: the next check ends it.
    ahead: () => {
      const now = clock.now();
      return [...pauses.values()].map(({ until }) => until).filter((until) => until > now);
    },
    keepOnly: (days) => {
      for (const day of pauses.keys()) if (!days.has(day)) pauses.delete(day);
    },
    clear: () => pauses.clear(),
  };
}

function pauseAfter(problem: Problem, failures: number): number {
  if (needsPerson(problem) || failures > OFTEN) return SELDOM_MS;
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}
