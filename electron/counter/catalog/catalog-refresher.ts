import type { CatalogState } from '../../../shared/contract/index.ts';
import { toIsoTime } from '../../platform/index.ts';
import { CATALOG_PARTS, type CatalogPart, listDueParts, toFetchOrder } from './catalog-parts.ts';
import { type CatalogService, createPartFetcher, type FetchPorts } from './part-fetcher.ts';
import { computeBackoffDelay, computeNextPollDelay } from './refresh-schedule.ts';

/** One refresh at a time, on its own when something is due and whenever it is asked for. */
export interface CatalogRefresher {
  readonly refreshing: CatalogState['refreshing'];
  readonly lastFailure: CatalogState['lastFailure'];
  /** Checks whether something is due, again and again until `stop`. */
  start(): void;
  /** Checks at once, even if it was waiting after a failure. */
  wake(): void;
  /** Refreshes everything. A refresh under way is joined, and the rest follows it. */
  refresh(): void;
  /** Resolves when no refresh is under way. */
  waitUntilSettled(): Promise<void>;
  stop(): void;
}

export interface RefresherPorts extends FetchPorts {
  readonly service: () => CatalogService | null;
  /** This till's own moment in the rates' morning, from 0 up to 1; its beginning if left out. */
  readonly ratesRefreshOffset?: () => number;
  /** From 0 to 1, for the waits after a failure; the machine's if it is left out. */
  readonly random?: () => number;
  /** Progress was made, or another part of the state changed. */
  readonly onChange: () => void;
}

export function createCatalogRefresher(ports: RefresherPorts): CatalogRefresher {
  const { database, clock, log } = ports;
  const moment = ports.ratesRefreshOffset ?? (() => 0);
  const random = ports.random ?? Math.random;
  /** Parts that were requested or failed, and are not fetched yet. */
  const owed = new Set<CatalogPart>();
  let refreshing: CatalogState['refreshing'] = null;
  let lastFailure: CatalogState['lastFailure'] = null;
  let failures = 0;
  let running: { readonly parts: readonly CatalogPart[]; readonly end: Promise<void> } | null =
    null;
  let cancelTimer: (() => void) | null = null;
  let isStarted = false;
  let isStopped = false;

  const onProgress = (next: CatalogState['refreshing']): void => {
    refreshing = next;
    ports.onChange();
  };

  const fetchParts = createPartFetcher(ports, {
    isStopped: () => isStopped,
    onProgress,
    onPartStored: (part) => owed.delete(part),
    onPartFailed: (part) => owed.add(part),
  });

  const run = async (service: CatalogService, parts: readonly CatalogPart[]): Promise<void> => {
    const failure = await fetchParts(service, parts);
    if (isStopped) return;
    failures = failure ? failures + 1 : 0;
    lastFailure = failure ? { at: toIsoTime(clock.now()), problem: failure.kind } : null;
    onProgress(null);
  };

  const begin = (parts: readonly CatalogPart[]): void => {
    const service = ports.service();
    if (!service || isStopped || running || parts.length === 0) return;
    cancelTimer?.();
    const end = run(service, parts)
      .catch((error: unknown) => {
        failures += 1;
        refreshing = null;
        log.error({ err: error }, 'catalog: refresh failed');
      })
      .then(() => {
        running = null;
        if (failures > 0) lookAgain(computeBackoffDelay(failures, random()));
        // Parts requested during this refresh were not part of it.
        else if (owed.size > 0) begin(toFetchOrder([...owed]));
        else lookAgain(computeNextPollDelay(clock.now(), moment()));
      });
    running = { parts, end };
  };

  const look = (): void => {
    if (isStopped || running) return;
    try {
      const parts = toFetchOrder([...listDueParts(database, clock.now(), moment()), ...owed]);
      if (parts.length > 0 && ports.service()) begin(parts);
      else lookAgain(computeNextPollDelay(clock.now(), moment()));
    } catch (error) {
      failures += 1;
      log.error({ err: error }, 'catalog: reading cache age failed');
      lookAgain(computeBackoffDelay(failures, random()));
    }
  };

  const lookAgain = (milliseconds: number): void => {
    cancelTimer?.();
    cancelTimer = isStarted && !isStopped ? clock.after(milliseconds, look) : null;
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
      look();
    },
    wake: () => {
      if (!isStarted) return;
      failures = 0;
      look();
    },
    refresh: () => {
      for (const part of CATALOG_PARTS) if (!running?.parts.includes(part)) owed.add(part);
      begin(CATALOG_PARTS);
    },
    waitUntilSettled: async () => {
      while (running) await running.end;
    },
    stop: () => {
      isStopped = true;
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
