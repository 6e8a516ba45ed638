import type {
  Biller,
  BillerKind,
  CatalogState,
  Problem,
  Result,
} from '../../shared/contract/index.ts';
import { fail, ok } from '../../shared/contract/index.ts';
import { type Database, StorageError, storageProblem } from '../ledger/index.ts';
import { type Clock, type Log, yieldToEventLoop } from '../platform/index.ts';
import type { BillPaymentService } from '../service/index.ts';
import type { Part } from './parts.ts';
import { storeList, storeRates } from './replace.ts';

/** The reads of the service that the catalogue needs. */
export type CatalogService = Pick<BillPaymentService, 'version' | 'billers' | 'rates'>;

export interface FetchPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** A list holds other billers than before. */
  readonly onBillers: (kind: BillerKind, billers: readonly Biller[]) => Promise<void>;
}

/** Once `isStopped` is true, no part is reported or kept. */
export interface FetchListener {
  readonly isStopped: () => boolean;
  readonly progress: (now: NonNullable<CatalogState['refreshing']>) => void;
  readonly kept: (part: Part) => void;
  readonly failed: (part: Part) => void;
}

/** Fetches these parts one after the other and keeps them; returns the first failure. */
export type FetchParts = (
  service: CatalogService,
  parts: readonly Part[],
) => Promise<Problem | null>;

type Keep = () => Promise<Result<null>>;

export function createFetchParts(ports: FetchPorts, listener: FetchListener): FetchParts {
  const { database, clock, log } = ports;
  const { isStopped, progress } = listener;

  /** Returns the fetched part as the function that keeps it. */
  const fetchPart = async (part: Part, service: CatalogService): Promise<Result<Keep>> => {
    progress({ kind: part, done: 0, total: null });
    if (part === 'rates') {
      const rates = await service.rates();
      if (!rates.ok) return rates;
      return ok(async () => storeRates(database, rates.value, clock.now()));
    }
    const billers = await service.billers(part, ({ page, totalPages }) => {
      if (!isStopped()) progress({ kind: part, done: page, total: totalPages });
    });
    return billers.ok ? ok(() => keepList(part, billers.value)) : billers;
  };

  const keepList = async (kind: BillerKind, billers: readonly Biller[]): Promise<Result<null>> => {
    const stored = await storeList({ database, log }, kind, billers, clock, isStopped);
    if (!stored.ok) return stored;
    if (stored.value && !isStopped()) await ports.onBillers(kind, billers);
    return ok(null);
  };

  const attempt = async <Value>(
    part: Part,
    work: () => Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StorageError) return fail(storageProblem(error));
      log.error({ err: error, part }, 'a refresh of the catalogue broke off');
      return fail({ kind: 'internal', reference: `catalog-${part}` });
    }
  };

  return async (service, parts) => {
    let failure: Problem | null = null;
    const fetching = (part: Part) => attempt(part, () => fetchPart(part, service));
    const left = [...parts];
    let part = left.shift();
    let coming = part && fetching(part);
    while (part && coming) {
      const fetched = await coming;
      if (isStopped()) return failure;
      const next = fetched.ok || !concernsAll(fetched.problem) ? left.shift() : undefined;
      coming = next && fetching(next);
      // The service works on the next part while this one is kept.
      if (next) await yieldToEventLoop();
      const result = fetched.ok ? await attempt(part, fetched.value) : fetched;
      if (isStopped()) return failure;
      if (result.ok) {
        listener.kept(part);
      } else {
        failure ??= result.problem;
        listener.failed(part);
        log.warn({ part, problem: result.problem.kind }, 'the catalogue was not refreshed');
        if (concernsAll(result.problem)) {
          // What is on its way is waited for: after this nothing is told any more.
          await coming;
          break;
        }
      }
      part = next;
    }
    return failure;
  };
}

/** True if the next list would meet the same: it is not worth four more time-outs. */
function concernsAll(problem: Problem): boolean {
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
