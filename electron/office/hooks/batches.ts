import type { Hint } from './hints-in.ts';

/** Commits hints; false if the database did not take them. It must settle in bounded time. */
export type KeepHints = (hints: readonly Hint[]) => Promise<boolean>;

interface Waiting {
  readonly hints: readonly Hint[];
  readonly tell: (isKept: boolean) => void;
}

/** Requests that wait for a commit at once; more are told to come again. */
const MOST_WAITING = 1000;
const MOST_TOGETHER = 200;

export interface Batches {
  /** True once they are committed. */
  keep(hints: readonly Hint[]): Promise<boolean>;
  /** Resolves once nothing waits any more. */
  idle(): Promise<void>;
}

/** One commit at a time; what comes meanwhile goes into the next one. */
export function createBatches(keepHints: KeepHints): Batches {
  let waiting: Waiting[] = [];
  let work: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_TOGETHER);
      waiting = waiting.slice(MOST_TOGETHER);
      const isKept = await keepHints(once(batch.flatMap(({ hints }) => hints))).catch(() => false);
      for (const { tell } of batch) tell(isKept);
    }
  };

  return {
    keep: (hints) => {
      if (waiting.length >= MOST_WAITING) return Promise.resolve(false);
      return new Promise((resolve) => {
        waiting.push({ hints, tell: resolve });
        work ??= run().finally(() => {
          work = null;
        });
      });
    },
    idle: async () => {
      await work;
    },
  };
}

/** In one order: two processes that commit the same ones at once do not wait for each other. */
function once(hints: readonly Hint[]): Hint[] {
  const named = new Map(hints.map((hint) => [`${hint.kind} ${hint.key}`, hint]));
  return [...named].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, hint]) => hint);
}
