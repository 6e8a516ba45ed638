import type { Biller, BillerKind } from '../../shared/contract/index.ts';
import type { Database } from '../ledger/index.ts';
import { type Log, runAtOnce, runInPieces } from '../platform/index.ts';
import { buildIndex, type SearchIndex } from './search-index.ts';
import { distinct, KINDS, readList } from './stored-biller.ts';

/**
 * The search index that answers now. It is built from the database in the background, and again
 * when a list was replaced; while a new one is built the one before goes on answering. Whoever
 * types before the first is built has it finished at once: an empty answer would be taken for
 * "there is no such biller".
 */
export interface LiveIndex {
  current(): SearchIndex;
  /** Every biller that is listed, each once; the same objects that `current` finds. */
  all(): readonly Biller[];
  /** Builds the first one. Resolves when this or a later building is the one that answers. */
  build(): Promise<void>;
  /** A list was replaced by these billers: builds anew. */
  replace(kind: BillerKind, billers: readonly Biller[]): Promise<void>;
  stop(): void;
}

export function createLiveIndex(ports: {
  readonly database: Database;
  readonly log: Log;
}): LiveIndex {
  const { database, log } = ports;
  /** As they are cached, as far as they were read; the index holds the same objects. */
  const lists = new Map<BillerKind, readonly Biller[]>();
  let index: SearchIndex | null = null;
  let building: { readonly work: Generator<void, SearchIndex> } | null = null;
  let latest: Promise<void> = Promise.resolve();
  let isStopped = false;

  function* work(): Generator<void, SearchIndex> {
    for (const kind of KINDS) {
      if (lists.has(kind)) continue;
      const { billers, unreadable } = yield* readList(database, kind);
      if (unreadable > 0) log.warn({ kind, unreadable }, 'cached billers could not be read');
      // A refresh may have been faster.
      if (!lists.has(kind)) lists.set(kind, billers);
    }
    return yield* buildIndex(distinct(lists));
  }

  const build = (): Promise<void> => {
    const mine = { work: work() };
    building = mine;
    const own: Promise<void> = runInPieces(mine.work, () => isStopped || building !== mine).then(
      (built) => {
        if (building === mine) building = null;
        else if (latest !== own) return latest;
        if (built) index = built;
        return undefined;
      },
      (error: unknown) => {
        if (building === mine) building = null;
        log.error({ err: error }, 'the search index could not be built');
      },
    );
    latest = own;
    return own;
  };

  const current = (): SearchIndex => {
    if (index) return index;
    const unfinished = building?.work ?? work();
    building = null;
    index = runAtOnce(unfinished);
    return index;
  };

  return {
    current,
    all: () => {
      current();
      return distinct(lists);
    },
    build,
    replace: (kind, billers) => {
      lists.set(kind, billers);
      return build();
    },
    stop: () => {
      isStopped = true;
    },
  };
}
