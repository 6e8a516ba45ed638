import {
  type Biller,
  type BillerKind,
  type CatalogState,
  fail,
  ok,
  type Problem,
  type Result,
} from '../../../shared/contract/index.ts';
import { type Database, StorageError, toStorageProblem } from '../../ledger/index.ts';
import { type Clock, type Log, yieldToEventLoop } from '../../platform/index.ts';
import type { BillPaymentService } from '../../service/index.ts';
import type { CatalogPart } from './catalog-parts.ts';
import { type BillerRow, readBillerList } from './catalog-queries.ts';
import { type BillerSearchEntry, toBillerSearchEntry } from './search-entry.ts';
import { replaceStoredBillerList, replaceStoredRates } from './store-catalog.ts';

/** The reads of the service that the catalogue needs. */
export type CatalogService = Pick<
  BillPaymentService,
  'version' | 'readBillers' | 'readExchangeRates'
>;

export interface CatalogFetchPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with the lists whose billers changed, after their commit. */
  readonly onBillersChange: (
    changed: ReadonlyMap<BillerKind, readonly BillerSearchEntry[]>,
  ) => Promise<void>;
}

/** Once `isStopped` is true, no part is reported or stored. */
export interface CatalogFetchListener {
  readonly isStopped: () => boolean;
  readonly onProgress: (now: NonNullable<CatalogState['refreshing']>) => void;
  readonly onPartStored: (part: CatalogPart) => void;
  readonly onPartFailed: (part: CatalogPart) => void;
}

/**
 * Fetches these parts one after the other and stores them; returns the first failure. Parts that
 * arrive in quick succession share a commit; if the service takes longer, each part is stored while
 * the next request is open.
 */
export type CatalogPartFetcher = (
  service: CatalogService,
  parts: readonly CatalogPart[],
) => Promise<Problem | null>;

/** A fetched part. `store` is called inside a commit, and returns whether the part changed. */
interface FetchedPart {
  readonly part: CatalogPart;
  readonly store: (now: number) => Result<boolean>;
  /** Called only if the list changed. */
  readonly entries: () => readonly BillerSearchEntry[];
}

/** A part that arrives within this time is stored in the commit of the part before it. */
const SHARED_COMMIT_WINDOW_MS = 20;

