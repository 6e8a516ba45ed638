import type { CatalogState } from '../../shared/contract/index.ts';
import { isoTime } from '../platform/index.ts';
import { backOff, untilNextLook } from './due.ts';
import { type CatalogService, createFetchParts, type FetchPorts } from './fetch-parts.ts';
import { dueParts, inOrder, PARTS, type Part } from './parts.ts';

/** One refresh at a time, on its own when something is due and whenever it is asked for. */
export interface Refresher {
  readonly refreshing: CatalogState['refreshing'];
  readonly lastFailure: CatalogState['lastFailure'];
  /** Looks whether something is due, and goes on looking until `stop`. */
  start(): void;
  /** Looks again at once, also if it was waiting after a failure. */
  wake(): void;
  /** Refreshes everything, or joins what is under way and does the rest after it. */
  refresh(): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  stop(): void;
}

export interface RefresherPorts extends FetchPorts {
  readonly service: () => CatalogService | null;
  /** Progress was made, or something else of the state is new. */
  readonly onChange: () => void;
}

export function createRefresher(ports: RefresherPorts): Refresher {
  const { database, clock, log } = ports;
  /** Parts that were asked for or have failed, and are not fetched yet. */
  const owed = new Set<Part>();
  let refreshing: CatalogState['refreshing'] = null;
  let lastFailure: CatalogState['lastFailure'] = null;
  let failures = 0;
  let running: { readonly parts: readonly Part[]; readonly end: Promise<void> } | null = null;
  let cancelTimer: (() => void) | null = null;
  let isStarted = false;
  let isStopped = false;

  const progress = (next: CatalogState['refreshing']): void => {
    refreshing = next;
    ports.onChange();
  };

  const fetchParts = createFetchParts(ports, {
    isStopped: () => isStopped,
    progress,
    kept: (part) => owed.delete(part),
    failed: (part) => owed.add(part),
  });

  const run = async (service: CatalogService, parts: readonly Part[]): Promise<void> => {
    const failure = await fetchParts(service, parts);
    if (isStopped) return;
    failures = failure ? failures + 1 : 0;
    lastFailure = failure ? { at: isoTime(clock.now()), problem: failure.kind } : null;
    progress(null);
  };

  const begin = (parts: readonly Part[]): void => {
    const service = ports.service();
    if (!service || isStopped || running || parts.length === 0) return;
    cancelTimer?.();
    const end = run(service, parts)
      .catch((error: unknown) => {
        failures += 1;
        refreshing = null;
        log.error({ err: error }, 'a refresh of the catalogue broke off');
      })
      .then(() => {
        running = null;
        if (failures > 0) lookAgain(backOff(failures));
        // Parts that were asked for while this went on were not included in it.
        else if (owed.size > 0) begin(inOrder([...owed]));
        else lookAgain(untilNextLook(clock.now()));
      });
    running = { parts, end };
  };

  const look = (): void => {
    if (isStopped || running) return;
    try {
      const parts = inOrder([...dueParts(database, clock.now()), ...owed]);
      if (parts.length > 0 && ports.service()) begin(parts);
      else lookAgain(untilNextLook(clock.now()));
    } catch (error) {
      failures += 1;
      log.error({ err: error }, 'the age of the catalogue could not be read');
      lookAgain(backOff(failures));
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
      for (const part of PARTS) if (!running?.parts.includes(part)) owed.add(part);
      begin(PARTS);
    },
    settled: async () => {
      while (running) await running.end;
    },
    stop: () => {
      isStopped = true;
      cancelTimer?.();
      cancelTimer = null;
    },
  };
}
