import type {
  Biller,
  BillerKind,
  CatalogState,
  Problem,
  Result,
} from '../../../shared/contract/index.ts';
import { fail, ok } from '../../../shared/contract/index.ts';
import { type Database, StorageError, toStorageProblem } from '../../ledger/index.ts';
import { type Clock, type Log, yieldToEventLoop } from '../../platform/index.ts';
import type { BillPaymentService } from '../../service/index.ts';
import type { CatalogPart } from './catalog-parts.ts';
import { readBillerList } from './catalog-queries.ts';
import { type FetchedBiller, toFetchedBiller } from './fetched-biller.ts';
import type { SearchEntry } from './search-entry.ts';
import { storeBillerList, storeRates } from './store-catalog.ts';

/** The reads of the service that the catalogue needs. */
export type CatalogService = Pick<BillPaymentService, 'version' | 'billers' | 'rates'>;

export interface FetchPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Lists hold other billers than before. */
  readonly onBillersChange: (
    changed: ReadonlyMap<BillerKind, readonly SearchEntry[]>,
  ) => Promise<void>;
}

/** Once `isStopped` is true, no part is reported or kept. */
export interface FetchListener {
  readonly isStopped: () => boolean;
  readonly onProgress: (now: NonNullable<CatalogState['refreshing']>) => void;
  readonly onPartStored: (part: CatalogPart) => void;
  readonly onPartFailed: (part: CatalogPart) => void;
}

/**
 * Fetches these parts one after the other and keeps them; returns the first failure. What follows
 * at once is kept in one commit with what came before it; where the service takes longer, each part
 * is kept while the next one is on its way.
 */
export type PartFetcher = (
  service: CatalogService,
  parts: readonly CatalogPart[],
) => Promise<Problem | null>;

/** A part that has come. `store` is called inside a commit, and answers whether it is changed. */
interface FetchedPart {
  readonly part: CatalogPart;
  readonly store: (now: number) => Result<boolean>;
  /** Asked for only where the list is changed. */
  readonly entries: () => readonly SearchEntry[];
}

/** A part that is here within this time, in milliseconds, is kept with the one before it. */
const SHARED_COMMIT_WINDOW_MS = 20;

export function createPartFetcher(ports: FetchPorts, listener: FetchListener): PartFetcher {
  const { database, clock, log } = ports;
  const { isStopped, onProgress } = listener;

  const fetchList = async (
    kind: BillerKind,
    service: CatalogService,
  ): Promise<Result<FetchedPart>> => {
    // Page by page: after the last one, only the commit and the index are left.
    const made = new Map<number, FetchedBiller>();
    const isNew = readBillerList(database, kind) === null;
    const make = (biller: Biller): FetchedBiller => toFetchedBiller(biller, isNew);
    const billers = await service.billers(kind, ({ page, totalPages }, some) => {
      if (isStopped()) return;
      for (const biller of some) made.set(biller.id, make(biller));
      onProgress({ kind, done: page, total: totalPages });
    });
    if (!billers.ok) return billers;
    const list = billers.value.map((biller) => made.get(biller.id) ?? make(biller));
    const rows = list.map(({ row }) => row).sort((a, b) => a.id - b.id);
    return ok({
      part: kind,
      store: (now) => storeBillerList({ database, log }, kind, rows, now),
      entries: () => list.map(({ entry }) => entry()),
    });
  };

  const fetchRates = async (service: CatalogService): Promise<Result<FetchedPart>> => {
    const rates = await service.rates();
    if (!rates.ok) return rates;
    const store = (now: number) => storeRates(database, rates.value, now);
    return ok({ part: 'rates', store, entries: () => [] });
  };

  const attempt = async <Value>(
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
    return attempt(part, () => (part === 'rates' ? fetchRates(service) : fetchList(part, service)));
  };

  /** Keeps these parts in one commit, and makes what is changed known. */
  const keep = async (
    parts: readonly FetchedPart[],
  ): Promise<Result<readonly Result<boolean>[]>> => {
    // The commit cannot be interrupted and takes longest, so it gets a turn of its own.
    await yieldToEventLoop();
    if (isStopped()) return ok([]);
    const now = clock.now();
    const stored = database.commit(() => parts.map(({ store }) => store(now)));
    const changed = new Map<BillerKind, readonly SearchEntry[]>();
    for (const [index, { part, entries }] of parts.entries()) {
      const one = stored[index];
      if (part !== 'rates' && one?.ok && one.value) changed.set(part, entries());
    }
    if (changed.size === 0) return ok(stored);
    // Building the search index begins at once: not in the turn of the commit, the longest of all.
    await yieldToEventLoop();
    if (!isStopped()) await ports.onBillersChange(changed);
    return ok(stored);
  };

  return async (service, parts) => {
    let failure: Problem | null = null;
    const note = (part: CatalogPart, result: Result<unknown>): void => {
      if (result.ok) {
        listener.onPartStored(part);
        return;
      }
      failure ??= result.problem;
      listener.onPartFailed(part);
      log.warn({ part, problem: result.problem.kind }, 'catalog: part not refreshed');
    };
    const left = [...parts];
    let waiting: FetchedPart[] = [];
    let part = left.shift();
    let coming = part && fetchPart(part, service);
    while (part && coming) {
      const fetched = await coming;
      if (isStopped()) return failure;
      if (fetched.ok) waiting.push(fetched.value);
      else note(part, fetched);
      part = fetched.ok || !isServiceWideProblem(fetched.problem) ? left.shift() : undefined;
      coming = part && fetchPart(part, service);
      if (coming && (await isSettledWithinWindow(coming, clock))) continue;
      const [first] = waiting;
      if (first === undefined) continue;
      const together = waiting;
      waiting = [];
      const kept = await attempt(first.part, () => keep(together));
      if (isStopped()) return failure;
      for (const [index, one] of together.entries()) {
        note(one.part, kept.ok ? (kept.value[index] ?? ok(false)) : kept);
      }
      if (kept.ok || !isServiceWideProblem(kept.problem)) continue;
      // Wait for the request under way: nothing may be reported after this.
      await coming;
      break;
    }
    return failure;
  };
}

/** Resolves once it has come, or to false where that takes longer. */
function isSettledWithinWindow(coming: Promise<unknown>, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = clock.after(SHARED_COMMIT_WINDOW_MS, () => resolve(false));
    void coming.then(() => {
      cancel();
      resolve(true);
    });
  });
}

/** True if the next list would fail the same way: four more time-outs are not worth it. */
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
