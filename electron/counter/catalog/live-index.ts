import type { Biller, BillerKind } from '../../../shared/contract/index.ts';
import type { Database } from '../../ledger/index.ts';
import { type Log, runInSlices, runToCompletion } from '../../platform/index.ts';
import type { BillerSearchEntry } from './search-entry.ts';
import { type BillerSearchIndex, buildBillerSearchIndex } from './search-index.ts';
import { BILLER_KINDS, mergeBillerLists, readBillerSearchEntries } from './stored-biller.ts';

/**
 * The search index in use. It is built from the database in the background, and rebuilt after a list
 * is replaced; until then the old index stays in use. A search before the first index is ready
 * completes it synchronously: an empty result would look like "there is no such biller".
 */
export interface BillerSearchIndexHolder {
  getCurrentIndex(): BillerSearchIndex;
  /** Every listed biller, once; the same objects that `getCurrentIndex` finds. */
  listBillers(): readonly Biller[];
  /** Builds the first index. Resolves when this or a later index is in use. */
  buildFromLedger(): Promise<void>;
  /** Replaces the billers of these lists, and rebuilds the index. */
  replaceBillerLists(changed: ReadonlyMap<BillerKind, readonly BillerSearchEntry[]>): Promise<void>;
  stop(): void;
}

export function createBillerSearchIndexHolder(ports: {
  readonly database: Database;
  readonly log: Log;
}): BillerSearchIndexHolder {
  const { database, log } = ports;
  /** The cached lists that were read so far; the index holds the same objects. */
  const lists = new Map<BillerKind, readonly BillerSearchEntry[]>();
  let index: BillerSearchIndex | null = null;
  let currentBuild: { readonly work: Generator<void, BillerSearchIndex> } | null = null;
  let latestBuild: Promise<void> = Promise.resolve();
  let isStopped = false;

  function* createBuildSteps(): Generator<void, BillerSearchIndex> {
    for (const kind of BILLER_KINDS) {
      if (lists.has(kind)) continue;
      const { entries, unreadable } = yield* readBillerSearchEntries(database, kind);
      if (unreadable > 0) log.warn({ kind, unreadable }, 'catalog: cached billers unreadable');
      // A refresh may have replaced the list in the meantime and is newer.
      if (!lists.has(kind)) lists.set(kind, entries);
    }
    return yield* buildBillerSearchIndex(mergeBillerLists(lists));
  }

  const build = (): Promise<void> => {
    const newBuild = { work: createBuildSteps() };
    currentBuild = newBuild;
    const buildDone: Promise<void> = runInSlices(
      newBuild.work,
      () => isStopped || currentBuild !== newBuild,
    ).then(
      (newIndex) => {
        if (currentBuild === newBuild) currentBuild = null;
        else if (latestBuild !== buildDone) return latestBuild;
        if (newIndex) index = newIndex;
        return undefined;
      },
      (error: unknown) => {
        if (currentBuild === newBuild) currentBuild = null;
        log.error({ err: error }, 'catalog: building search index failed');
      },
    );
    latestBuild = buildDone;
    return buildDone;
  };

  const getCurrent = (): BillerSearchIndex => {
    if (index) return index;
    const steps = currentBuild?.work ?? createBuildSteps();
    currentBuild = null;
    index = runToCompletion(steps);
    return index;
  };

  return {
    getCurrentIndex: getCurrent,
    listBillers: () => {
      getCurrent();
      return mergeBillerLists(lists).map(({ biller }) => biller);
    },
    buildFromLedger: build,
    replaceBillerLists: (changed) => {
      for (const [kind, entries] of changed) lists.set(kind, entries);
      return build();
    },
    stop: () => {
      isStopped = true;
    },
  };
}
