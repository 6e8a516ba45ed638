import type { ReceivedNotice } from './parse-notices.ts';

/** Commits hints; false if the database did not take them. It must settle in bounded time. */
export type SaveNotices = (hints: readonly ReceivedNotice[]) => Promise<boolean>;

interface PendingNotices {
  readonly hints: readonly ReceivedNotice[];
  readonly resolve: (isKept: boolean) => void;
}

/** Requests that wait for a commit at once; more are told to come again. */
const MAX_PENDING_REQUESTS = 1000;
const MAX_REQUESTS_PER_COMMIT = 200;

export interface NoticeBatcher {
  /** True once they are committed. */
  save(hints: readonly ReceivedNotice[]): Promise<boolean>;
  /** Resolves once nothing waits any more. */
  waitUntilIdle(): Promise<void>;
}

/** One commit at a time; what comes meanwhile goes into the next one. */
export function createNoticeBatcher(keepHints: SaveNotices): NoticeBatcher {
  let waiting: PendingNotices[] = [];
  let work: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_REQUESTS_PER_COMMIT);
      waiting = waiting.slice(MAX_REQUESTS_PER_COMMIT);
      const isKept = await keepHints(toUniqueNotices(batch.flatMap(({ hints }) => hints))).catch(
        () => false,
      );
      for (const { resolve } of batch) resolve(isKept);
    }
  };

  return {
    save: (hints) => {
      if (waiting.length >= MAX_PENDING_REQUESTS) return Promise.resolve(false);
      return new Promise((resolve) => {
        waiting.push({ hints, resolve: resolve });
        work ??= run().finally(() => {
          work = null;
        });
      });
    },
    waitUntilIdle: async () => {
      await work;
    },
  };
}

/** In one order: two processes that commit the same ones at once do not wait for each other. */
function toUniqueNotices(hints: readonly ReceivedNotice[]): ReceivedNotice[] {
  const named = new Map(hints.map((hint) => [`${hint.kind} ${hint.key}`, hint]));
  return [...named].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, hint]) => hint);
}
