import type { Result } from '../../../../shared/contract/index.ts';
import { parseTransactionStatus } from '../../../../shared/rules/index.ts';
import {
  getCreatedEpochSecond,
  readServiceTransactions,
  toAbortablePageReader,
} from '../../../back-office/reconciliation/comparison/index.ts';
import { type Clock, pause } from '../../../platform/index.ts';
import type {
  BillPaymentService,
  ServiceTransaction,
  TransactionPage,
} from '../../../service/index.ts';
import type { ChainQuery } from '../database/index.ts';

/** The overlap that is read again: the list may not be sorted to the second. */
const OVERLAP_SECONDS = 10 * 60;
/** The newest transactions may not be listed yet. */
const LISTING_LAG_SECONDS = 2 * 60;
const MAX_PAGES = 100_000;
const MIN_RETRY_DELAY_MS = 5_000;
const MAX_RETRY_DELAY_MS = 10 * 60_000;
const MAX_FAILURES = 10;

export interface ServiceTransactionReader {
  /**
   * Reads the rows listed since the last time, or all rows since `since` (seconds since the epoch) with
   * `isReread`, or if the coverage begins later. The retention must keep them meanwhile. The result
   * tells whether the list has no gap.
   */
  read(since: number, isReread: boolean): Promise<Result<{ readonly isWhole: boolean }>>;
  /**
   * The range of seconds that was read without a gap, and of which no row was deleted since; null before
   * the first.
   */
  readCoverage(): Promise<{ readonly since: number; readonly until: number } | null>;
}

export function createServiceTransactionReader(ports: {
  readonly query: ChainQuery;
  readonly fencingToken: number;
  readonly clock: Clock;
  readonly service: BillPaymentService;
  readonly pagesAnHour: number;
  readonly signal: AbortSignal;
}): ServiceTransactionReader {
  const { query, fencingToken, clock, service, signal } = ports;
  const pageIntervalMs = Math.round(3_600_000 / ports.pagesAnHour);

  /**
   * Reads one page at a time, with a pause before each; a 429 or another transient problem is
   * retried with a growing delay.
   */
  const readPage = toAbortablePageReader(async (page: number): Promise<Result<TransactionPage>> => {
    for (let failures = 0; ; failures += 1) {
      await pause(clock, failures === 0 ? pageIntervalMs : computeRetryDelay(failures));
      const quietMs = (service.health.rateLimitedUntilUptime ?? 0) - clock.uptime();
      if (quietMs > 0) await pause(clock, quietMs);
      const answer = await service.listTransactions(page);
      if (answer.ok || signal.aborted || failures >= MAX_FAILURES) return answer;
      if (!isTransient(answer.problem.kind)) return answer;
    }
  }, signal);

  const saveRows = async (transactions: readonly ServiceTransaction[]): Promise<void> => {
    if (transactions.length === 0) return;
    const rows = JSON.stringify(transactions.map(toServiceRow));
    await query('SELECT chain.put_service_rows_v1($1, $2)', [fencingToken, rows]);
  };

  const readCoverage: ServiceTransactionReader['readCoverage'] = async () => {
    const [row] = await query('SELECT since_second, until_second FROM chain.service_list_v1()');
    const since = row?.since_second;
    const until = row?.until_second;
    return typeof since === 'number' && typeof until === 'number' ? { since, until } : null;
  };

  return {
    readCoverage,
    read: async (since, isReread) => {
      const coverage = await readCoverage();
      const isContinued = coverage !== null && coverage.since <= since;
      const from = isContinued && !isReread ? coverage.until - OVERLAP_SECONDS : since;
      const startSecond = Math.floor(
        (service.getSlowestServiceTime() ?? service.getRequestDate()) / 1000,
      );
      const read = await readServiceTransactions(readPage, {
        sinceSecond: from,
        alsoSinceSecond: null,
        maxPages: MAX_PAGES,
        onPage: saveRows,
      });
      if (read.ok && read.value.isWhole) {
        const until = Math.max(startSecond - LISTING_LAG_SECONDS, isContinued ? coverage.until : 0);
        await query('SELECT chain.set_service_list_v1($1, $2, $3)', [fencingToken, since, until]);
      }
      return read;
    },
  };
}

function isTransient(kind: string): boolean {
  return ['service-unreachable', 'service-silent', 'service-refused', 'service-busy'].includes(
    kind,
  );
}

function computeRetryDelay(failures: number): number {
  return Math.min(MIN_RETRY_DELAY_MS * 2 ** (failures - 1), MAX_RETRY_DELAY_MS);
}

/**
 * Returns the class of a row for `chain.compare_v1`. That function returns no row of the class
 * `unknown-word` whose other fields agree, but an unknown status is a difference.
 */
function toRowClass(status: string | null): string {
  const parsedStatus = parseTransactionStatus(status);
  return parsedStatus === 'unknown-word' ? 'unknown' : parsedStatus;
}

function toServiceRow(transaction: ServiceTransaction): object {
  const { id, externalId, billerId, accountNumber, amount, currency, status } = transaction;
  return {
    id,
    externalId,
    second: getCreatedEpochSecond(transaction),
    billerId,
    accountNumber,
    amount,
    currency,
    status,
    class: toRowClass(status),
  };
}
