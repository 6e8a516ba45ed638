import type { Biller, BillerKind } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Log, runInSlices, runToCompletion } from '../../platform/index.ts';
import type { SearchEntry } from './search-entry.ts';
import { buildSearchIndex, type SearchIndex } from './search-index.ts';
import { BILLER_KINDS, mergeBillerLists, readBillerEntries } from './stored-biller.ts';

/**
 * The search index in use. It is built from the database in the background, and built again when a
 * list was replaced; meanwhile the old one stays in use. If a cashier types before the first one is
 * built, it is finished at once: she would take an empty answer for "there is no such biller".
 */
export interface LiveIndex {
  getCurrent(): SearchIndex;
  /** Every listed biller, once; the same objects that `current` finds. */
  listBillers(): readonly Biller[];
  /** Builds the first index. Resolves when this or a later one is in use. */
  build(): Promise<void>;
  /** Lists were replaced by these billers: builds the index again. */
  replace(changed: ReadonlyMap<BillerKind, readonly SearchEntry[]>): Promise<void>;
  stop(): void;
}

export function createLiveIndex(ports: {
  readonly database: Database;
  readonly log: Log;
}): LiveIndex {
  const { database, log } = ports;
  /** The cached lists that were read so far; the index holds the same objects. */
  const lists = new Map<BillerKind, readonly SearchEntry[]>();
  let index: SearchIndex | null = null;
  let building: { readonly work: Generator<void, SearchIndex> } | null = null;
  let latest: Promise<void> = Promise.resolve();
  let isStopped = false;

  function* work(): Generator<void, SearchIndex> {
    for (const kind of BILLER_KINDS) {
      if (lists.has(kind)) continue;
      const { entries, unreadable } = yield* readBillerEntries(database, kind);
      if (unreadable > 0) log.warn({ kind, unreadable }, 'catalog: cached billers unreadable');
      // A refresh may have been faster and is newer.
      if (!lists.has(kind)) lists.set(kind, entries);
    }
    return yield* buildSearchIndex(mergeBillerLists(lists));
  }

  const build = (): Promise<void> => {
    const mine = { work: work() };
    building = mine;
    const own: Promise<void> = runInSlices(mine.work, () => isStopped || building !== mine).then(
      (built) => {
        if (building === mine) building = null;
        else if (latest !== own) return latest;
        if (built) index = built;
        return undefined;
      },
      (error: unknown) => {
        if (building === mine) building = null;
        log.error({ err: error }, 'catalog: building search index failed');
      },
    );
    latest = own;
    return own;
  };

  const getCurrent = (): SearchIndex => {
    if (index) return index;
    const unfinished = building?.work ?? work();
    building = null;
    index = runToCompletion(unfinished);
    return index;
  };

  return {
    getCurrent,
    listBillers: () => {
      getCurrent();
      return mergeBillerLists(lists).map(({ biller }) => biller);
    },
    build,
    replace: (changed) => {
      for (const [kind, entries] of changed) lists.set(kind, entries);
      return build();
    },
    stop: () => {
      isStopped = true;
    },
  };
}
