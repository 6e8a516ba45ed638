import type { CatalogState } from '../../../shared/contract/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import {
  CATALOG_PARTS,
  type CatalogPart,
  listDueCatalogParts,
  toPartsInFetchOrder,
} from './catalog-parts.ts';
import {
  type CatalogFetchPorts,
  type CatalogService,
  createCatalogPartFetcher,
} from './part-fetcher.ts';
import { computeNextPollDelayMs, computeRefreshBackoffMs } from './refresh-schedule.ts';

/** Runs one refresh at a time, when a part is due or on request. */
export interface CatalogRefresher {
  readonly refreshing: CatalogState['refreshing'];
  readonly lastFailure: CatalogState['lastFailure'];
  /** Checks repeatedly whether a part is due, until `stop`. */
  start(): void;
  /** Checks at once, even during the back-off after a failure. */
  wake(): void;
  /** Refreshes all parts. Joins a refresh in progress; parts that it does not cover follow it. */
  refresh(): void;
  /** Resolves when no refresh is in progress. */
  waitForRunningRefresh(): Promise<void>;
  stop(): void;
}

export interface CatalogRefresherPorts extends CatalogFetchPorts {
  readonly service: () => CatalogService | null;
  /** This till's position in the rates window of the morning, from 0 (the default) up to 1. */
  readonly getRatesWindowFraction?: () => number;
  /** From 0 to 1, for the delays after a failure; `Math.random` if it is left out. */
  readonly random?: () => number;
  /** Progress was made, or another part of the state changed. */
  readonly onChange: () => void;
}

export function createCatalogRefresher(ports: CatalogRefresherPorts): CatalogRefresher {
  const { database, clock, log } = ports;
  const getRatesOffset = ports.getRatesWindowFraction ?? (() => 0);
  const random = ports.random ?? Math.random;
  /** Parts that were requested or failed, and are not fetched yet. */
  const pendingParts = new Set<CatalogPart>();
  let refreshing: CatalogState['refreshing'] = null;
  let lastFailure: CatalogState['lastFailure'] = null;
  let failures = 0;
  let currentRefresh: {
    readonly parts: readonly CatalogPart[];
    readonly end: Promise<void>;
  } | null = null;
  let cancelTimer: (() => void) | null = null;
  let isStarted = false;
  let isStopped = false;

  const onProgress = (next: CatalogState['refreshing']): void => {
    refreshing = next;
    ports.onChange();
  };

  const fetchParts = createCatalogPartFetcher(ports, {
    isStopped: () => isStopped,
    onProgress,
    onPartStored: (part) => pendingParts.delete(part),
    onPartFailed: (part) => pendingParts.add(part),
  });

  const runRefresh = async (
    service: CatalogService,
    parts: readonly CatalogPart[],
  ): Promise<void> => {
    const failure = await fetchParts(service, parts);
    if (isStopped) return;
    failures = failure ? failures + 1 : 0;
    lastFailure = failure ? { at: toIsoTime(clock.now()), problem: failure.kind } : null;
    onProgress(null);
  };

  const startRefresh = (parts: readonly CatalogPart[]): void => {
    const service = ports.service();
    if (!service || isStopped || currentRefresh || parts.length === 0) return;
    cancelTimer?.();
    const done = runRefresh(service, parts)
      .catch((error: unknown) => {
        failures += 1;
        refreshing = null;
        log.error({ err: error }, 'catalog: refresh failed');
      })
      .then(() => {
        currentRefresh = null;
        if (failures > 0) schedulePoll(computeRefreshBackoffMs(failures, random()));
        // Parts requested during this refresh were not part of it.
        else if (pendingParts.size > 0) startRefresh(toPartsInFetchOrder([...pendingParts]));
        else schedulePoll(computeNextPollDelayMs(clock.now(), getRatesOffset()));
      });
    currentRefresh = { parts, end: done };
  };

  const poll = (): void => {
    if (isStopped || currentRefresh) return;
    try {
      const parts = toPartsInFetchOrder([
        ...listDueCatalogParts(database, clock.now(), getRatesOffset()),
        ...pendingParts,
      ]);
      if (parts.length > 0 && ports.service()) startRefresh(parts);
      else schedulePoll(computeNextPollDelayMs(clock.now(), getRatesOffset()));
    } catch (error) {
      failures += 1;
      log.error({ err: error }, 'catalog: reading cache age failed');
      schedulePoll(computeRefreshBackoffMs(failures, random()));
    }
  };

  const schedulePoll = (milliseconds: number): void => {
    cancelTimer?.();
    cancelTimer = isStarted && !isStopped ? clock.after(milliseconds, poll) : null;
  };

  return {
    get refreshing() {
      return refreshing;
    },
    get lastFailure() {
      return lastFailure;
    },
    start: () => {
      isStarted = true;
      poll();
    },
    wake: () => {
      if (!isStarted) return;
      failures = 0;
      poll();
    },
    refresh: () => {
      for (const part of CATALOG_PARTS)
        if (!currentRefresh?.parts.includes(part)) pendingParts.add(part);
      startRefresh(CATALOG_PARTS);
    },
    waitForRunningRefresh: async () => {
      while (currentRefresh) await currentRefresh.end;
    },
    stop: () => {
      isStopped = true;
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