export function createCatalogPartFetcher(
  ports: CatalogFetchPorts,
  listener: CatalogFetchListener,
): CatalogPartFetcher {
  const { database, clock, log } = ports;
  const { isStopped, onProgress } = listener;

  const fetchList = async (
    kind: BillerKind,
    service: CatalogService,
  ): Promise<Result<FetchedPart>> => {
    // Converted page by page, so that only the commit and the index remain after the last page.
    const convertedBillers = new Map<number, FetchedBiller>();
    const isNew = readBillerList(database, kind) === null;
    const convertBiller = (biller: Biller): FetchedBiller => toFetchedBiller(biller, isNew);
    const billers = await service.readBillers(kind, ({ page, totalPages }, pageBillers) => {
      if (isStopped()) return;
      for (const biller of pageBillers) convertedBillers.set(biller.id, convertBiller(biller));
      onProgress({ kind, done: page, total: totalPages });
    });
    if (!billers.ok) return billers;
    const list = billers.value.map(
      (biller) => convertedBillers.get(biller.id) ?? convertBiller(biller),
    );
    const rows = list.map(({ row }) => row).sort((a, b) => a.id - b.id);
    return ok({
      part: kind,
      store: (now) => replaceStoredBillerList({ database, log }, kind, rows, now),
      entries: () => list.map(({ buildEntry }) => buildEntry()),
    });
  };

  const fetchRates = async (service: CatalogService): Promise<Result<FetchedPart>> => {
    const rates = await service.readExchangeRates();
    if (!rates.ok) return rates;
    const store = (now: number) => replaceStoredRates(database, rates.value, now);
    return ok({ part: 'rates', store, entries: () => [] });
  };

  const fetchSafely = async <Value>(
    part: CatalogPart,
    work: () => Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StorageError) return fail(toStorageProblem(error));
      log.error({ err: error, part }, 'catalog: fetching part failed');
      return fail({ kind: 'internal', reference: `catalog-${part}` });
    }
  };

  const fetchPart = (part: CatalogPart, service: CatalogService): Promise<Result<FetchedPart>> => {
    onProgress({ kind: part, done: 0, total: null });
    return fetchSafely(part, () =>
      part === 'rates' ? fetchRates(service) : fetchList(part, service),
    );
  };

  /** Stores these parts in one commit, and reports the changed lists. */
  const storeParts = async (
    parts: readonly FetchedPart[],
  ): Promise<Result<readonly Result<boolean>[]>> => {
    // The commit cannot be interrupted and takes longest, so it gets a turn of its own.
    await yieldToEventLoop();
    if (isStopped()) return ok([]);
    const now = clock.now();
    const stored = database.commit(() => parts.map(({ store }) => store(now)));
    const changed = new Map<BillerKind, readonly BillerSearchEntry[]>();
    for (const [index, { part, entries }] of parts.entries()) {
      const result = stored[index];
      if (part !== 'rates' && result?.ok && result.value) changed.set(part, entries());
    }
    if (changed.size === 0) return ok(stored);
    // Building the search index starts in a turn of its own, because the commit's is the longest.
    await yieldToEventLoop();
    if (!isStopped()) await ports.onBillersChange(changed);
    return ok(stored);
  };

  return async (service, parts) => {
    let failure: Problem | null = null;
    const reportResult = (part: CatalogPart, result: Result<unknown>): void => {
      if (result.ok) {
        listener.onPartStored(part);
        return;
      }
      failure ??= result.problem;
      listener.onPartFailed(part);
      log.warn({ part, problem: result.problem.kind }, 'catalog: part not refreshed');
    };
    const remainingParts = [...parts];
    let fetchedParts: FetchedPart[] = [];
    let part = remainingParts.shift();
    let pendingPart = part && fetchPart(part, service);
    while (part && pendingPart) {
      const fetched = await pendingPart;
      if (isStopped()) return failure;
      if (fetched.ok) fetchedParts.push(fetched.value);
      else reportResult(part, fetched);
      part =
        fetched.ok || !isServiceWideProblem(fetched.problem) ? remainingParts.shift() : undefined;
      pendingPart = part && fetchPart(part, service);
      if (pendingPart && (await isSettledWithinWindow(pendingPart, clock))) continue;
      const [firstPart] = fetchedParts;
      if (firstPart === undefined) continue;
      const batch = fetchedParts;
      fetchedParts = [];
      const stored = await fetchSafely(firstPart.part, () => storeParts(batch));
      if (isStopped()) return failure;
      for (const [index, fetchedPart] of batch.entries()) {
        reportResult(fetchedPart.part, stored.ok ? (stored.value[index] ?? ok(false)) : stored);
      }
      if (stored.ok || !isServiceWideProblem(stored.problem)) continue;
      // Wait for the open request: nothing may be reported after this function returns.
      await pendingPart;
      break;
    }
    return failure;
  };
}

/** Resolves to true if the promise settles within the shared commit window, otherwise to false. */
function isSettledWithinWindow(promise: Promise<unknown>, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(SHARED_COMMIT_WINDOW_MS, () => resolve(false));
    void promise.then(() => {
      cancel();
      resolve(true);
    });
  });
}

/** True if the next list would fail the same way, to avoid four more timeouts. */
function isServiceWideProblem(problem: Problem): boolean {
  switch (problem.kind) {
    case 'service-unreachable':
    case 'service-silent':
    case 'keys-refused':
    case 'clock-off':
    case 'storage':
      return true;
    default:
      return problem.kind === 'service-refused' && problem.httpStatus === 429;
  }
}

/** A biller of the service with its ledger row and its search entry. */
interface FetchedBiller {
  readonly row: BillerRow;
  readonly buildEntry: () => BillerSearchEntry;
}

/**
 * `isNew` means that the till does not have this list yet: the search entry is then built at once.
 * Otherwise it is built on demand, because lists rarely change from week to week.
 */
function toFetchedBiller(biller: Biller, isNew: boolean): FetchedBiller {
  const entry = isNew ? toBillerSearchEntry(biller) : null;
  return {
    row: { id: biller.id, biller: JSON.stringify(biller) },
    buildEntry: () => entry ?? toBillerSearchEntry(biller),
  };
}
