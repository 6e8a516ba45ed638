import type {
  Biller,
  BillerKind,
  CatalogState,
  Problem,
  Result,
} from '../../shared/contract/index.ts';
import { fail, ok } from '../../shared/contract/index.ts';
import { type Database, StorageError, storageProblem } from '../ledger/index.ts';
import { type Clock, isoTime, type Log, yieldToEventLoop } from '../platform/index.ts';
import type { BillPaymentService } from '../service/index.ts';
import { areRatesDue, backOff, isListDue, untilNextLook } from './due.ts';
import { readBillerList, readRatesTime } from './queries.ts';
import { storeList, storeRates } from './replace.ts';
import { KINDS } from './stored-biller.ts';

/** What the catalogue needs of the service. */
export type CatalogService = Pick<BillPaymentService, 'version' | 'billers' | 'rates'>;

export type Part = BillerKind | 'rates';

type Keep = () => Promise<Result<null>>;

/** The short lists first: a till that has nothing yet sells top-ups after a second. */
const PARTS: readonly Part[] = ['rates', 'top-up', 'gift-card', 'partner', 'utility'];

/** One refresh at a time, on its own when something is due and whenever it is asked for. */
export interface Refresher {
  readonly refreshing: CatalogState['refreshing'];
  readonly lastFailure: CatalogState['lastFailure'];
  /** Looks whether something is due, and goes on looking until `stop`. */
  start(): void;
  /** Looks again at once, also where it was waiting after a failure. */
  wake(): void;
  /** Refreshes everything, or joins what is under way and does the rest after it. */
  refresh(): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
  stop(): void;
}

export interface RefresherPorts {
  readonly database: Database;
  readonly clock: Clock;
  readonly service: () => CatalogService | null;
  readonly log: Log;
  /** Progress was made, or something else of the state is new. */
  readonly onChange: () => void;
  /** A list holds other billers than before. */
  readonly onBillers: (kind: BillerKind, billers: readonly Biller[]) => Promise<void>;
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

  /** What was fetched comes back as the work that keeps it. */
  const fetchPart = async (part: Part, service: CatalogService): Promise<Result<Keep>> => {
    progress({ kind: part, done: 0, total: null });
    if (part === 'rates') {
      const rates = await service.rates();
      if (!rates.ok) return rates;
      return ok(async () => storeRates(database, rates.value, clock.now()));
    }
    const billers = await service.billers(part, ({ page, totalPages }) => {
      if (!isStopped) progress({ kind: part, done: page, total: totalPages });
    });
    return billers.ok ? ok(() => keepList(part, billers.value)) : billers;
  };

  const keepList = async (kind: BillerKind, billers: readonly Biller[]): Promise<Result<null>> => {
    const stored = await storeList({ database, log }, kind, billers, clock, () => isStopped);
    if (!stored.ok) return stored;
    if (stored.value && !isStopped) await ports.onBillers(kind, billers);
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

  const run = async (service: CatalogService, parts: readonly Part[]): Promise<void> => {
    let failure: Problem | null = null;
    const fetching = (part: Part) => attempt(part, () => fetchPart(part, service));
    const left = [...parts];
    let part = left.shift();
    let coming = part && fetching(part);
    while (part && coming) {
      const fetched = await coming;
      if (isStopped) return;
      const next = fetched.ok || !concernsAll(fetched.problem) ? left.shift() : undefined;
      coming = next && fetching(next);
      // The service works on the next part while this one is kept.
      if (next) await yieldToEventLoop();
      const result = fetched.ok ? await attempt(part, fetched.value) : fetched;
      if (isStopped) return;
      if (result.ok) {
        owed.delete(part);
      } else {
        failure ??= result.problem;
        owed.add(part);
        log.warn({ part, problem: result.problem.kind }, 'the catalogue was not refreshed');
        if (concernsAll(result.problem)) {
          // What is on its way is waited for: after this nothing is told any more.
          await coming;
          break;
        }
      }
      part = next;
    }
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
        // What was asked for while this went on was not part of it.
        else if (owed.size > 0) begin(order([...owed]));
        else lookAgain(untilNextLook(clock.now()));
      });
    running = { parts, end };
  };

  const look = (): void => {
    if (isStopped || running) return;
    try {
      const parts = order([...due(database, clock.now()), ...owed]);
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

function order(parts: readonly Part[]): Part[] {
  return PARTS.filter((part) => parts.includes(part));
}

function due(database: Database, now: number): Part[] {
  const parts: Part[] = KINDS.filter((kind) =>
    isListDue(timeOf(readBillerList(database, kind)?.refreshedAt), now),
  );
  if (areRatesDue(timeOf(readRatesTime(database)), now)) parts.push('rates');
  return parts;
}

export function timeOf(instant: string | null | undefined): number | null {
  return instant === null || instant === undefined ? null : Date.parse(instant);
}

/** True where the next list would meet the same: it is not worth four more time-outs. */
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
